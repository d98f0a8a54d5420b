/**
 * Corpus scores: statistics per sample that add up, then one score.
 *
 * @module
 */
import type { SampleValue, SampleView } from "../task/task.ts";
import { PY_SPACE } from "../core/regex/regex_class.ts";
import { TaskError } from "../core/errors.ts";
import type { Aggregation } from "./aggregation.ts";
import { goldTexts, replyText } from "./gold.ts";

const SPACES = new RegExp(`[${PY_SPACE}]+`);

/** Pieces between whitespace, as Python's `split()`. */
export function pyWords(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/** Sample value of a corpus metric: `[reference, reply]`, the reference a list when there are several. */
export function translationPair(view: SampleView): SampleValue {
  const golds = goldTexts(view);
  return [golds.length === 1 ? golds[0] as string : golds, replyText(view) ?? ""];
}

/** How a corpus score is made. */
export interface CorpusScore {
  /** Name as in lm-eval. */
  readonly name: string;
  /** Statistics of one sample. */
  readonly stats: (references: readonly string[], reply: string) => readonly number[];
  /** Score of added-up statistics, on the metric's own scale (0..100 and above). */
  readonly score: (sums: Float64Array) => number;
}

function readPair(value: SampleValue): [readonly string[], string] {
  const [reference, reply] = Array.isArray(value) ? value : [];
  const references = typeof reference === "string" ? [reference] : reference;
  if (typeof reply !== "string" || !Array.isArray(references) || references.length === 0) {
    throw new TaskError(
      `Cannot aggregate: wanted [reference, reply] texts, found "${JSON.stringify(value)}"`,
      {
        code: "bad_score",
      },
    );
  }
  return [references.map(String), reply];
}

/**
 * An aggregation over `[reference, reply]` pairs whose bootstrap adds up
 * statistics instead of scoring texts anew; at most 100 resamples, as in lm-eval.
 */
export function corpusAggregation(corpus: CorpusScore): Aggregation {
  const digest = (values: readonly SampleValue[]) => {
    const rows = values.filter((value) => value !== null).map((value) => corpus.stats(...readPair(value)));
    const width = rows[0]?.length ?? 0;
    return (picked: ArrayLike<number>): number => {
      const sums = new Float64Array(width);
      for (let i = 0; i < picked.length; i++) {
        const row = rows[picked[i] as number] as readonly number[];
        for (let j = 0; j < width; j++) sums[j] = (sums[j] as number) + (row[j] as number);
      }
      return corpus.score(sums);
    };
  };
  return {
    name: corpus.name,
    aggregate: (values) => values.length === 0 ? null : digest(values)(values.map((_, i) => i)),
    stderr: "bootstrap",
    iterationsCap: 100,
    resample: digest,
  };
}
