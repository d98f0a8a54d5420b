/**
 * Yes and no as judges write them.
 *
 * @module
 */
import { judgeError } from "./judge_error.ts";

const YES: ReadonlySet<unknown> = new Set([true, "true", "yes", "pass", "passed"]);
const NO: ReadonlySet<unknown> = new Set([false, "false", "no", "fail", "failed"]);

/**
 * Reads a verdict: true or false, or the words true, yes, pass, passed and
 * false, no, fail, failed in any case. Nothing else is one: not 1, not 0.3,
 * not null.
 *
 * @throws {JudgeError} `bad_verdict`.
 * @example
 * ```ts
 * import { readPassed } from "./passed.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([readPassed("Yes"), readPassed("false")], [true, false]);
 * ```
 */
export function readPassed(value: unknown): boolean {
  const plain = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (YES.has(plain)) return true;
  if (NO.has(plain)) return false;
  throw judgeError({
    code: "bad_verdict",
    message: `Cannot read the verdict: wanted true or false, found ${JSON.stringify(value) ?? "none"}`,
  });
}
