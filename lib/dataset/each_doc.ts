/**
 * From batches to docs.
 *
 * @module
 */
import type { Doc, Fields } from "./doc.ts";

/**
 * Docs of batches one by one, with one settled promise a doc: `yield*` of a
 * list costs three and as much time as parsing the row.
 *
 * When the batches end without a single doc, what `empty` gives is thrown.
 *
 * @example
 * ```ts
 * import { eachDoc } from "./each_doc.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const doc = { id: "a", index: 0, fields: {} };
 * const docs = eachDoc(ReadableStream.from([[], [doc]]), () => new Error("none"));
 * assertEquals(await docs.next(), { done: false, value: doc });
 * assertEquals((await docs.next()).done, true);
 * ```
 */
export function eachDoc<F extends Fields>(
  source: AsyncIterable<readonly Doc<F>[]>,
  empty: () => Error,
): AsyncIterator<Doc<F>> {
  const batches = source[Symbol.asyncIterator]();
  let batch: readonly Doc<F>[] = [];
  let at = 0;
  let state: "fresh" | "some" | "over" = "fresh";
  let turn: Promise<unknown> | undefined;
  const pull = async (): Promise<IteratorResult<Doc<F>>> => {
    while (at >= batch.length) {
      if (state === "over") return { done: true, value: undefined };
      const before = state;
      state = "over"; // also when the next line throws
      const { done, value } = await batches.next();
      if (done === true) {
        if (before === "fresh") throw empty();
        return { done: true, value: undefined };
      }
      state = value.length > 0 ? "some" : before;
      batch = value;
      at = 0;
    }
    return { done: false, value: batch[at++] as Doc<F> };
  };
  return {
    next() {
      if (turn === undefined && at < batch.length) {
        return Promise.resolve({ done: false, value: batch[at++] as Doc<F> });
      }
      // Calls that do not wait for each other still get their docs in order.
      const result = turn === undefined ? pull() : turn.then(pull);
      const mine: Promise<unknown> = result.catch(() => {}).then(() => {
        if (turn === mine) turn = undefined;
      });
      turn = mine;
      return result;
    },
    async return() {
      state = "over";
      batch = [];
      await batches.return?.();
      return { done: true, value: undefined };
    },
  };
}
