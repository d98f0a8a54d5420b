/**
 * GPQA's clean-up and shuffle of the four answers.
 *
 * @module
 */
import { pyStrip } from "../../core/python_strip.ts";
import { Random } from "../../core/random.ts";
import type { Fields } from "../../dataset/doc.ts";

const LETTERS = "ABCD";

/** lm-eval's clean-up of an answer: `null` is a blank, ` [title]` a full stop, two blanks are one. */
function clean(text: string | null): string {
  return text === null ? " " : pyStrip(text).replaceAll(" [title]", ". ").replaceAll("  ", " ");
}

/** How the answers of GPQA are laid out. */
export interface GpqaDocsOptions {
  /** Seed of the one stream that shuffles all rows in order: 42 for `n_shot`, else 0. */
  readonly seed: number;
  /** Adds the column `choices`, which the filters of generating variants look at. */
  readonly withChoices: boolean;
}

/**
 * Makes the step that lays out the answers: `choice1` to `choice4` and
 * `answer`, such as `(C)`. One stream of random numbers runs over the whole
 * split in row order, before filter and limit, so a limit moves no letter.
 *
 * @example
 * ```ts
 * import { gpqaDocs } from "./gpqa_docs.ts";
 * import { assertEquals } from "@std/assert";
 * const row = { "Correct Answer": "4", "Incorrect Answer 1": "1", "Incorrect Answer 2": "2", "Incorrect Answer 3": "3" };
 * const [doc] = gpqaDocs({ seed: 42, withChoices: true })([row]);
 * assertEquals(doc?.choices["ABCD".indexOf(doc.answer[1])], "4");
 * ```
 */
export function gpqaDocs(options: GpqaDocsOptions): (docs: readonly Fields[]) => Fields[] {
  const { seed, withChoices } = options;
  return (docs) => {
    const random = new Random(seed);
    return docs.map((doc) => {
      const correct = clean(doc["Correct Answer"]);
      const wrong = [1, 2, 3].map((i) => clean(doc[`Incorrect Answer ${i}`]));
      const choices = random.shuffle([...wrong, correct]);
      const [choice1, choice2, choice3, choice4] = choices;
      // By value, as lm-eval does it: of two equal answers the first is the gold one.
      const answer = `(${LETTERS[choices.indexOf(correct)]})`;
      return { ...doc, choice1, choice2, choice3, choice4, ...(withChoices ? { choices } : {}), answer };
    });
  };
}
