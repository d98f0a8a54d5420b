/**
 * Exit codes of every command.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";

/** What a process says at its end. */
export const EXIT = {
  /** Done; gates met or none asked. */
  ok: 0,
  /** A gate was not met, or a defect of the program. */
  finding: 1,
  /** The command line or a config file makes no sense; nothing was spent. */
  usage: 2,
  /** Incomplete or inconclusive; can be resumed. */
  incomplete: 3,
  /** Nothing to do. */
  nothing: 5,
  /** Ctrl-C. */
  interrupted: 130,
  /** SIGTERM. */
  terminated: 143,
} as const;

/** One line each, for help texts. */
export const EXIT_HELP: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "done; the gate is met or none was asked for"],
  ["1", "a gate was not met"],
  ["2", "wrong flag or config; nothing was spent"],
  ["3", "incomplete or inconclusive: something was not scored; --resume goes on"],
  ["5", "nothing to do"],
  ["130, 143", "interrupted; what was answered is on disk, --resume goes on"],
];

/** Codes of errors that are a mistake of the caller, whatever their class. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  "plan_mismatch",
  "unknown_task",
  "duplicate_task",
  "unknown_niche",
  "path_outside",
]);

/**
 * Exit code for an error that ended a command: 2 for usage, 3 for findings
 * about the world (a server, a file, a disk), 1 for anything unexpected.
 *
 * @example
 * ```ts
 * import { exitCodeOf } from "./exit.ts";
 * import { TaskError, UsageError } from "../core/errors.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(exitCodeOf(new UsageError("no", { code: "bad_value" })), 2);
 * assertEquals(exitCodeOf(new TaskError("bad YAML", { code: "bad_yaml" })), 2);
 * assertEquals(exitCodeOf(new Error("bug")), 1);
 * ```
 */
export function exitCodeOf(thrown: unknown): number {
  const error = firstError(thrown);
  if (!isBenchError(error)) return error instanceof Deno.errors.NotCapable ? EXIT.incomplete : EXIT.finding;
  // Tasks are loaded and checked before the first question: what ends a command there is how it was asked.
  if (error.name === "UsageError" || error.name === "TaskError" || USAGE_CODES.has(error.code)) {
    return EXIT.usage;
  }
  return error.code === "nothing_to_do" ? EXIT.nothing : EXIT.incomplete;
}

/**
 * The error that came first, when cleaning up after it failed too.
 *
 * @example
 * ```ts
 * import { firstError } from "./exit.ts";
 * import { assertEquals } from "@std/assert";
 * const first = new Error("disk full");
 * assertEquals(firstError(new SuppressedError(new Error("close failed"), first)), first);
 * ```
 */
export function firstError(error: unknown): unknown {
  return error instanceof SuppressedError ? firstError(error.suppressed) : error;
}
