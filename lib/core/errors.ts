/**
 * One error family for everything benchbook throws on purpose.
 *
 * Argument mistakes stay the built-in `TypeError`, `RangeError` and
 * `SyntaxError`; what crosses a boundary (a file, a server, a sandbox, a judge)
 * is a {@linkcode BenchError} with a stable `code` and one `hint`.
 *
 * @module
 */

const BRAND = Symbol.for("benchbook.error");

/** Options of {@linkcode BenchError}. */
export interface BenchErrorOptions {
  /** Stable machine-readable reason in snake_case, such as `duplicate_id`. */
  code: string;
  /** One sentence: what to do about it. */
  hint?: string;
  /** The error underneath. */
  cause?: unknown;
  /** JSON-safe facts for programs: file, line, field, status. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Base of all errors that are findings about the world, not bugs in a call.
 *
 * The message says the action, what was wanted and what was found; the hint is
 * kept apart so that a renderer can put it on a line of its own.
 *
 * @example Throw and recognise one
 * ```ts
 * import { BenchError, isBenchError } from "./errors.ts";
 * import { assert } from "@std/assert";
 *
 * const error = new BenchError('Cannot read "a.jsonl": line 3 is not JSON', {
 *   code: "bad_json",
 *   hint: "Mend line 3 or drop it",
 * });
 * assert(isBenchError(error) && error.code === "bad_json");
 * ```
 */
export class BenchError extends Error {
  /** Name of the class, for programs that lost the prototype. */
  override name = "BenchError";
  /** Stable reason in snake_case. */
  readonly code: string;
  /** What to do, or undefined. */
  readonly hint?: string;
  /** JSON-safe facts. */
  readonly details: Readonly<Record<string, unknown>>;

  /** Makes the error; `message` has no final period. */
  constructor(message: string, options: BenchErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    if (options.hint !== undefined) this.hint = options.hint;
    this.details = options.details ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** A data set, file or row that is not what was wanted. */
export class DataError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "DataError";
}

/** A task definition that cannot be run. */
export class TaskError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "TaskError";
}

/** A model endpoint that failed, refused or lied. */
export class ModelError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "ModelError";
}

/** A judge whose reply is missing, cut or outside its scale: never a score. */
export class JudgeError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "JudgeError";
}

/** A sandbox that could not be opened or kept. */
export class SandboxError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "SandboxError";
}

/** A result, ledger or bundle that is missing, foreign or damaged. */
export class ResultError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "ResultError";
}

/** A command line or configuration that makes no sense (exit code 2). */
export class UsageError extends BenchError {
  /** Name of the class, for programs that lost the prototype. */
  override name = "UsageError";
}

/**
 * Tells whether a value is a {@linkcode BenchError}, also when it was made by
 * another copy of this module (one imported by URL, one from disk).
 *
 * @example
 * ```ts
 * import { isBenchError } from "./errors.ts";
 * import { assert } from "@std/assert";
 * assert(!isBenchError(new Error("plain")));
 * ```
 */
export function isBenchError(value: unknown): value is BenchError {
  return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
}
