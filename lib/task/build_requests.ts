/**
 * The requests of a task as a stream: to look at them, to send them by hand.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "../dataset/doc.ts";
import { docBuilder } from "./build_doc.ts";
import { numberDocs } from "./number_docs.ts";
import { type PrepareOptions, prepareTask, type Splits } from "./prepare_task.ts";
import type { Request } from "./request.ts";
import type { Task } from "./task.ts";

/** Options of {@linkcode buildRequests}. */
export interface BuildRequestsOptions extends PrepareOptions {
  /** Other splits, such as the one shots are drawn from. */
  readonly splits?: Splits;
}

/**
 * Yields the requests of every doc in lm-eval's order. `docs` are the
 * evaluated rows. Without shots and without `processDocs` they are streamed;
 * otherwise they are read to the end first, since the rules need them all.
 *
 * @throws {TaskError} See `prepareTask`.
 *
 * @example Look at the prompts
 * ```ts
 * import { buildRequests } from "./build_requests.ts";
 * import { defineTask } from "./define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "sums", prompt: (doc) => `${doc.q}=`, target: (doc) => doc.a });
 * const prompts: string[] = [];
 * for await (const request of buildRequests(task, [{ q: "1+1", a: "2" }])) prompts.push(request.prompt);
 * assertEquals(prompts, ["1+1="]);
 * ```
 */
export async function* buildRequests(
  task: Task,
  docs: Dataset | AsyncIterable<Doc | Fields> | Iterable<Doc | Fields>,
  options: BuildRequestsOptions = {},
): AsyncIterable<Request> {
  const { splits = {}, ...rest } = options;
  const shots = task.fewshot.count === 0 ? 0 : options.numFewshot ?? task.fewshot.count ?? 0;
  if (shots > 0 || task.processDocs !== undefined || options.only !== undefined) {
    const rows: (Doc | Fields)[] = [];
    for await (const row of docs) rows.push(row);
    const evalSplit = task.testSplit ?? task.validationSplit ?? "test";
    const prepared = prepareTask(task, { ...splits, [evalSplit]: rows }, rest);
    for (const doc of prepared.docs()) yield* doc.requests;
    return;
  }
  const build = docBuilder(task, options);
  const { limit = Infinity } = options;
  if (limit !== Infinity && (!Number.isInteger(limit) || limit < 1)) {
    throw new RangeError(`Cannot limit docs: wanted an integer of 1 or more, found "${limit}"`);
  }
  let index = 0;
  for await (const row of docs) {
    const [doc] = numberDocs([row]);
    yield* build({ ...(doc as Doc), index: (doc as Doc).index || index }, index, []).requests;
    if (++index >= limit) return;
  }
}
