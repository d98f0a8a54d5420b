/**
 * Log-likelihoods over HTTP: `loglik_child.ts MODE DOCS CONCURRENCY BASE_URL`, four choices a doc,
 * a prefix of 4 KB that groups of 100 docs share. `full` is the whole way from rows to scores,
 * `raw` posts the same texts with bare fetch and drops what comes back.
 *
 * @module
 */
import { openaiCompletions } from "../../lib/model/openai_completions.ts";
import { orderByPrefix } from "../../lib/run/order_by_prefix.ts";
import { runUnits } from "../../lib/run/run_units.ts";
import { sampleUnit } from "../../lib/run/sample_unit.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { prepareTask } from "../../lib/task/prepare_task.ts";
import { memoryLedger } from "../../lib/run/memory_ledger.ts";
import { measure } from "./figures.ts";

const [mode = "", n = "0", c = "1", baseUrl = ""] = Deno.args;
const shots = "Question: which of the four words is a colour? Answer: blue.\n".repeat(68);
const task = defineTask({
  name: "loglik",
  outputType: "multiple_choice",
  prompt: (doc) => doc.q,
  choices: ["A", "B", "C", "D"],
  target: (doc) => doc.a,
  metrics: ["acc"],
});
const rows = Array.from({ length: Number(n) }, (_, at) => ({
  id: `d${at}`,
  q: `Set ${at % Math.max(1, Math.floor(Number(n) / 100))}.\n${shots}Question ${at}?\nAnswer:`,
  a: at % 4,
}));

await measure(async () => {
  if (mode === "raw") {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
        const prompt = ["A", "B", "C", "D"].map((choice) => `${row?.q} ${choice}`);
        const response = await fetch(`${baseUrl}/completions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            model: "m",
            prompt,
            "max_tokens": 1,
            temperature: 0,
            logprobs: 1,
            echo: true,
          }),
        });
        await response.bytes();
      }
    };
    await Promise.all(Array.from({ length: Number(c) }, worker));
    return;
  }
  const model = openaiCompletions("m", { baseUrl });
  const stubs = [...prepareTask(task, { test: rows }).stubs()];
  const units = stubs.map((stub) =>
    sampleUnit(task, stub, { model, prefixes: [String(stub.doc.fields.q).slice(0, 12)] })
  );
  const ledger = memoryLedger();
  const summary = await runUnits(orderByPrefix(units), { concurrency: Number(c), ledger });
  if (summary.ok !== rows.length) {
    throw new Error(`scored ${summary.ok} of ${rows.length}: ${JSON.stringify(summary.reasons)}`);
  }
  await model.close?.();
});
