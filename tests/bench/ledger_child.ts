/**
 * Work on ledgers: `ledger_child.ts empty | scan PATH | make PATH N`.
 *
 * @module
 */
import { formatLedgerHeader, formatLedgerRecord } from "../../lib/run/ledger_line.ts";
import { resumeState } from "../../lib/run/resume_state.ts";
import { measure } from "./figures.ts";

const [mode = "", path = "", n = "0"] = Deno.args;
const count = Number(n);

await measure(async () => {
  if (mode === "make") {
    const file = await Deno.open(path, { write: true, create: true, truncate: true });
    const encoder = new TextEncoder();
    const header = { ledger: 1, runId: "r", planHash: null, createdUtc: "" };
    let text = `${formatLedgerHeader(header)}\n`;
    for (let ordinal = 0; ordinal < count; ordinal++) {
      text += `${
        formatLedgerRecord({
          ordinal,
          status: "ok",
          id: `task/${ordinal}`,
          attempts: 1,
          finishedUtc: "2026-01-01T00:00:00.000Z",
          durationMs: 12.345,
          data: { prompt: "p".repeat(900), replies: ["r".repeat(400)], scores: { "acc,none": 1 }, score: 1 },
        })
      }\n`;
      if (text.length > 4_000_000 || ordinal === count - 1) {
        const bytes = encoder.encode(text);
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
        text = "";
      }
    }
    file.close();
  }
  if (mode === "scan") {
    const state = await resumeState(path);
    if (state.scan.lines !== count) throw new Error(`wanted ${count} lines, found ${state.scan.lines}`);
  }
});
