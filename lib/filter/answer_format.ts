/**
 * What the prompt asks for and how the reply is read, as one object.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { extractAnswer } from "./extract_answer.ts";

/** An instruction with its extractor. */
export interface AnswerFormat {
  /** Name and version, for fingerprints. */
  readonly name: string;
  /** Sentence added to the prompt. Holds no placeholder with special characters. */
  readonly instruction: string;
  /** A reply as the instruction wants it. */
  readonly example: string;
  /** What the extractor has to read out of the example. */
  readonly expected: string;
  /** Reads a reply; null without an answer. */
  readonly extract: (reply: string) => string | null;
}

/**
 * Checks that the extractor fits the prompt by running it on the format's own example.
 *
 * @throws {TaskError} `extractor_mismatch`.
 *
 * @example A box where a line was asked for
 * ```ts
 * import { defineAnswerFormat } from "./answer_format.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() =>
 *   defineAnswerFormat({
 *     name: "boxed/1", instruction: "End with Answer: and the number.", example: "Answer: 7", expected: "7",
 *     extract: (reply) => /boxed\{(\d+)\}/.exec(reply)?.[1] ?? null,
 *   })
 * );
 * ```
 */
export function defineAnswerFormat(format: AnswerFormat): AnswerFormat {
  const read = format.extract(format.example);
  if (read === format.expected) return format;
  throw new TaskError(
    `Cannot use the answer format "${format.name}": wanted "${format.expected}" out of "${format.example}", ` +
      `found "${read}"`,
    { code: "extractor_mismatch", hint: "Make the instruction and the extractor agree" },
  );
}

/**
 * The format of multiple choice in words: one line `ANSWER: ` and a label.
 *
 * @example Its instruction
 * ```ts
 * import { letterFormat } from "./answer_format.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(letterFormat(["A", "B"]).extract("ANSWER: B"), "B");
 * ```
 */
export function letterFormat(labels: readonly string[]): AnswerFormat {
  const last = labels.at(-1) ?? "A";
  return defineAnswerFormat({
    name: "letter/1",
    instruction: `Answer with one of ${labels.join(", ")}. End with a line of the form ANSWER: ${last}`,
    example: `ANSWER: ${last}`,
    expected: last,
    extract: (reply) => extractAnswer(reply, { labels }).answer,
  });
}
