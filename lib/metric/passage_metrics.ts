/**
 * Metrics of answers over retrieved passages, as metrics of a task. They look
 * at the columns `answers`, `gold_ids`, `passages` and `ranking` of a row.
 *
 * @module
 */
import type { SampleValue, SampleView } from "../task/task.ts";
import { scoreGroundedAnswer } from "./grounded_answer.ts";
import { replyText } from "./gold.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { retrievalScores } from "./retrieval.ts";

interface Passage {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const ANSWER_NAMES = [
  "em",
  "f1",
  "k_precision",
  "citation_precision",
  "citation_recall",
  "abstention_accuracy",
];

/**
 * `em`, `f1`, `k_precision`, `citation_precision`, `citation_recall` and
 * `abstention_accuracy` of a reply; see `scoreGroundedAnswer`.
 */
export const groundedAnswerMetric: BenchMetric = defineMetric({
  name: "grounded_answer",
  range: [0, 1],
  produces: (name) => ANSWER_NAMES.includes(name),
  score(view: SampleView): Record<string, SampleValue> {
    const { answers, gold_ids: goldIds, passages } = view.fields;
    const shown = (passages ?? []) as readonly Passage[];
    const scores = scoreGroundedAnswer(replyText(view) ?? "", {
      answers,
      goldIds,
      shownIds: shown.map((passage) => passage.id),
      passages: shown.map((passage) => `${passage.title} ${passage.text}`),
    });
    return {
      "em": scores.em,
      "f1": scores.f1,
      "k_precision": scores.kPrecision,
      "citation_precision": scores.citationPrecision,
      "citation_recall": scores.citationRecall,
      "abstention_accuracy": scores.abstentionAccuracy,
    };
  },
});

const RETRIEVAL_NAMES = ["hit", "recall", "precision", "mrr", "ndcg", "map"] as const;

/**
 * `hit@k`, `recall@k`, `precision@k`, `mrr@k`, `ndcg@k` and `map@k` of the
 * column `ranking` against `gold_ids`; null for a question without an answer.
 *
 * @example
 * ```ts
 * import { retrievalMetric } from "./passage_metrics.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(retrievalMetric(3).produces?.("recall@3"), true);
 * ```
 */
export function retrievalMetric(k: number): BenchMetric {
  const names = RETRIEVAL_NAMES.map((name) => `${name}@${k}`);
  return defineMetric({
    name: "retrieval",
    range: [0, 1],
    produces: (name) => names.includes(name),
    score(view) {
      const scores = retrievalScores(view.fields["ranking"] ?? [], view.fields["gold_ids"] ?? [], k);
      return Object.fromEntries(RETRIEVAL_NAMES.map((name) => [`${name}@${k}`, scores?.[name] ?? null]));
    },
  });
}
