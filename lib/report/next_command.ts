/**
 * The command worth typing after a run.
 *
 * @module
 */
import type { ReportView } from "./view.ts";

/**
 * The command worth typing after a run.
 *
 * @param what What was run, as typed, such as `--config a.ts --tasks my/legal.yaml`; the niche or the
 * tasks of the view by default.
 * @example
 * ```ts
 * import { nextCommand } from "./next_command.ts";
 * import { toView } from "./view.ts";
 * import { assertEquals } from "@std/assert";
 * const view = { ...toView([]), runId: "r", niche: "medical", floor: true };
 * assertEquals(
 *   nextCommand(view),
 *   "deno task bench --niche medical --model openai:NAME --base-url http://127.0.0.1:8000/v1",
 * );
 * ```
 */
export function nextCommand(view: ReportView, what: string = plainWhat(view)): string {
  const has = (status: string): boolean => view.rows.some((row) => row.status === status);
  if (has("incomplete")) return `deno task bench ${what} --resume ${view.runId} (with the same flags)`;
  if (has("error")) return `deno task bench ${what} (with the same flags, once the error above is mended)`;
  if (view.floor) {
    const flags = view.niche === "custom" ? " (with the same other flags)" : "";
    return `deno task bench ${what} --model openai:NAME --base-url http://127.0.0.1:8000/v1${flags}`;
  }
  const scores = view.rows.filter((row) => row.blocking && row.score !== null).map((row) => row.score ?? 0);
  const least = Math.floor(100 * Math.max(0, Math.min(1, ...scores))) / 100;
  // Nothing scores below 0: such a gate would be none.
  if (least === 0) return `deno task bench ${what} (with the same flags and another model, to compare)`;
  return `deno task bench ${what} --fail-under ${least} (with the same flags: a gate for the next model)`;
}

function plainWhat(view: ReportView): string {
  return view.niche === "custom"
    ? `--tasks ${view.rows.map((row) => row.task).join(",")}`
    : `--niche ${view.niche}`;
}
