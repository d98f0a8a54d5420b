/**
 * Reads the end of big echo replies without parsing or even decoding them
 * whole: 58 KB a prompt of which a few numbers count. Used only after one reply
 * of the same server was read both ways with the same outcome; anything unusual
 * gives null, and the caller parses.
 *
 * @module
 */
import { type BytePattern, bytePattern, countByte, findBytes } from "../core/find_bytes.ts";
import type { EchoLists } from "./echo_reply.ts";

/** What was learned about how a server writes its replies. */
export interface EchoLayout {
  /** Keys of a choice in the order they come, with quotes and colon. */
  readonly order: readonly BytePattern[];
  /** Key that follows the list `top_logprobs`. */
  readonly afterTop: BytePattern;
}

const LOGPROBS = bytePattern('"token_logprobs":');
const TOP = bytePattern('"top_logprobs":');
const OFFSETS = bytePattern('"text_offset":');
const TOKENS = bytePattern('"tokens":');
const INDEX = bytePattern('"index":');
const FOLLOWING = ['"finish_reason":', '"text":', '"usage":'].map(bytePattern);

/** Learns the layout from a reply that was parsed, or gives null. */
export function learnLayout(bytes: Uint8Array): EchoLayout | null {
  const order = [LOGPROBS, TOP, OFFSETS, TOKENS, INDEX]
    .map((key) => ({ key, at: findBytes(bytes, key, 0) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const top = order.find(({ key }) => key === TOP);
  if (top === undefined) return null;
  let best: { key: BytePattern; at: number } | null = null;
  for (const key of [OFFSETS, LOGPROBS, TOKENS, INDEX, ...FOLLOWING]) {
    const at = findBytes(bytes, key, top.at);
    if (at >= 0 && (best === null || at < best.at)) best = { key, at };
  }
  return best === null ? null : { order: order.map(({ key }) => key), afterTop: best.key };
}

/**
 * The last `tail[i]` entries of the lists of each choice, in the order of their
 * index; null when anything is not as expected.
 */
export function scanEcho(bytes: Uint8Array, layout: EchoLayout, tail: readonly number[]): EchoLists[] | null {
  const lists: EchoLists[] = [];
  let from = 0;
  for (let i = 0; i < tail.length; i++) {
    const choice = scanChoice(bytes, layout, { from, tail: tail[i] ?? 0, index: i });
    if (choice === null) return null;
    lists.push(choice.lists);
    from = choice.end;
  }
  return findBytes(bytes, LOGPROBS, from) < 0 ? lists : null;
}

function scanChoice(
  bytes: Uint8Array,
  layout: EchoLayout,
  at: { readonly from: number; readonly tail: number; readonly index: number },
): { lists: EchoLists; end: number } | null {
  let logprobs: NumberTail | null = null;
  let offsets: NumberTail | null = null;
  let top: { from: number; end: number } | null = null;
  let firstToken: string | null = null;
  let hasIndex = false;
  let end = at.from;
  // In a JSON string quotes are escaped, so a bare key can only be a key.
  for (const key of layout.order) {
    const found = findBytes(bytes, key, end);
    if (found < 0) return null;
    end = found + key.bytes.length;
    if (key === TOP) {
      const after = findBytes(bytes, layout.afterTop, end);
      const close = after < 0 ? -1 : listEnd(bytes, after);
      if (close < 0) return null;
      top = { from: end, end: close };
      end = close;
    } else if (key === INDEX) {
      if (Number.parseInt(text(bytes, end, end + 8)) !== at.index) return null;
      hasIndex = true;
    } else if (key === TOKENS) firstToken = firstString(bytes, end);
    else {
      const numbers = numberTail(bytes, end, at.tail);
      if (numbers === null) return null;
      if (key === LOGPROBS) logprobs = numbers;
      else offsets = numbers;
      end = numbers.end;
    }
  }
  if (logprobs === null || top === null || !hasIndex) return null;
  if (offsets !== null && offsets.count !== logprobs.count) return null;
  const tops = lastObjects(bytes, top, logprobs.tail.length);
  if (tops === null) return null;
  const second = offsets === null ? undefined : secondNumber(bytes, offsets.start);
  return {
    end,
    lists: {
      count: logprobs.count,
      from: logprobs.count - logprobs.tail.length,
      logprobs: logprobs.tail,
      top: tops,
      ...(offsets === null ? {} : { offsets: offsets.tail }),
      ...(second === undefined ? {} : { secondOffset: second }),
      ...(firstToken === null ? {} : { firstToken }),
    },
  };
}

const decoder = new TextDecoder();

function text(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** Place of the `]` that only a comma and blanks part from the key at `after`; -1 when something else is there. */
function listEnd(bytes: Uint8Array, after: number): number {
  for (let i = after - 1; i > 0; i--) {
    const code = bytes[i];
    if (code === 93) return i;
    if (code !== 44 && code !== 32 && code !== 10 && code !== 13 && code !== 9) {
      // The list is the last of its object: `]},"finish_reason":`.
      if (code !== 125) return -1;
    }
  }
  return -1;
}

interface NumberTail {
  /** Entries of the whole list. */
  readonly count: number;
  /** The last of them. */
  readonly tail: readonly unknown[];
  /** Places of the brackets. */
  readonly start: number;
  readonly end: number;
}

/** The last `size` entries of the list of numbers and nulls that starts at `at`. */
function numberTail(bytes: Uint8Array, at: number, size: number): NumberTail | null {
  const start = bytes.indexOf(91, at);
  if (start < 0 || start > at + 2) return null;
  const end = bytes.indexOf(93, start);
  if (end < 0) return null;
  const commas = countByte(bytes, 44, { from: start, to: end });
  let from = end;
  for (let left = size; left > 0 && from > start; left--) {
    do from--; while (from > start && bytes[from] !== 44);
  }
  try {
    const tail = JSON.parse(`[${text(bytes, from + 1, end)}]`);
    return { count: tail.length === 0 ? 0 : commas + 1, tail, start, end };
  } catch {
    return null;
  }
}

function secondNumber(bytes: Uint8Array, start: number): number | undefined {
  const match = /^\[\s*-?\d+\s*,\s*(-?\d+)\s*[,\]]/.exec(text(bytes, start, start + 48));
  return match === null ? undefined : Number(match[1]);
}

function firstString(bytes: Uint8Array, at: number): string | null {
  const match = /^\s*\[\s*("(?:[^"\\]|\\.)*")/.exec(text(bytes, at, at + 200));
  return match?.[1] === undefined ? null : JSON.parse(match[1]);
}

/** Parses the last `count` objects (or nulls) of a list that closes at `end`, walking backwards. */
function lastObjects(
  bytes: Uint8Array,
  span: { readonly from: number; readonly end: number },
  count: number,
): unknown[] | null {
  if (count === 0) return [];
  let inString = false;
  let depth = 0;
  let seen = 0;
  for (let i = span.end - 1; i > span.from; i--) {
    const code = bytes[i];
    if (code === 34) {
      let slashes = 0;
      while (bytes[i - 1 - slashes] === 92) slashes++;
      if (slashes % 2 === 0) inString = !inString;
      i -= slashes;
    } else if (inString) continue;
    else if (code === 125) depth++;
    else if (code === 123 && --depth === 0 && ++seen === count) {
      try {
        const list = JSON.parse(`[${text(bytes, i, span.end)}]`);
        return list.length === count ? list : null;
      } catch {
        return null;
      }
    }
  }
  return null;
}
