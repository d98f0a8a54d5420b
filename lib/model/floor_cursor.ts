/**
 * The floor model's distribution: what it thinks comes next after a text.
 *
 * Tokens are UTF-16 code units and one end mark, so any text has exactly one
 * tokenisation and a continuation may be cut anywhere without changing its
 * probability. Every step depends on a hash of the whole text so far.
 *
 * @module
 */
import { BACKGROUND, END, groupLuck, OTHER, SYMBOLS } from "./floor_background.ts";
import { mix, step } from "./floor_hash.ts";
import { isCopyUnit, isWordUnit, startsWord } from "./floor_units.ts";
import { COPY_WEIGHTS, FLOOR_WORDS } from "./floor_words.ts";

/** Changing it changes every answer of the floor: a new version of it. */
const SEED = 0x5eed0004;
const BACKGROUND_SHARE = 0.03;
/** What may follow a word or a mark, with weights after a word, a colon, another mark. */
const SEPARATORS: readonly (readonly [symbol: number, word: number, colon: number, mark: number])[] = [
  [END, 7, 0.2, 6],
  [32, 5, 12, 6],
  [46, 2, 0, 0],
  [44, 1, 0, 0],
  [10, 1, 0.6, 2],
  [41, 0.3, 0, 0.3],
];
/** Heavy-tailed luck by a byte of hash: the largest of `weight * LUCK` falls on each with its share of weight. */
const LUCK = Float64Array.from({ length: 256 }, (_, i) => Math.min(40, -1 / Math.log((i + 0.5) / 256)));
const WORDS = FLOOR_WORDS.map((entry) => entry[0]);

/** A place in a text from which the floor model looks ahead. */
export class FloorCursor {
  #text: string;
  #at = 0;
  #hash = SEED;
  #wordStart = 0;
  #wordHash = SEED;
  #place = 1;
  #low = 0;
  #high = WORDS.length;
  #copyAt = 0;
  #copyEnd = 0;

  /** Stands after the first `length` code units of `text`. */
  constructor(text: string, length: number = text.length) {
    this.#text = text;
    let hash = SEED;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      hash = step(hash, unit);
      if (startsWord(unit)) {
        this.#wordStart = i + 1;
        this.#wordHash = hash;
      }
    }
    this.#hash = hash;
    this.#at = this.#wordStart;
    this.#beginWord();
    for (; this.#at < length; this.#at++) this.#narrow(text.charCodeAt(this.#at));
  }

  /** A second cursor at the same place; `text` must begin with what was read so far. */
  fork(text: string): FloorCursor {
    const other = new FloorCursor("");
    other.#text = text;
    other.#at = this.#at;
    other.#hash = this.#hash;
    other.#wordStart = this.#wordStart;
    other.#wordHash = this.#wordHash;
    other.#place = this.#place;
    other.#low = this.#low;
    other.#high = this.#high;
    other.#copyAt = this.#copyAt;
    other.#copyEnd = this.#copyEnd;
    return other;
  }

  /** Moves over `unit`, appending it when the text ends here. */
  push(unit: number): void {
    if (this.#at === this.#text.length) this.#text += String.fromCharCode(unit);
    this.#hash = step(this.#hash, unit);
    if (startsWord(unit)) {
      this.#at++;
      this.#wordStart = this.#at;
      this.#wordHash = this.#hash;
      this.#beginWord();
    } else {
      this.#narrow(unit);
      this.#at++;
    }
  }

  /** Writes the next-token probabilities into `out` (length {@linkcode SYMBOLS}, sum 1). */
  fill(out: Float64Array): Float64Array {
    const depth = this.#at - this.#wordStart;
    const last = this.#at === 0 ? 32 : this.#text.charCodeAt(this.#at - 1);
    const candidates = this.#candidates(out.fill(0), depth);
    if (!candidates) this.#separators(out, last, isWordUnit(last) && depth > 0 ? 0.35 : 1);
    let left = 1;
    for (let s = 0; s < SYMBOLS; s++) left -= out[s] ??= 0;
    // What the rules leave over goes to the background, never less than its share.
    const share = Math.max(BACKGROUND_SHARE, left);
    const keep = (1 - share) / (1 - left);
    const luck = groupLuck(this.#hash);
    for (let s = 0; s < SYMBOLS; s++) {
      out[s] = (out[s] ?? 0) * keep + share * (BACKGROUND[s] ?? 0) * (luck[s % luck.length] ?? 0);
    }
    return out;
  }

  /** Spreads mass 1 over what continues a known word; false when none fits. */
  #candidates(out: Float64Array, depth: number): boolean {
    let total = 0;
    let ended = 0;
    const add = (word: string, from: number, length: number, weight: number) => {
      total += weight;
      if (depth === length) ended += weight;
      else out[word.charCodeAt(from + depth)] = (out[word.charCodeAt(from + depth)] ?? 0) + weight;
    };
    for (let i = this.#low; i < this.#high; i++) {
      const word = WORDS[i] ?? "";
      const weight = FLOOR_WORDS[i]?.[this.#place as 1 | 2 | 3] ?? 0;
      add(word, 0, word.length, weight * (LUCK[mix(this.#wordHash, i) & 255] ?? 0));
    }
    if (this.#copyEnd > this.#copyAt) {
      const weight = COPY_WEIGHTS[this.#place - 1] ?? 0;
      const luck = LUCK[mix(this.#wordHash, 997) & 255] ?? 0;
      add(this.#text, this.#copyAt, this.#copyEnd - this.#copyAt, weight * luck);
    }
    if (total === 0) return false;
    for (let s = 0; s < OTHER; s++) out[s] = (out[s] ?? 0) / total;
    if (ended > 0) this.#separators(out, 97, ended / total);
    return true;
  }

  /** Adds `mass` over the marks that may follow `last`. */
  #separators(out: Float64Array, last: number, mass: number): void {
    const column = isWordUnit(last) ? 1 : last === 58 ? 2 : 3;
    const weight = (i: number) =>
      (SEPARATORS[i]?.[column] ?? 0) * (LUCK[mix(this.#hash, 4096 + i) & 255] ?? 0);
    let total = 0;
    for (let i = 0; i < SEPARATORS.length; i++) total += weight(i);
    for (let i = 0; i < SEPARATORS.length; i++) {
      const symbol = SEPARATORS[i]?.[0] ?? END;
      out[symbol] = (out[symbol] ?? 0) + mass * weight(i) / total;
    }
  }

  /** Opens all words again, and picks one earlier word that might come back. */
  #beginWord(): void {
    this.#low = 0;
    this.#high = WORDS.length;
    this.#place = this.#kindOfPlace();
    this.#copyAt = this.#copyEnd = 0;
    if (this.#wordStart < 2) return;
    let from = mix(this.#wordHash, 991) % this.#wordStart;
    const limit = Math.min(this.#wordStart, from + 64);
    while (from < limit && from > 0 && !startsWord(this.#text.charCodeAt(from - 1))) from++;
    let to = from;
    while (to < limit && isCopyUnit(this.#text.charCodeAt(to))) to++;
    this.#copyAt = from;
    this.#copyEnd = to;
  }

  /** 1: an answer is due; 2: prose; 3: a code line begins. */
  #kindOfPlace(): number {
    let i = this.#wordStart - 1;
    while (i >= 0 && this.#text.charCodeAt(i) === 32) i--;
    const before = i < 0 ? 32 : this.#text.charCodeAt(i);
    if (before === 10) return this.#wordStart - 1 - i >= 2 ? 3 : 2;
    return before === 58 ? 1 : 2;
  }

  /** Drops the words that `unit` rules out. */
  #narrow(unit: number): void {
    const depth = this.#at - this.#wordStart;
    while (this.#low < this.#high && !(WORDS[this.#low]?.charCodeAt(depth) === unit)) this.#low++;
    while (this.#high > this.#low && !(WORDS[this.#high - 1]?.charCodeAt(depth) === unit)) this.#high--;
    const source = this.#copyAt + depth;
    if (source >= this.#copyEnd || this.#text.charCodeAt(source) !== unit) this.#copyEnd = this.#copyAt;
  }
}
