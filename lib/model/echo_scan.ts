/**
 * Reads the end of big echo replies without parsing them whole: 58 KB a prompt
 * of which a few numbers count. Used only after one reply of the same server
 * was read both ways with the same outcome; anything unusual gives null, and
 * the caller parses.
 *
 * @module
 */
import type { EchoLists } from "./echo_reply.ts";

/** What was learned about how a server writes its replies. */
export interface EchoLayout {
  /** Key that follows the list `top_logprobs`, with quotes and colon. */
  readonly afterTop: string;
}

const LOGPROBS = '"token_logprobs":';
const TOP = '"top_logprobs":';
const OFFSETS = '"text_offset":';
const TOKENS = '"tokens":';
const INDEX = '"index":';

/** Learns the layout from a reply that was parsed, or gives null. */
export function learnLayout(text: string): EchoLayout | null {
  const start = text.indexOf(TOP);
  if (start < 0) return null;
  let best: { key: string; at: number } | null = null;
  for (const key of [OFFSETS, LOGPROBS, TOKENS, INDEX, '"finish_reason":', '"text":', '"usage":']) {
    const at = text.indexOf(key, start);
    if (at >= 0 && (best === null || at < best.at)) best = { key, at };
  }
  return best === null ? null : { afterTop: best.key };
}

/**
 * The lists of each choice in the order of their index, `top` only for the
 * last `tail[i]` tokens; null when anything is not as expected.
 */
export function scanEcho(text: string, layout: EchoLayout, tail: readonly number[]): EchoLists[] | null {
  const lists: EchoLists[] = [];
  let from = 0;
  let indexFrom = 0;
  for (let i = 0; i < tail.length; i++) {
    const numbersAt = text.indexOf(LOGPROBS, from);
    const topAt = text.indexOf(TOP, from);
    if (numbersAt < 0 || topAt < 0) return null;
    const logprobs = numberList(text, numbersAt + LOGPROBS.length);
    const afterAt = text.indexOf(layout.afterTop, topAt);
    if (logprobs === null || afterAt < 0) return null;
    // In a JSON string quotes are escaped, so a bare key can only be a key.
    const end = text.lastIndexOf("]", afterAt);
    const count = Math.min(tail[i] ?? 0, logprobs.length);
    const top = lastObjects(text, { from: topAt + TOP.length, end }, count);
    if (top === null) return null;
    const indexAt = text.indexOf(INDEX, indexFrom);
    if (
      indexAt < 0 || Number.parseInt(text.slice(indexAt + INDEX.length, indexAt + INDEX.length + 8)) !== i
    ) return null;
    indexFrom = indexAt + INDEX.length;
    const offsetsAt = text.indexOf(OFFSETS, from);
    const offsets = offsetsAt < 0 ? null : numberList(text, offsetsAt + OFFSETS.length);
    const firstToken = firstString(text, text.indexOf(TOKENS, from));
    lists.push({
      logprobs,
      top,
      topFrom: logprobs.length - count,
      ...(offsets === null ? {} : { offsets }),
      ...(firstToken === null ? {} : { firstToken }),
    });
    from = Math.max(numbersAt + LOGPROBS.length, afterAt, offsetsAt + OFFSETS.length);
  }
  return text.indexOf(LOGPROBS, from) < 0 ? lists : null;
}

function numberList(text: string, at: number): unknown[] | null {
  const open = text.indexOf("[", at);
  const close = text.indexOf("]", at);
  if (open < 0 || close < open || open > at + 2) return null;
  try {
    return JSON.parse(text.slice(open, close + 1));
  } catch {
    return null;
  }
}

function firstString(text: string, at: number): string | null {
  if (at < 0) return null;
  const match = /^"tokens":\s*\[\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(at, at + 200));
  return match?.[1] === undefined ? null : JSON.parse(match[1]);
}

/** Parses the last `count` objects (or nulls) of a list that closes at `end`, walking backwards. */
function lastObjects(text: string, span: { from: number; end: number }, count: number): unknown[] | null {
  if (count === 0) return [];
  let inString = false;
  let depth = 0;
  let seen = 0;
  for (let i = span.end - 1; i > span.from; i--) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      let slashes = 0;
      while (text.charCodeAt(i - 1 - slashes) === 92) slashes++;
      if (slashes % 2 === 0) inString = !inString;
      i -= slashes;
    } else if (inString) continue;
    else if (code === 125) depth++;
    else if (code === 123 && --depth === 0 && ++seen === count) {
      try {
        const list = JSON.parse(`[${text.slice(i, span.end)}]`);
        return list.length === count ? list : null;
      } catch {
        return null;
      }
    }
  }
  return null;
}
