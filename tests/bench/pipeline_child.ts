/**
 * One side of the pipeline figures: `pipeline_child.ts MODE N CONCURRENCY BASE_URL`.
 *
 * `raw` posts the same bodies with bare fetch and reads the text; `full` is the
 * whole pipeline with its ledger; `mock` the same on a model that answers at once.
 *
 * @module
 */
import type { Model } from "../../lib/model/model.ts";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { fromArray } from "../../lib/dataset/from_array.ts";
import { runTask } from "../../lib/run/run_task.ts";
import { defineTask } from "../../lib/task/define_task.ts";
import { measure } from "./figures.ts";

const [mode = "", n = "0", c = "1", baseUrl = ""] = Deno.args;
const count = Number(n);
const concurrency = Number(c);
const filler = "The quick summary of a long case history, told in plain words. ".repeat(12);
const rows = Array.from(
  { length: count },
  (_, at) => ({ id: `row-${at}`, n: at, a: String(at % 7) }),
);
const task = defineTask({
  name: "pipeline",
  prompt: (doc) => `${doc.n}. ${filler}\nAnswer with one digit:`,
  target: (doc) => doc.a,
  generation: { until: ["\n"], maxTokens: 16, temperature: 0 },
  filters: [{
    name: "digit",
    steps: [{ function: "regex", args: { "regex_pattern": "(\\d)" } }, { function: "take_first" }],
  }],
  metrics: ["exact_match"],
});

const reply = {
  text: "The answer is 3",
  finishReason: "stop",
  usage: { inputTokens: 200, outputTokens: 5 },
  latencyMs: 0,
  attempts: 1,
} as const;
const mock: Model = Object.assign(() => Promise.resolve(reply), {
  info: { id: "mock", baseUrl: null, accepts: ["chat" as const] },
});

await measure(async () => {
  if (mode === "raw") {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let at = next++; at < count; at = next++) {
        const messages = [{ role: "user" as const, content: task.prompt(rows[at] ?? {}) as string }];
        const response = await fetch(`${baseUrl}/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            model: "m",
            messages,
            "max_tokens": 16,
            temperature: 0,
            stop: ["\n"],
            seed: 1234,
          }),
        });
        await response.text();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return;
  }
  const model = mode === "mock" ? mock : withRetry(openaiChat("m", { baseUrl }));
  const runsDir = await Deno.makeTempDir();
  try {
    const run = await runTask(task, { docs: fromArray(rows), model, concurrency, runsDir });
    if (run.result.counts.scored !== count) {
      throw new Error(`scored ${run.result.counts.scored} of ${count}: ${run.result.message}`);
    }
  } finally {
    await model.close?.();
    await Deno.remove(runsDir, { recursive: true });
  }
});
