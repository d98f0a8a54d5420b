/**
 * Many texts as bit sets over the n-grams they hold: what makes comparing all
 * pairs cheap.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";

/** Most cells of a table from gram to number; above it a Map is used. */
const TABLE_CELLS = 1 << 22;

/** Texts as rows of bits. */
export interface NgramIndex {
  /** 32-bit words of a row. */
  readonly words: number;
  /** Rows one after another. */
  readonly bits: Uint32Array;
  /** Number of distinct grams of each text. */
  readonly sizes: Uint32Array;
}

/** Numbers the characters of all texts and the grams over them, densely. */
export function indexNgrams(texts: readonly string[], n: number): NgramIndex {
  const alphabet = new Map<string, number>();
  const coded = texts.map((text) => {
    const chars = Array.from(pyStrip(text.toLowerCase()));
    return Int32Array.from(chars, (char) => {
      let code = alphabet.get(char);
      if (code === undefined) alphabet.set(char, code = alphabet.size + 1);
      return code;
    });
  });
  const number = numbering(alphabet.size + 1, n);
  const rows = coded.map((codes) => gramsOf(codes, n, number));
  const words = Math.max(1, (number.count() + 31) >>> 5);
  const bits = new Uint32Array(words * texts.length);
  const sizes = new Uint32Array(texts.length);
  rows.forEach((grams, row) => {
    const start = row * words;
    let size = 0;
    for (const gram of grams) {
      const at = start + (gram >>> 5);
      const bit = 1 << (gram & 31);
      const word = bits[at] as number;
      if ((word & bit) !== 0) continue;
      bits[at] = word | bit;
      size++;
    }
    sizes[row] = size;
  });
  return { words, bits, sizes };
}

interface Numbering {
  of(codes: Int32Array, from: number, length: number): number;
  count(): number;
}

/** Codes start at 1, so that a short text's gram has a number of its own. */
function numbering(base: number, n: number): Numbering {
  let next = 0;
  const cells = base ** n;
  const count = (): number => next;
  if (cells <= TABLE_CELLS) {
    const table = new Int32Array(cells);
    return {
      of(codes, from, length) {
        let key = 0;
        for (let i = from; i < from + length; i++) key = key * base + (codes[i] as number);
        let id = table[key] as number;
        if (id === 0) table[key] = id = ++next;
        return id - 1;
      },
      count,
    };
  }
  const ids = new Map<number | string, number>();
  const numeric = cells <= Number.MAX_SAFE_INTEGER;
  return {
    of(codes, from, length) {
      let key: number | string = 0;
      if (numeric) { for (let i = from; i < from + length; i++) key = key * base + (codes[i] as number); }
      else key = codes.subarray(from, from + length).join(",");
      let id = ids.get(key);
      if (id === undefined) ids.set(key, id = next++);
      return id;
    },
    count,
  };
}

function gramsOf(codes: Int32Array, n: number, number: Numbering): Int32Array {
  if (codes.length < n) return Int32Array.from(codes.length === 0 ? [] : [number.of(codes, 0, codes.length)]);
  const grams = new Int32Array(codes.length - n + 1);
  for (let i = 0; i < grams.length; i++) grams[i] = number.of(codes, i, n);
  return grams;
}

/** Number of grams two rows share. */
export function sharedGrams({ bits, words }: NgramIndex, a: number, b: number): number {
  let [at, to] = [a * words, b * words];
  let shared = 0;
  for (const end = at + words; at < end; at++, to++) {
    let x = (bits[at] as number) & (bits[to] as number);
    if (x === 0) continue;
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    shared += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return shared;
}
