/**
 * How runs and their samples look in a notebook.
 *
 * @module
 */
import { showAs, type Shown } from "../core/show_as.ts";
import { resultsHtml } from "../report/results_html.ts";
import { showSamples } from "../report/samples_html.ts";
import { reportText } from "../report/report_text.ts";
import { type ReportView, toView } from "../report/view.ts";
import type { Entry } from "../result/entry.ts";
import type { TaskResult } from "../result/task_result.ts";
import type { Sample } from "./sample.ts";

/**
 * Makes a finished run show itself: a row a benchmark. At a terminal
 * `Deno.inspect` gives one line.
 *
 * @example
 * ```ts
 * import { showRun } from "./show_run.ts";
 * import { assertEquals } from "@std/assert";
 * const run = showRun({ runId: "20260101-000000", niche: "medical", status: "ok", entries: [] });
 * assertEquals(Deno.inspect(run), "run 20260101-000000: medical, ok");
 * ```
 */
export function showRun<
  T extends {
    readonly runId: string;
    readonly niche: string;
    readonly status: string;
    readonly entries: readonly Entry[];
  },
>(run: T): T {
  return showAs(
    run,
    ({ entries }) => shown(toView(entries)),
    ({ runId, niche, status }) => `run ${runId}: ${niche}, ${status}`,
  );
}

/**
 * Makes an object that holds a task's result show itself.
 *
 * @example
 * ```ts
 * import { showTask } from "./show_run.ts";
 * import { blankResult } from "../result/blank_result.ts";
 * import { assertEquals } from "@std/assert";
 * const task = showTask({ result: blankResult("mmlu", { status: "skipped", reason: "no data" }) });
 * assertEquals(Deno.inspect(task), "mmlu: skipped");
 * ```
 */
export function showTask<T extends { readonly result: TaskResult }>(run: T): T {
  return showAs(
    run,
    ({ result: { task, ...rest } }) => {
      const model = { id: "", baseUrl: null, floor: false };
      const entry = { niche: task, model, notCanonicalBecause: [], results: { [task]: rest } };
      return shown(toView([entry as unknown as Entry]));
    },
    ({ result: { task, status, score } }) =>
      `${task}: ${score === null ? status : `${score.toFixed(4)}, ${status}`}`,
  );
}

/**
 * Makes a list of samples show itself as a table; it stays an array.
 *
 * @example
 * ```ts
 * import { showSampleList } from "./show_run.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(showSampleList([]).length, 0);
 * ```
 */
export function showSampleList(samples: Sample[]): Sample[] {
  return showAs(samples, showSamples);
}

async function shown(view: ReportView): Promise<Shown> {
  return { html: resultsHtml(view), text: await reportText(view) };
}
