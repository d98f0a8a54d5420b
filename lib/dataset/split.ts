/**
 * Parts that never share a doc and never move one.
 *
 * @module
 */
import type { Dataset, Doc, Fields } from "./doc.ts";
import { filterDocs } from "./filter_docs.ts";
import { orderFraction } from "./order_key.ts";
import { DEFAULT_SEED, type SeedOptions } from "./shuffle.ts";

/** Options of {@linkcode splitDocs}. */
export interface SplitOptions<F extends Fields = Fields> extends SeedOptions {
  /** Docs with the same group stay together (a patient, a document); default the doc's content or own id. */
  readonly by?: (doc: Doc<F>) => string;
}

/**
 * Splits by a hash of each doc's id: `{ train: 0.8, test: 0.2 }`. Where a doc
 * goes depends on seed and id alone, so new rows move no old ones. The shares
 * are expected shares, not exact counts; equal rows without an own id fall into
 * the same part.
 *
 * @throws {RangeError} unless the shares are positive and sum to 1.
 *
 * @example
 * ```ts
 * import { fromArray, splitDocs, toArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = fromArray(Array.from({ length: 100 }, (_, n) => ({ n })));
 * const { train, test } = splitDocs(docs, { train: 0.8, test: 0.2 });
 * assertEquals((await toArray(train)).length + (await toArray(test)).length, 100);
 * ```
 */
export function splitDocs<F extends Fields, Name extends string>(
  dataset: Dataset<F>,
  shares: Readonly<Record<Name, number>>,
  options: SplitOptions<F> = {},
): Record<Name, Dataset<F>> {
  const { seed = DEFAULT_SEED, by = contentOf } = options;
  orderFraction(seed, "");
  const entries = Object.entries(shares) as [Name, number][];
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  if (entries.some(([, share]) => !(share > 0)) || Math.abs(sum - 1) > 1e-9) {
    throw new RangeError(
      `Cannot split docs: wanted positive shares that sum to 1, found ${JSON.stringify(shares)}`,
    );
  }
  let low = 0;
  const parts = entries.map(([name, share], i): [Name, Dataset<F>] => {
    const from = low;
    const to = i === entries.length - 1 ? 1 : low + share;
    low = to;
    return [
      name,
      filterDocs(dataset, (doc) => {
        const at = orderFraction(seed, by(doc));
        return at >= from && at < to;
      }, `the split "${name}"`),
    ];
  });
  return Object.fromEntries(parts) as Record<Name, Dataset<F>>;
}

/** The id without the number of a repeat: equal rows must not face each other across a split. */
function contentOf(doc: Doc): string {
  return doc.id.replace(/^([0-9a-f]{64})#\d+$/, "$1");
}
