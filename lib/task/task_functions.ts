/**
 * Functions that task files name by `!function module.fn`, written in
 * TypeScript by the user.
 *
 * @module
 */

/**
 * A function a task file names, with the arguments lm-eval gives it:
 *
 * - `process_docs(docs) -> docs`, `doc_to_text(doc) -> text`,
 *   `doc_to_target(doc)`, `doc_to_choice(doc) -> texts`
 * - `process_results(doc, results) -> { metric: value }`; a result is
 *   `[logLikelihood, isGreedy]` or the filtered reply
 * - a metric `([gold, reply]) -> value`, an aggregation `(values) -> number`
 * - a filter `(args) -> (replies, doc) -> replies`
 * - `fewshot_config.samples() -> docs`, `custom_dataset(metadata) -> splits`
 */
// deno-lint-ignore no-explicit-any
export type TaskFunction = (...args: any[]) => any;

const functions = new Map<string, TaskFunction>();

/**
 * Registers the port of a Python function for the task files that name it.
 * A name may carry folders to tell equal ones apart: `my_tasks/utils.fn`
 * serves only files in a folder `my_tasks`. A second registration replaces the
 * first, so that a notebook cell can run again.
 *
 * @throws {RangeError} On a name without a module.
 *
 * @example Rows with an answer only
 * ```ts
 * import { registerTaskFunction } from "./task_functions.ts";
 * registerTaskFunction("utils.keep_answered", (docs) => docs.filter((doc: { a: string }) => doc.a !== ""));
 * ```
 */
export function registerTaskFunction(name: string, fn: TaskFunction): void {
  if (!/^([^/]+\/)*[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)+$/u.test(name)) {
    throw new RangeError(`Cannot register the function: wanted a name as "module.fn", found "${name}"`);
  }
  functions.set(name, fn);
}

/** The registered function for a tag in a folder; the longest matching name wins. */
export function registeredFunction(name: string, folder: string): TaskFunction | undefined {
  if (functions.size === 0) return undefined;
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  for (let from = 0; from <= parts.length; from++) {
    const found = functions.get([...parts.slice(from), name].join("/"));
    if (found !== undefined) return found;
  }
  return undefined;
}
