/**
 * Work side by side that stands or falls together.
 *
 * @module
 */

/**
 * Starts all pieces at once and waits until every one has settled. The first
 * failure aborts the signal the others were given, and is what is thrown: a
 * failed call leaves nothing running behind it.
 *
 * @returns Results in the order of the pieces.
 * @throws What failed first in time, or the reason of `signal`.
 *
 * @example
 * ```ts
 * import { allOrAbort } from "./all_or_abort.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await allOrAbort([() => Promise.resolve(1), () => Promise.resolve(2)]), [1, 2]);
 * ```
 */
export async function allOrAbort<T>(
  pieces: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal?: AbortSignal,
): Promise<T[]> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const stop = (): void => own.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  let first: { readonly error: unknown } | undefined;
  try {
    const settled = await Promise.allSettled(pieces.map(async (piece) => {
      try {
        return await piece(own.signal);
      } catch (error) {
        first ??= { error };
        own.abort(error);
        throw error;
      }
    }));
    signal?.throwIfAborted();
    if (first !== undefined) throw first.error;
    return settled.map((one) => (one as PromiseFulfilledResult<T>).value);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
