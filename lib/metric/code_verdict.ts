/**
 * What became of a piece of code.
 *
 * @module
 */

/**
 * `passed`: every test, with proof that they ran to their end. `timeout`: over
 * the time of a test. `memory`: out of memory. `refused`: it needed what the
 * sandbox denies. `failed`: anything else.
 */
export type CodeOutcome = "failed" | "memory" | "passed" | "refused" | "timeout";

/**
 * How strictly code is judged. `canonical`: as the benchmark's own grader.
 * `lenient`: programs read a real standard input, numbers may differ by 1e-6,
 * a body with a wrong indent is moved once. `strict`: the tests run in another
 * process than the code, which gives back plain data only.
 */
export type CodeMode = "canonical" | "lenient" | "strict";

/**
 * Result of one test: true, or false for a wrong value of a function, -1 when
 * the code ended early, -2 for wrong output or a failed assertion, -3 for the
 * time limit, -4 for an exception.
 */
export type TestCode = boolean | -1 | -2 | -3 | -4;

/** The verdict on one piece of code. JSON-safe. */
export interface CodeVerdict {
  /** Outcome. */
  readonly verdict: CodeOutcome;
  /** Why it did not pass, in a sentence; null when it did. */
  readonly reason: string | null;
  /** Results of the tests in order, up to and including the first that failed. */
  readonly perTest: readonly TestCode[];
  /** What in the code may have deceived tests in the same process; empty for honest code. */
  readonly flags: readonly string[];
  /** How it was judged. */
  readonly mode: CodeMode;
  /** True when the body was moved to the indent of its prompt, which only `lenient` does. */
  readonly reindented: boolean;
  /** Time it took in ms, the start of the sandbox included. */
  readonly durationMs: number;
}

/** Whether code passed. */
export function isPassed(verdict: Pick<CodeVerdict, "verdict">): boolean {
  return verdict.verdict === "passed";
}
