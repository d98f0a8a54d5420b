/**
 * From an order to scores.
 *
 * @module
 */
import { midRanks, type Tiers } from "./ranking_tiers.ts";

/** What stands among the ranked items after the responses. */
export interface RankingScale {
  /** The item after the responses is the right answer. */
  readonly reference?: boolean;
  /** Scores of anchors, in the order of the items after the responses. */
  readonly anchors?: readonly number[];
  /** Best score below the right answer; default 0.3. */
  readonly ceiling?: number;
}

interface Seam {
  readonly place: number;
  readonly score: number;
}

/**
 * Scores of the first `responses` items of an order, 0..1.
 *
 * Alone, places spread evenly from 1 to 0. With the right answer among the
 * items, it stands for 0.5: better ones rise from there to 1, worse ones fall
 * from `ceiling` to 0. With anchors, scores are read off the lines between
 * them, after anchors the judge put in the wrong order were levelled.
 *
 * @example The right answer beats the second response
 * ```ts
 * import { rankingScores } from "./ranking_scores.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rankingScores([[0], [2], [1]], 2, { reference: true }), [1, 0]);
 * ```
 */
export function rankingScores(tiers: Tiers, responses: number, scale: RankingScale = {}): number[] {
  const { reference = false, anchors = [], ceiling = 0.3 } = scale;
  const places = midRanks(tiers);
  const last = places.length - 1;
  const score = anchors.length > 0
    ? alongAnchors(
      levelled(anchors.map((worth, i) => ({ place: places[responses + i] ?? 0, score: worth }))),
      last,
    )
    : reference
    ? aroundReference(places[responses] ?? 0, { last, ceiling })
    : (place: number): number => last === 0 ? 1 : 1 - place / last;
  return places.slice(0, responses).map((place) => Math.min(1, Math.max(0, score(place))));
}

function aroundReference(
  gold: number,
  { last, ceiling }: { last: number; ceiling: number },
): (place: number) => number {
  return (place) => {
    if (place < gold) return 0.5 + (0.5 * (gold - place)) / gold;
    if (place === gold) return 0.5;
    return last - gold <= 0 ? ceiling : ceiling * (1 - (place - gold) / (last - gold));
  };
}

/** Anchors by place, with scores that never rise towards the end. */
function levelled(seams: Seam[]): Seam[] {
  const sorted = seams.sort((a, b) => a.place - b.place || a.score - b.score);
  const kept: Seam[] = [];
  for (const seam of sorted) {
    let { place } = seam;
    for (let top = kept.at(-1); top !== undefined && top.score < seam.score; top = kept.at(-1)) {
      ({ place } = top);
      kept.pop();
    }
    kept.push({ place, score: seam.score });
  }
  return kept;
}

function alongAnchors(seams: readonly Seam[], last: number): (place: number) => number {
  const best = seams[0] as Seam;
  const worst = seams.at(-1) as Seam;
  return (place) => {
    if (place <= best.place) {
      const above = best.place === 0 ? 0 : (1 - best.score) * (best.place - place) / best.place;
      return best.score + above;
    }
    if (place >= worst.place) {
      return last === worst.place ? 0 : worst.score * ((last - place) / (last - worst.place));
    }
    const i = seams.findIndex((seam) => seam.place >= place);
    const [left, right] = [seams[i - 1] as Seam, seams[i] as Seam];
    const span = right.place - left.place;
    if (span === 0) return Math.max(left.score, right.score);
    return right.score + (left.score - right.score) * (right.place - place) / span;
  };
}
