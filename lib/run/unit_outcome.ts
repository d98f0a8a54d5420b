/**
 * Outcomes that are safe to write, and outcomes made from errors.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import type { UnitOutcome } from "./unit.ts";

/**
 * Says what in a value JSON cannot hold, as `path: kind`, or null when all is
 * well. NaN, Infinity, bigint, function, symbol, Map, Set, Date, Error, class
 * instances and circles are refused; `undefined` properties are allowed, since
 * they are simply absent.
 *
 * @example
 * ```ts
 * import { jsonProblem } from "./unit_outcome.ts";
 * import { assert } from "@std/assert";
 * assert(jsonProblem({ a: [1, "x", null] }) === null);
 * assert(jsonProblem({ a: { b: NaN } }) === "a.b: NaN");
 * ```
 */
export function jsonProblem(value: unknown): string | null {
  return isPlainJson(value, 0) ? null : inspect(value, "", 0);
}

/** The same question without a place: nearly all values are well, and then no place is needed. */
function isPlainJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      break;
    default:
      return false;
  }
  if (value === null) return true;
  if (depth > 200) return false;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isPlainJson(value[at], depth + 1)) return false;
    return true;
  }
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return false;
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (part !== undefined && !isPlainJson(part, depth + 1)) return false;
  }
  return true;
}

function inspect(value: unknown, path: string, depth: number): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${path || "value"}: ${value}`;
    case "object":
      break;
    default:
      return `${path || "value"}: ${typeof value}`;
  }
  if (value === null) return null;
  if (depth > 200) return `${path}: nested too deep or circular`;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const problem = inspect(value[at], `${path}[${at}]`, depth + 1);
      if (problem) return problem;
    }
    return null;
  }
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return `${path || "value"}: ${proto?.constructor?.name}`;
  for (const key of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[key];
    if (part === undefined) continue;
    const problem = inspect(part, path ? `${path}.${key}` : key, depth + 1);
    if (problem) return problem;
  }
  return null;
}

/**
 * Makes an `error` outcome of whatever was thrown: the code of a BenchError,
 * `timeout` for a TimeoutError, else `unit_crashed`; message, name and the top
 * of the stack are kept, since an Error itself does not survive JSON.
 *
 * @example
 * ```ts
 * import { outcomeOfError } from "./unit_outcome.ts";
 * import { assert } from "@std/assert";
 * const outcome = outcomeOfError(new RangeError("no such index"));
 * assert(outcome.status === "error" && outcome.reason === "unit_crashed");
 * ```
 */
export function outcomeOfError(error: unknown): UnitOutcome {
  const name = error instanceof Error ? error.name : typeof error;
  const message = error instanceof Error ? error.message : String(error);
  const reason = isBenchError(error) ? error.code : name === "TimeoutError" ? "timeout" : "unit_crashed";
  const top = error instanceof Error ? error.stack?.split("\n")[1]?.trim() : undefined;
  return {
    status: "error",
    reason,
    message: reason === "unit_crashed" ? `${name}: ${message}` : message,
    data: {
      error: {
        name,
        message,
        ...(isBenchError(error) && error.hint ? { hint: error.hint } : {}),
        // The place in the code tells about bugs; for findings about the world it is noise.
        ...(reason === "unit_crashed" && top ? { stack_top: top } : {}),
      },
    },
  };
}

/**
 * Gives the outcome as it may be written: an outcome that JSON cannot hold, or
 * one without its reason, becomes an `error` that says so.
 *
 * @example
 * ```ts
 * import { safeOutcome } from "./unit_outcome.ts";
 * import { assert } from "@std/assert";
 * assert(safeOutcome({ status: "ok", data: { n: 1n } }).reason === "outcome_not_json");
 * ```
 */
export function safeOutcome(outcome: UnitOutcome): UnitOutcome {
  const status = outcome?.status;
  if (status !== "ok" && status !== "limited" && status !== "error") {
    return fault(
      "outcome_invalid",
      `Unit gave no outcome: wanted a status of ok, limited or error, found "${status}"`,
    );
  }
  if (typeof outcome.data !== "object" || outcome.data === null) {
    return fault("outcome_invalid", `Unit gave an outcome without data`);
  }
  const problem = jsonProblem(outcome.data);
  if (problem) return fault("outcome_not_json", `Unit gave what JSON cannot hold: ${problem}`);
  if (status !== "ok" && !outcome.reason) return { ...outcome, reason: "unspecified" };
  return outcome;
}

function fault(reason: string, message: string): UnitOutcome {
  return { status: "error", reason, message, data: {} };
}
