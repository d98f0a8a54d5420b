/**
 * What the floor model falls back on: rough frequencies of characters, shifted
 * by groups so that no step is like another.
 *
 * @module
 */
import { mix } from "./floor_hash.ts";
import { LETTER_PERMILLE } from "./floor_words.ts";

/** Index of the class of all code units from 128 on, which share its mass evenly. */
export const OTHER = 128;
/** Index of the end mark. */
export const END = 129;
/** Length of a distribution: 128 code units, {@linkcode OTHER}, {@linkcode END}. */
export const SYMBOLS = 130;
/** Code units behind {@linkcode OTHER}. */
export const OTHER_UNITS = 65536 - 128;

const GROUPS = 8;

/** Probabilities of all symbols; they sum to 1. */
export const BACKGROUND: Float64Array = backgroundTable();
const GROUP_MASS = groupMass(BACKGROUND);

/** Factors of the groups (symbol modulo their number) that keep the sum at 1. */
export function groupLuck(hash: number): Float64Array {
  const luck = new Float64Array(GROUPS);
  let total = 0;
  for (let g = 0; g < GROUPS; g++) {
    luck[g] = 0.5 + (mix(hash, 8192 + g) & 255) / 170;
    total += (luck[g] ?? 0) * (GROUP_MASS[g] ?? 0);
  }
  for (let g = 0; g < GROUPS; g++) luck[g] = (luck[g] ?? 0) / total;
  return luck;
}

function backgroundTable(): Float64Array {
  const table = new Float64Array(SYMBOLS).fill(0.02);
  for (let i = 0; i < 26; i++) {
    table[97 + i] = LETTER_PERMILLE[i] ?? 1;
    table[65 + i] = (LETTER_PERMILLE[i] ?? 1) / 20;
  }
  for (let unit = 33; unit < 65; unit++) table[unit] = 2;
  table[32] = 60;
  table[10] = 6;
  table[OTHER] = 20;
  table[END] = 3;
  const total = table.reduce((sum, value) => sum + value, 0);
  return table.map((value) => value / total);
}

function groupMass(table: Float64Array): Float64Array {
  const mass = new Float64Array(GROUPS);
  table.forEach((value, s) => mass[s % GROUPS] = (mass[s % GROUPS] ?? 0) + value);
  return mass;
}
