/**
 * How a context and its continuation become tokens: the split, the cut to the
 * model's length, the windows of a long text. As lm-eval does it.
 *
 * @module
 */
import { pyRstrip } from "../core/python_strip.ts";

/** A sequence to score: the first `contextLength` ids are given, the rest counts. */
export interface ScoredIds {
  /** Everything that is sent. */
  readonly ids: readonly number[];
  /** Number of leading ids that are context. */
  readonly contextLength: number;
  /** Tokens that fell off the left end. */
  readonly cut: number;
}

/** Moves trailing white space of the context to the front of the continuation. */
export function movedSpace(prompt: string, continuation: string): { prompt: string; continuation: string } {
  const bare = pyRstrip(prompt);
  if (bare.length === prompt.length) return { prompt, continuation };
  return { prompt: bare, continuation: prompt.slice(bare.length) + continuation };
}

/**
 * Context and continuation as ids. The continuation is what encoding both
 * together adds to encoding the context; an empty context becomes `prefix`
 * (the start token), unless the continuation starts with it already.
 */
export async function encodePair(
  item: { readonly prompt: string; readonly continuation: string },
  encode: (text: string) => Promise<readonly number[]>,
  prefix: number | null,
): Promise<{ context: readonly number[]; continuation: readonly number[] }> {
  if (item.prompt === "") {
    const ids = await encode(item.continuation);
    if (prefix === null || ids[0] === prefix) return { context: ids.slice(0, 1), continuation: ids.slice(1) };
    return { context: [prefix], continuation: ids };
  }
  const { prompt, continuation } = movedSpace(item.prompt, item.continuation);
  const [whole, context] = await Promise.all([encode(prompt + continuation), encode(prompt)]);
  return { context: whole.slice(0, context.length), continuation: whole.slice(context.length) };
}

/**
 * Keeps the last `limit` ids.
 *
 * @example
 * ```ts
 * import { cutLeft } from "./encode_pair.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(cutLeft([1, 2, 3], [4], 3), { ids: [2, 3, 4], contextLength: 2, cut: 1 });
 * ```
 */
export function cutLeft(
  context: readonly number[],
  continuation: readonly number[],
  limit: number,
): ScoredIds {
  const ids = [...context, ...continuation];
  const cut = Math.max(0, ids.length - limit);
  return { ids: cut === 0 ? ids : ids.slice(cut), contextLength: Math.max(0, context.length - cut), cut };
}

/** One window of a long text. */
export interface Window {
  /** Tokens before the scored ones. */
  readonly context: readonly number[];
  /** Tokens that are scored. */
  readonly continuation: readonly number[];
}

/**
 * Windows that score each token of a text exactly once: at most `maxLength`
 * tokens are predicted at a time, with at least `contextLength` before them;
 * the first window starts from `prefix`. Same as lm-eval's disjoint windows.
 *
 * @throws {RangeError} when `contextLength` is not 1 to `maxLength`.
 * @example
 * ```ts
 * import { rollingWindows } from "./encode_pair.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rollingWindows([0, 1, 2, 3, 4], { prefix: -1, maxLength: 4, contextLength: 1 }), [
 *   { context: [-1], continuation: [0, 1, 2, 3] },
 *   { context: [0, 1, 2, 3], continuation: [4] },
 * ]);
 * ```
 */
export function rollingWindows(
  ids: readonly number[],
  options: { readonly prefix: number; readonly maxLength: number; readonly contextLength: number },
): Window[] {
  const { prefix, maxLength, contextLength } = options;
  if (!(contextLength >= 1 && contextLength <= maxLength)) {
    throw new RangeError(`Cannot cut windows: wanted a context of 1 to ${maxLength}, found ${contextLength}`);
  }
  if (ids.length === 0) return [];
  const first = Math.min(maxLength, ids.length);
  const windows: Window[] = [{ context: [prefix], continuation: ids.slice(0, first) }];
  const step = maxLength - contextLength + 1;
  for (let done = first; done < ids.length;) {
    const size = Math.min(ids.length - done, step);
    const end = done + size;
    // The window reaches maxLength + 1 back from its end; what it predicts again is context now.
    windows.push({
      context: ids.slice(Math.max(0, end - maxLength - 1), done),
      continuation: ids.slice(done, end),
    });
    done = end;
  }
  return windows;
}
