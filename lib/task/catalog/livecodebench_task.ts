/**
 * A release of LiveCodeBench, or a window of it, as a task; what is known of it
 * stands in `livecodebench.ts`.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";
import {
  LIVECODEBENCH_EXAMPLES,
  LIVECODEBENCH_SYSTEM,
  livecodebenchBase,
  livecodebenchChat,
  type LivecodebenchExample,
} from "./livecodebench_prompt.ts";

/** Problems per release, files 1 to N. */
export const LIVECODEBENCH_RELEASES: Readonly<Record<string, number>> = {
  v1: 400,
  v2: 511,
  v3: 612,
  v4: 713,
  v5: 880,
  v6: 1_055,
};

/** Options of {@linkcode livecodebenchTask}. */
export interface LivecodebenchOptions {
  /** Name of the task; made from the options by default. */
  readonly name?: string;
  /** Release, `v1` to `v6`. */
  readonly release?: string;
  /** First contest date, `YYYY-MM-DD`. */
  readonly from?: string;
  /** Last contest date, `YYYY-MM-DD`. */
  readonly to?: string;
  /** Worked examples of the base prompt. */
  readonly examples?: Readonly<Record<"functional" | "stdin", LivecodebenchExample>>;
}

/** Keeps the problems of a window of contest dates, ends included. */
function inWindow(from: string | undefined, to: string | undefined) {
  return (docs: readonly Fields[]): Fields[] =>
    docs.filter(({ contest_date: date }) => {
      const day = String(date).slice(0, 10);
      return (from === undefined || day >= from) && (to === undefined || day <= to);
    });
}

const ASKED = { maxTokens: 2_000, temperature: 0.2, topP: 0.95, doSample: true } as const;

/**
 * Makes the task of a release and a window.
 *
 * @example
 * ```ts
 * import { livecodebenchTask } from "./livecodebench_task.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(livecodebenchTask({ release: "v5", from: "2024-08-01" }).name, "livecodebench_v5:from=2024-08-01");
 * ```
 */
export function livecodebenchTask(options: LivecodebenchOptions = {}): Task {
  const { release = "v6", from, to, examples = LIVECODEBENCH_EXAMPLES } = options;
  const window = `${from === undefined ? "" : `:from=${from}`}${to === undefined ? "" : `:to=${to}`}`;
  const rows = LIVECODEBENCH_RELEASES[release];
  if (rows === undefined) {
    const known = Object.keys(LIVECODEBENCH_RELEASES).join(", ");
    throw new RangeError(`Cannot define LiveCodeBench: wanted a release of ${known}, found "${release}"`);
  }
  return defineTask({
    name: options.name ?? `livecodebench${release === "v6" ? "" : `_${release}`}${window}`,
    version: 1,
    data: {
      path: "livecodebench/code_generation_lite",
      config: `release_${release}`,
      local: `livecodebench/release_${release}`,
      rows: { test: rows },
      columns: {
        "question_id": "string",
        "question_content": "string",
        "starter_code": "string",
        "contest_date": "string",
        "public_test_cases": "string",
        "private_test_cases": "string",
      },
    },
    testSplit: "test",
    fewshot: { count: 0 },
    processDocs: inWindow(from, to),
    prompt: (doc) => livecodebenchBase(doc, examples),
    target: (doc) => doc.question_id,
    generation: { until: ["###"], ...ASKED },
    filters: [{ name: "extract_code", steps: [{ function: "remove_whitespace" }] }],
    chatForm: {
      name: "livecodebench_chat",
      canonical: true,
      diagnostic: null,
      description: LIVECODEBENCH_SYSTEM,
      prompt: livecodebenchChat,
      generation: { until: [], ...ASKED },
      filters: [{ name: "extract_code", steps: [{ function: "last_fence" }] }],
    },
    repeats: 10,
    metrics: [{ metric: "pass_at_k", args: { k: [1, 5] } }],
    primaryMetric: "pass@1",
    answer: "raw",
    unsafeCode: true,
    ...(examples === LIVECODEBENCH_EXAMPLES ? { diagnostic: "own worked examples" } : {}),
    metadata: { release: `release_${release}`, from: from ?? null, to: to ?? null },
  });
}
