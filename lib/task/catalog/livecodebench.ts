/**
 * # LiveCodeBench: code generation on dated contest problems
 *
 * | | |
 * |---|---|
 * | source | hub `livecodebench/code_generation_lite`, split test; release v1 400 problems, v2 511, v3 612, v4 713, v5 880, v6 1,055 (files 1 to N) |
 * | revision | not pinned; row counts per release |
 * | licence | CC of the set as stated on its page; prompts and grading rules MIT |
 * | prompt | chat: a system message, the problem, the format; base: one worked example, then the problem |
 * | shots | none beyond the worked example |
 * | asked | 10 draws a problem, temperature 0.2, top-p 0.95, up to 2,000 tokens; base models stop at `###` |
 * | metric | `pass@1`, and `pass@5` |
 *
 * Names: `livecodebench` is release v6; `livecodebench_v5` another release;
 * `livecodebench_v5:from=2024-08-01:to=2025-01-31` a window of contest dates,
 * ends included.
 *
 * Known traps: a model may have seen what was published before it was trained,
 * so name the window; the worked examples of the base prompt are our own,
 * hence base runs are diagnostic (give the benchmark's own to
 * {@linkcode livecodebenchTask}); private tests are a pickle, of which one text
 * is read and nothing run; a problem without tests is an error, never a pass;
 * the problems of {@linkcode LIVECODEBENCH_ERRATA} are known to be broken and
 * are kept, as upstream keeps them.
 *
 * @module
 */
import type { Catalog } from "../catalogs.ts";
import type { Task } from "../task.ts";
import { LIVECODEBENCH_RELEASES, livecodebenchTask } from "./livecodebench_task.ts";
import { parseTaskName } from "./task_params.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Every release; a window is made from the name that asks for it. */
export const tasks: readonly Task[] = [
  livecodebenchTask(),
  ...Object.keys(LIVECODEBENCH_RELEASES).slice(0, -1).map((release) => livecodebenchTask({ release })),
];

/** The catalog with the task a name with a window stands for. */
export function catalogFor(name: string): Catalog {
  if (!name.includes(":")) return { tasks };
  const { base, params } = parseTaskName(name, { from: DATE, to: DATE });
  const release = base === "livecodebench" ? "v6" : base.slice("livecodebench_".length);
  return { tasks: [...tasks, livecodebenchTask({ ...params, name, release })] };
}
