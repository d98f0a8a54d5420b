/**
 * What is known to be wrong in LiveCodeBench.
 *
 * @module
 */

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
