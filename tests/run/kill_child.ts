/**
 * A run of synthetic units that kills itself: `kill_child.ts RUNS_DIR RESUME KILL_AT`.
 * Each question asked of the "model" goes to a side file at once, so that a test can
 * count what was asked twice.
 *
 * @module
 */
import { openRun } from "../../lib/run/open_run.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import type { Unit } from "../../lib/run/unit.ts";

export const UNITS = 400;

/** The units; `onAsk` is told of each question. */
export function makeUnits(onAsk: (id: string) => void): Unit[] {
  return Array.from({ length: UNITS }, (_, at): Unit => ({
    id: `task/${at}`,
    group: "task",
    run: async () => {
      onAsk(`task/${at}`);
      await new Promise((resolve) => setTimeout(resolve, 6 + (at * 7) % 5));
      if (at % 50 === 7) return { status: "limited", reason: "token_limit", data: { score: 0 } };
      return { status: "ok", data: { score: at % 3, text: `réponse ${"x".repeat(at % 97)}` } };
    },
  }));
}

if (import.meta.main) {
  const [runsDir = "", resume = "", killAt = "0"] = Deno.args;
  let asked = 0;
  const log = Deno.openSync(`${runsDir}/asked.log`, { create: true, append: true });
  const encoder = new TextEncoder();
  const units = makeUnits((id) => {
    log.writeSync(encoder.encode(`${id}\n`));
    if (++asked === Number(killAt)) Deno.kill(Deno.pid, "SIGKILL");
  });
  await using run = await openRun({
    runsDir,
    ids: units.map((unit) => unit.id),
    groups: [{ group: "task", start: 0, units: UNITS }],
    settings: { seed: 1 },
    ...(resume ? { resume } : {}),
  });
  await runUnits(units, { concurrency: 4, ledger: run.ledger, ...run.state });
}
