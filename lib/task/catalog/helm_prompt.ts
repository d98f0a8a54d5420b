/**
 * How HELM lays out a zero-shot prompt: instructions, an empty line, the
 * instance, the name of the answer.
 *
 * @module
 */

/** Parts of a joint multiple-choice prompt. */
export interface HelmChoicePrompt {
  /** What to do; ends without a line break. */
  readonly instructions: string;
  /** Name of the input, such as `Question`. */
  readonly noun: string;
  /** The question. */
  readonly input: string;
  /** Texts of the options, in order. */
  readonly options: readonly string[];
}

/**
 * A question with lettered options that asks for one letter.
 *
 * @example
 * ```ts
 * import { helmChoicePrompt } from "./helm_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * const prompt = helmChoicePrompt({ instructions: "Pick.", noun: "Question", input: "Up?", options: ["yes", "no"] });
 * assertEquals(prompt, "Pick.\n\nQuestion: Up?\nA. yes\nB. no\nAnswer:");
 * ```
 */
export function helmChoicePrompt({ instructions, noun, input, options }: HelmChoicePrompt): string {
  const lines = options.map((option, i) => `${String.fromCharCode(65 + i)}. ${option}\n`).join("");
  return `${instructions}\n\n${noun}: ${input}\n${lines}Answer:`;
}

/**
 * Python's `str.title()`: every run of letters starts upper case and goes on
 * in lower case.
 *
 * @example
 * ```ts
 * import { titleCase } from "./helm_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(titleCase("AIMS AND METHODS"), "Aims And Methods");
 * ```
 */
export function titleCase(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const [first = "", ...rest] = word;
    return first.toUpperCase() + rest.join("").toLowerCase();
  });
}
