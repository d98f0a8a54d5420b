/**
 * Lists of answers compared as multisets, as DROP does.
 *
 * @module
 */
import { normalizeAnswer, tokenF1Of } from "./token_f1.ts";

/** Scores of a list of answers, 0..1 each. */
export interface AnswerListScores {
  /** 1 when both lists hold the same answers equally often. */
  readonly em: number;
  /** Sum of the token F1 of the best pairing over the length of the longer list. */
  readonly f1: number;
}

/** Best total of a pairing: exact up to 12 on the shorter side, else greedy. */
function bestPairing(gains: readonly (readonly number[])[], columns: number): number {
  if (columns > 12) {
    const taken = new Set<number>();
    return gains.reduce((sum, row) => {
      const free = row.map((gain, i) => ({ gain, i })).filter((one) => !taken.has(one.i));
      const best = free.sort((a, b) => b.gain - a.gain)[0];
      if (best) taken.add(best.i);
      return sum + (best?.gain ?? 0);
    }, 0);
  }
  let best = new Float64Array(1 << columns);
  for (const row of gains) {
    const next = best.slice();
    for (let mask = 0; mask < best.length; mask++) {
      row.forEach((gain, i) => {
        const bit = 1 << i;
        if ((mask & bit) === 0) {
          next[mask | bit] = Math.max(next[mask | bit] as number, (best[mask] as number) + gain);
        }
      });
    }
    best = next;
  }
  return Math.max(...best);
}

/**
 * Scores a list of answers against the right list, order aside, repeats counted.
 *
 * @returns Two empty lists score 1.
 *
 * @example A repeat is one too many
 * ```ts
 * import { answerListScores } from "./answer_list.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(answerListScores(["4", "4"], ["4"]), { em: 0, f1: 0.5 });
 * ```
 */
export function answerListScores(predicted: readonly string[], gold: readonly string[]): AnswerListScores {
  const longest = Math.max(predicted.length, gold.length);
  if (longest === 0) return { em: 1, f1: 1 };
  const key = (list: readonly string[]) => JSON.stringify(list.map(normalizeAnswer).sort());
  const [rows, columns] = predicted.length >= gold.length ? [predicted, gold] : [gold, predicted];
  const gains = rows.map((row) => columns.map((column) => tokenF1Of(row, column)));
  return { em: Number(key(predicted) === key(gold)), f1: bestPairing(gains, columns.length) / longest };
}
