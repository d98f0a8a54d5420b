/**
 * A subset of BIGPATENT as a task; what is known of it stands in
 * `bigpatent.ts`.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";

/** Test rows per config. */
export const BIGPATENT_ROWS: Readonly<Record<string, number>> = {
  ...{
    all: 67_072,
    a: 9_675,
    b: 8_974,
    c: 5_614,
    d: 565,
    e: 1_914,
    f: 4_754,
    g: 14_386,
    h: 14_279,
    y: 6_911,
  },
};

/** Characters of a description that are shown. */
const CHARS = 24_000;

const METRICS = ["rouge1", "rouge2", "rougeL", "rougeLsum"];

/** Options of {@linkcode bigpatentTask}. */
export interface BigpatentOptions {
  /** Name of the task. */
  readonly name?: string;
  /** Config: a CPC section in lower case, or `all`. */
  readonly config?: string;
  /** First rows of the test split; all by default. */
  readonly rows?: number;
  /** Characters of a description that are shown. */
  readonly chars?: number;
}

/**
 * Makes the task of a subset.
 *
 * @example
 * ```ts
 * import { bigpatentTask } from "./bigpatent_task.ts";
 * import { assert } from "@std/assert";
 * const { prompt } = bigpatentTask({ config: "a", chars: 5 });
 * assert(String(prompt({ description: "A hinge of two leaves." })).includes("\nA hin\n"));
 * ```
 */
export function bigpatentTask(options: BigpatentOptions = {}): Task {
  const { config = "d", rows, chars = CHARS } = options;
  const total = BIGPATENT_ROWS[config];
  if (total === undefined) {
    const known = Object.keys(BIGPATENT_ROWS).join(", ");
    throw new RangeError(`Cannot define BIGPATENT: wanted a config of ${known}, found "${config}"`);
  }
  const shown = (doc: Fields): string => [...doc.description].slice(0, chars).join("");
  return defineTask({
    name: options.name ?? (config === "d" ? "bigpatent" : `bigpatent_${config}`),
    version: 1,
    data: {
      path: "NortheasternUniversity/big_patent",
      config,
      local: `bigpatent/${config}`,
      rows: { test: total },
      columns: { description: "string", abstract: "string" },
    },
    testSplit: "test",
    fewshot: { count: 0 },
    ...(rows === undefined ? {} : { processDocs: (docs: readonly Fields[]) => docs.slice(0, rows) }),
    prompt: (doc) =>
      "Summarize the following patent description as an abstract.\n\n" +
      `Description:\n${doc.description.length <= chars ? doc.description : shown(doc)}\n\nAbstract:`,
    target: (doc) => doc.abstract,
    generation: { until: ["\n\n"], maxTokens: 256, doSample: false, temperature: 0 },
    metrics: [...METRICS, ...METRICS.map((metric) => `${metric}_stem`)],
    primaryMetric: "rouge1_stem",
    metadata: { config, rows: rows ?? null, "description_chars": chars },
  });
}
