/**
 * Translation edit rate, equal to sacrebleu's default (Tercom's heuristics:
 * Snover et al. 2006, "A Study of Translation Edit Rate").
 *
 * @module
 */
import { corpusAggregation, pyWords, translationPair } from "./corpus.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { EditTable } from "./edit_table.ts";

const MAX_SHIFT_SIZE = 10;
const MAX_SHIFT_DISTANCE = 50;
const MAX_CANDIDATES = 1000;

interface Shift {
  readonly gain: number;
  readonly length: number;
  readonly start: number;
  readonly target: number;
  readonly words: Int32Array;
}

function moved(words: Int32Array, shift: { start: number; length: number; target: number }): Int32Array {
  const { start, length, target } = shift;
  const rest = [...words.subarray(0, start), ...words.subarray(start + length)];
  const block = words.subarray(start, start + length);
  // a target behind the block counts the block itself; one inside it counts from its start
  const at = target < start ? target : target > start + length ? target - length : target;
  return Int32Array.from([...rest.slice(0, at), ...block, ...rest.slice(at)]);
}

function better(a: Shift, b: Shift | null): boolean {
  if (b === null || a.gain !== b.gain) return b === null || a.gain > b.gain;
  if (a.length !== b.length) return a.length > b.length;
  if (a.start !== b.start) return a.start < b.start;
  return a.target < b.target;
}

/** Equal runs of both texts, at different places or not, in Tercom's order. */
function* equalRuns(words: Int32Array, wanted: Int32Array): Generator<[number, number, number]> {
  for (let i = 0; i < words.length; i++) {
    for (let j = 0; j < wanted.length; j++) {
      if (Math.abs(j - i) > MAX_SHIFT_DISTANCE) continue;
      for (let n = 1; n <= MAX_SHIFT_SIZE && i + n <= words.length && j + n <= wanted.length; n++) {
        if (words[i + n - 1] !== wanted[j + n - 1]) break;
        yield [i, j, n];
      }
    }
  }
}

/** Best single shift and the number of candidates looked at so far. */
function bestShift(words: Int32Array, table: EditTable, checked: number): [Shift | null, number] {
  const { cost, aligned, wrongReply, wrongReference } = table.align(words);
  let best: Shift | null = null;
  let seen = checked;
  const wrong = (flags: Uint8Array, from: number, n: number) =>
    flags.subarray(from, from + n).some((flag) => flag === 1);
  for (const [start, from, length] of equalRuns(words, table.reference)) {
    if (!wrong(wrongReply, start, length) || !wrong(wrongReference, from, length)) continue;
    const here = aligned[from] as number;
    if (start <= here && here < start + length) continue;
    let before = -1;
    for (let offset = -1; offset < length; offset++) {
      const at = from + offset;
      if (at >= table.reference.length) break;
      const target = at === -1 ? 0 : (aligned[at] as number) + 1;
      if (target === before) continue;
      before = target;
      const shifted = moved(words, { start, length, target });
      const shift = {
        gain: cost - table.distance(shifted, Math.min(start, target)),
        length,
        start,
        target,
        words: shifted,
      };
      seen++;
      if (better(shift, best)) best = shift;
    }
    if (seen >= MAX_CANDIDATES) break;
  }
  return [best, seen];
}

function edits(reply: readonly string[], reference: readonly string[]): number {
  if (reference.length === 0) return reply.length;
  const ids = new Map<string, number>();
  const read = (words: readonly string[]) =>
    Int32Array.from(words, (word) => {
      let id = ids.get(word);
      if (id === undefined) ids.set(word, id = ids.size);
      return id;
    });
  const table = new EditTable(read(reference));
  let words: Int32Array = read(reply);
  let shifts = 0;
  let checked = 0;
  for (;;) {
    const [shift, seen] = bestShift(words, table, checked);
    checked = seen;
    if (checked >= MAX_CANDIDATES || shift === null || shift.gain <= 0) break;
    shifts++;
    words = shift.words;
  }
  return shifts + table.align(words).cost;
}

/** `[least edits over the references, mean reference length]`. */
function stats(references: readonly string[], reply: string): number[] {
  const words = pyWords(reply.toLowerCase());
  const lists = references.map((reference) => pyWords(reference.toLowerCase()));
  const least = Math.min(...lists.map((list) => edits(words, list)));
  return [least, lists.reduce((sum, list) => sum + list.length, 0) / lists.length];
}

function score(sums: Float64Array): number {
  const [changes, length] = sums as unknown as [number, number];
  if (length > 0) return (100 * changes) / length;
  return changes > 0 ? 100 : 0;
}

/** Translation edit rate, 0 and above; lower is better. Sample value: `[reference, reply]`. */
export const ter: BenchMetric = defineMetric({
  name: "ter",
  higherIsBetter: false,
  aggregate: corpusAggregation({ name: "ter", stats, score }),
  score: translationPair,
});
