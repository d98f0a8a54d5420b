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
import type { Fields } from "../../dataset/doc.ts";
import type { Catalog } from "../catalogs.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";
import {
  LIVECODEBENCH_EXAMPLES,
  LIVECODEBENCH_SYSTEM,
  livecodebenchBase,
  livecodebenchChat,
  type LivecodebenchExample,
} from "./livecodebench_prompt.ts";
import { parseTaskName } from "./task_params.ts";

/** Problems per release, files 1 to N. */
export const LIVECODEBENCH_RELEASES: Readonly<Record<string, number>> = {
  v1: 400,
  v2: 511,
  v3: 612,
  v4: 713,
  v5: 880,
  v6: 1_055,
};

/** Ids of problems known to be broken: several right answers, interactive, or bad tests. */
export const LIVECODEBENCH_ERRATA: Readonly<
  Record<"severalAnswers" | "interactive" | "badTests", readonly string[]>
> = {
  severalAnswers: [
    ...["abc311_c", "abc326_d", "abc327_b", "abc333_e", "abc343_e", "abc362_c", "arc185_c", "abc343_a"],
    ...["find-words-containing-character", "find-the-peaks"],
    "generate-binary-strings-without-adjacent-zeros",
  ],
  interactive: ["abc337_e", "abc355_e"],
  badTests: [
    ...["abc350_c", "apply-operations-to-make-string-empty", "most-frequent-ids", "arc189_a"],
  ],
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
 * import { livecodebenchTask } from "./livecodebench.ts";
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
    metadata: { release: `release_${release}`, from: from ?? null, to: to ?? null },
  });
}

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
