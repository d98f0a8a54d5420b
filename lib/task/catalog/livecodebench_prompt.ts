/**
 * LiveCodeBench's two ways to ask: constants of its protocol (MIT).
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";

/** System message for chat models. */
export const LIVECODEBENCH_SYSTEM: string =
  "You are an expert Python programmer. You will be given a question (problem specification) and will generate " +
  "a correct Python program that matches the specification and passes all tests.";

const WITH_STARTER =
  "You will use the following starter code to write the solution to the problem and enclose " +
  "your code within delimiters.";
const WITH_STDIN =
  "Read the inputs from stdin solve the problem and write the answer to stdout (do not directly test on the " +
  "sample inputs). Enclose your code within delimiters as follows. Ensure that when the python program runs, " +
  "it reads the inputs, runs the algorithm and writes output to STDOUT.";

/**
 * The question for a chat model.
 *
 * @example
 * ```ts
 * import { livecodebenchChat } from "./livecodebench_prompt.ts";
 * import { assert } from "@std/assert";
 * assert(livecodebenchChat({ "question_content": "Add.", "starter_code": "" }).includes("STDOUT"));
 * ```
 */
export function livecodebenchChat(doc: Fields): string {
  const { question_content: content, starter_code: starter } = doc;
  const format = starter
    ? `### Format: ${WITH_STARTER}\n\`\`\`python\n${starter}\n\`\`\`\n\n`
    : `### Format: ${WITH_STDIN}\n\`\`\`python\n# YOUR CODE HERE\n\`\`\`\n\n`;
  return `### Question:\n${content}\n\n${format}### Answer: (use the provided format with backticks)\n\n`;
}

/** A worked example for base models. */
export interface LivecodebenchExample {
  /** Text of the problem. */
  readonly question: string;
  /** Starter code; used for problems that have one. */
  readonly sampleCode?: string;
  /** Program that solves it. */
  readonly answer: string;
}

/** Worked examples of our own, one for each kind of problem. */
export const LIVECODEBENCH_EXAMPLES: Readonly<Record<"functional" | "stdin", LivecodebenchExample>> = {
  functional: {
    question:
      "You are given an array of integers nums. Return the largest difference between two neighbours, " +
      "or 0 when there are fewer than two numbers.\n\nExample:\n\nInput: nums = [3,9,4]\nOutput: 6\n",
    sampleCode: "class Solution:\n    def widestStep(self, nums: List[int]) -> int:\n        ",
    answer: "class Solution:\n    def widestStep(self, nums: List[int]) -> int:\n" +
      "        return max((abs(a - b) for a, b in zip(nums, nums[1:])), default=0)",
  },
  stdin: {
    question:
      "The first line holds a number N, the second line N integers. Print how many of them are larger " +
      "than the one before.\n\nSample Input\n\n4\n1 3 2 5\n\nSample Output\n\n2\n",
    answer: "n = int(input())\nxs = list(map(int, input().split()))\n" +
      "print(sum(b > a for a, b in zip(xs, xs[1:])))",
  },
};

function block(example: LivecodebenchExample, starter: boolean): string {
  const code = starter ? `### Starter Code\n${example.sampleCode ?? ""}\n\n` : "";
  const tail = example.answer === "" ? "" : "\n\n";
  return `### Question\n${example.question}\n\n${code}### Answer\n\n${example.answer}${tail}`;
}

/**
 * The prompt for a base model: one worked example, then the problem.
 *
 * @param examples The benchmark's own two examples are not part of this package; give them for its exact prompt.
 *
 * @example
 * ```ts
 * import { livecodebenchBase } from "./livecodebench_prompt.ts";
 * import { assert } from "@std/assert";
 * assert(livecodebenchBase({ "question_content": "Add.", "starter_code": "" }).endsWith("### Answer\n\n"));
 * ```
 */
export function livecodebenchBase(
  doc: Fields,
  examples: Readonly<Record<"functional" | "stdin", LivecodebenchExample>> = LIVECODEBENCH_EXAMPLES,
): string {
  const starter = Boolean(doc.starter_code);
  const asked = { question: doc.question_content, sampleCode: doc.starter_code, answer: "" };
  return block(starter ? examples.functional : examples.stdin, starter) + block(asked, starter);
}
