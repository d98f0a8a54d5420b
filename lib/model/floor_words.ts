/**
 * The words the floor model knows and how fond it is of them.
 *
 * @module
 */

/** A word with its weight after a colon (an answer is due), in prose, and at the start of a code line. */
export type FloorWord = readonly [word: string, answer: number, prose: number, code: number];

/** Sorted by code unit; letters and digits only. */
export const FLOOR_WORDS: readonly FloorWord[] = ([
  ["A", 9, 0.3, 0.1],
  ["B", 9, 0.3, 0.1],
  ["C", 9, 0.3, 0.1],
  ["D", 9, 0.3, 0.1],
  ["E", 0.8, 0.1, 0.1],
  ["F", 0.4, 0.1, 0.1],
  ["G", 0.4, 0.1, 0.1],
  ["H", 0.4, 0.1, 0.1],
  ["I", 0.4, 0.3, 0.1],
  ["J", 0.4, 0.1, 0.1],
  ["yes", 3, 0.3, 0.1],
  ["no", 3, 0.5, 0.1],
  ["maybe", 2.5, 0.2, 0.1],
  ["True", 0.6, 0.6, 0.1],
  ["False", 0.6, 0.6, 0.1],
  ["None", 0.2, 0.5, 0.1],
  ["0", 0.5, 0.8, 0.1],
  ["1", 0.6, 0.8, 0.1],
  ["2", 0.5, 0.4, 0.1],
  ["3", 0.4, 0.3, 0.1],
  ["5", 0.4, 0.3, 0.1],
  ["10", 0.4, 0.3, 0.1],
  ["The", 1, 1, 0.2],
  ["a", 0.3, 3, 0.2],
  ["an", 0.1, 1, 0.1],
  ["and", 0.1, 4, 0.1],
  ["are", 0.1, 1, 0.1],
  ["as", 0.1, 1, 0.1],
  ["by", 0.1, 1, 0.1],
  ["for", 0.1, 2, 0.5],
  ["from", 0.1, 1, 0.1],
  ["in", 0.1, 3, 0.1],
  ["is", 0.1, 2, 0.1],
  ["of", 0.1, 4, 0.1],
  ["or", 0.1, 1, 0.1],
  ["pass", 0.1, 0.1, 2],
  ["return", 0.1, 0.1, 9],
  ["that", 0.1, 1, 0.1],
  ["the", 0.4, 5, 0.2],
  ["to", 0.1, 3, 0.1],
  ["was", 0.1, 1, 0.1],
  ["with", 0.1, 2, 0.1],
  ["x", 0.1, 0.5, 0.3],
] as FloorWord[]).sort((a, b) => (a[0] < b[0] ? -1 : 1));

/** Weight of the one word copied from the text so far, in the same three places. */
export const COPY_WEIGHTS: readonly [answer: number, prose: number, code: number] = [5, 25, 2];

/** Rough frequencies of lower-case letters in English, in per mille, `a` first. */
export const LETTER_PERMILLE: readonly number[] = [
  82,
  15,
  28,
  43,
  127,
  22,
  20,
  61,
  70,
  2,
  8,
  40,
  24,
  67,
  75,
  19,
  1,
  60,
  63,
  91,
  28,
  10,
  24,
  2,
  20,
  1,
];
