/**
 * # BIGPATENT: the abstract of a patent from its description
 *
 * | | |
 * |---|---|
 * | source | hub `NortheasternUniversity/big_patent`; configs a to h and y (CPC section), and all; splits train, validation, test |
 * | rows | test: a 9,675, b 8,974, c 5,614, d 565, e 1,914, f 4,754, g 14,386, h 14,279, y 6,911, all 67,072 |
 * | revision | not pinned |
 * | licence | CC BY 4.0 |
 * | prompt | an instruction, `Description:` with the description, `Abstract:` |
 * | shots | none |
 * | asked | up to 256 tokens, greedy, until an empty line |
 * | metric | `rouge1_stem` (F-measure with the stemmer); beside it rouge1, rouge2, rougeL, rougeLsum, each plain and with the stemmer |
 *
 * `bigpatent` is config d (textiles and paper), whole: the one that does not
 * need gigabytes. Others are `bigpatent_a` and so on; `bigpatent_g:rows=500`
 * takes the first rows only, `:chars=8000` another cut of the description.
 * Subset, rows and cut are part of the name and of the result's metadata.
 *
 * Known traps: descriptions are longer than most contexts, so they are cut to
 * 24,000 characters (code points); a server that cuts on its own drops the
 * instruction; `rougeLsum` splits on line feeds only, so the same sentences on
 * one line score otherwise; published figures are these times 100; text of
 * another script has no tokens and scores 0.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import type { Catalog } from "../catalogs.ts";
import { defineTask } from "../define_task.ts";
import type { Task } from "../task.ts";
import { parseTaskName } from "./task_params.ts";

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
 * import { bigpatentTask } from "./bigpatent.ts";
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

/** One task a config. */
export const tasks: readonly Task[] = ["d", ...Object.keys(BIGPATENT_ROWS).filter((config) => config !== "d")]
  .map((
    config,
  ) => bigpatentTask({ config }));

const COUNT = /^[1-9]\d*$/;

/** The catalog with the task a name with parameters stands for. */
export function catalogFor(name: string): Catalog {
  if (!name.includes(":")) return { tasks };
  const { base, params } = parseTaskName(name, { rows: COUNT, chars: COUNT });
  const config = base === "bigpatent" ? "d" : base.slice("bigpatent_".length);
  const { rows, chars } = params;
  const task = bigpatentTask({
    name,
    config,
    ...(rows === undefined ? {} : { rows: Number(rows) }),
    ...(chars === undefined ? {} : { chars: Number(chars) }),
  });
  return { tasks: [...tasks, task] };
}
