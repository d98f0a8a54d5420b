/**
 * Errors of judges, all made in one place.
 *
 * @module
 */
import { isBenchError, JudgeError } from "../core/errors.ts";
import { visibleText } from "../core/redact.ts";

/** Longest piece of a reply that an error quotes. */
const QUOTED = 200;

/** Facts of a failed judgement. */
export interface JudgeFault {
  /** Stable code: `unparsable`, `truncated`, `out_of_set` … */
  readonly code: string;
  /** What was wanted and found, without a final period. */
  readonly message: string;
  /** The reply, quoted in part. */
  readonly reply?: string;
  /** What to do. */
  readonly hint?: string;
  /** The error underneath. */
  readonly cause?: unknown;
  /** More facts for programs. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Makes the error of a judgement that is none. `details.terminationReason` is
 * `judge_error`, which ends a rollout by that name.
 *
 * @example
 * ```ts
 * import { judgeError } from "./judge_error.ts";
 * import { assertEquals } from "@std/assert";
 * const error = judgeError({ code: "unparsable", message: "Cannot read the judge: wanted JSON" });
 * assertEquals([error.name, error.code], ["JudgeError", "unparsable"]);
 * ```
 */
export function judgeError(fault: JudgeFault): JudgeError {
  const { code, message, reply, hint, cause, details } = fault;
  const quoted = reply === undefined ? "" : `, found "${visibleText(reply.slice(0, QUOTED))}"`;
  return new JudgeError(message + quoted, {
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
    details: { terminationReason: "judge_error", ...details },
  });
}

/**
 * Puts what was judged in front of any failure: the code of a judge's or
 * model's own error is kept, everything else is `judge_failed`.
 *
 * @example
 * ```ts
 * import { judgeErrorAbout } from "./judge_error.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(judgeErrorAbout('rubric "Tone"', new Error("lost")).message, 'Cannot judge rubric "Tone": lost');
 * ```
 */
export function judgeErrorAbout(what: string, cause: unknown): JudgeError {
  const own = isBenchError(cause) ? cause : undefined;
  return judgeError({
    code: own?.code ?? "judge_failed",
    message: `Cannot judge ${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
    ...(own?.hint === undefined ? {} : { hint: own.hint }),
    ...(own === undefined ? {} : { details: own.details }),
  });
}
