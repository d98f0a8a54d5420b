import { type Rubric, rubric } from "../../lib/reward/rubric.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** A rubric as the golden writes it. */
export function toRubric({ title, description = "d", polarity, score_map: scoreMap }: Any): Rubric {
  return rubric(title, description, {
    ...(polarity === undefined ? {} : { polarity }),
    ...(scoreMap === undefined ? {} : { scoreMap }),
  });
}
