/**
 * Agreement of two raters beyond chance.
 *
 * @module
 */

/** Agreement of two raters. */
export interface Kappa {
  /** Cohen's kappa, at most 1; null when chance alone explains everything (both raters constant). */
  readonly kappa: number | null;
  /** Share of pairs that agree, or its weighted form. */
  readonly agreement: number;
  /** The same, expected by chance. */
  readonly expected: number;
  /** Number of pairs. */
  readonly n: number;
}

/** Options of {@linkcode cohenKappa}. */
export interface KappaOptions {
  /** How much a miss costs: all the same, by distance, or by squared distance of the levels' ranks. Default `none`. */
  readonly weights?: "none" | "linear" | "quadratic";
  /** All levels, lowest first; default those that occur. */
  readonly levels?: readonly number[];
}

/**
 * Cohen's kappa (Cohen 1960; weighted: Cohen 1968) of two raters' scores of
 * the same items.
 *
 * @throws {RangeError} When the lists differ in length, are empty, or hold a score outside the levels.
 * @example
 * ```ts
 * import { cohenKappa } from "./kappa.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(cohenKappa([1, 1, 0, 0], [1, 0, 0, 0]).kappa, 0.5);
 * ```
 */
export function cohenKappa(a: readonly number[], b: readonly number[], options: KappaOptions = {}): Kappa {
  const { weights = "none", levels = [...new Set([...a, ...b])].sort((x, y) => x - y) } = options;
  if (a.length !== b.length || a.length === 0) {
    throw new RangeError(
      `Cannot compare raters: wanted lists of one length, found ${a.length} and ${b.length}`,
    );
  }
  const size = levels.length;
  const counts = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  a.forEach((score, i) => {
    const [row, column] = [levels.indexOf(score), levels.indexOf(b[i] as number)];
    if (row < 0 || column < 0) {
      throw new RangeError(`Cannot compare raters: a score is none of ${levels.join(", ")}`);
    }
    (counts[row] as number[])[column] = ((counts[row] as number[])[column] ?? 0) + 1;
  });
  const n = a.length;
  const rows = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = levels.map((_, j) => counts.reduce((sum, row) => sum + (row[j] ?? 0), 0));
  // Whole numbers as long as possible, so that simple tables give exact figures.
  let [seen, chance, most] = [0, 0, 1];
  if (weights !== "none") most = weights === "linear" ? Math.max(1, size - 1) : Math.max(1, (size - 1) ** 2);
  const worth = (i: number, j: number): number => {
    if (weights === "none") return i === j ? 1 : 0;
    return most - (weights === "linear" ? Math.abs(i - j) : (i - j) ** 2);
  };
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      seen += worth(i, j) * (counts[i]?.[j] ?? 0);
      chance += worth(i, j) * (rows[i] ?? 0) * (columns[j] ?? 0);
    }
  }
  const all = most * n * n;
  return {
    kappa: all === chance ? null : (seen * n - chance) / (all - chance),
    agreement: seen / (most * n),
    expected: chance / all,
    n,
  };
}
