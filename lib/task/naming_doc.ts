/**
 * Errors that know their row.
 *
 * @module
 */
import { isBenchError, TaskError } from "../core/errors.ts";
import type { Doc } from "../dataset/doc.ts";
import type { Task } from "./task.ts";

/**
 * Runs work on a row; what goes wrong says which row of which task it was.
 *
 * @throws {TaskError} With the code of the error underneath, or `bad_row`.
 *
 * @example
 * ```ts
 * import { namingDoc } from "./naming_doc.ts";
 * import { assertThrows } from "@std/assert";
 * const doc = { id: "7", index: 0, fields: {} };
 * assertThrows(() => namingDoc({ name: "t" }, doc, () => JSON.parse("{")), Error, 'doc "7"');
 * ```
 */
export function namingDoc<T>(task: Pick<Task, "name">, doc: Doc, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const own = isBenchError(cause);
    if (own && (cause.details["doc"] !== undefined || cause.code === "bad_prompt")) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TaskError(`Cannot build task "${task.name}", doc "${doc.id}": ${message}`, {
      code: own ? cause.code : "bad_row",
      ...(own && cause.hint !== undefined ? { hint: cause.hint } : {}),
      details: { ...(own ? cause.details : {}), task: task.name, doc: doc.id, index: doc.index },
      cause,
    });
  }
}
