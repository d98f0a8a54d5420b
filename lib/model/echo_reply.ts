/**
 * Log-likelihoods out of an echoed prompt. Every number is checked: a server
 * that ignores `echo` must never look like a model that scores at chance.
 *
 * @module
 */
import { codePointLength } from "../core/code_points.ts";
import { ModelError } from "../core/errors.ts";
import type { Loglik } from "./model.ts";
import { isRecord } from "./reply_parts.ts";

/** The parallel lists of one choice; they may be read from the end only. */
export interface EchoLists {
  /** Tokens of the choice, the generated one included. */
  readonly count: number;
  /** Index of the token that the lists start with: how many entries are missing at their front. */
  readonly from: number;
  /** One a token; the first of all is usually null. */
  readonly logprobs: readonly unknown[];
  /** Alternatives per token. */
  readonly top: readonly unknown[];
  /** Start of each token in the text; absent in replies that have none. */
  readonly offsets?: readonly unknown[];
  /** Start of the second token of the choice. */
  readonly secondOffset?: unknown;
  /** Text of the first token, for servers that count a start token. */
  readonly firstToken?: string;
  /** Text of the last token. */
  readonly lastToken?: string;
}

/**
 * The lists of a parsed choice.
 *
 * @throws {ModelError} `logprobs_unsupported` when they are not the legacy shape.
 */
export function echoLists(choice: unknown, shown: string): EchoLists {
  const logprobs = isRecord(choice) ? choice.logprobs : null;
  if (!isRecord(logprobs) || !Array.isArray(logprobs.token_logprobs)) {
    throw unsupported(shown, "the reply has no token_logprobs of the prompt");
  }
  const { token_logprobs: list, top_logprobs: top, text_offset: offsets, tokens } = logprobs;
  if (list.length <= 1) throw unsupported(shown, `the reply has ${list.length} entry: "echo" was ignored`);
  if (!Array.isArray(top) || top.length !== list.length) {
    throw unsupported(shown, "the reply has no top_logprobs for each token");
  }
  const words = Array.isArray(tokens) ? tokens : [];
  return {
    count: list.length,
    from: 0,
    logprobs: list,
    top,
    ...(Array.isArray(offsets) ? { offsets, secondOffset: offsets[1] } : {}),
    ...(typeof words[0] === "string" ? { firstToken: words[0] } : {}),
    ...(typeof words.at(-1) === "string" ? { lastToken: words.at(-1) as string } : {}),
  };
}

/** The error of a server that cannot give log-likelihoods, with the two ways out. */
export function unsupported(shown: string, found: string): ModelError {
  return new ModelError(
    `Cannot get log-likelihoods from "${shown}": wanted one log-prob per prompt token, found that ${found}`,
    {
      code: "logprobs_unsupported",
      hint: "Two ways out: a server whose completions echo log-probs (vLLM, SGLang), " +
        "or the task's generative form (--choice-protocol text), whose scores are not comparable",
      details: { retryable: false, url: shown },
    },
  );
}

/**
 * Scores token ids: `contextLength` ids of `count` are context. There must be
 * exactly one entry per id and one for the generated token, which is dropped.
 *
 * @throws {ModelError} `logprobs_mismatch`, `logprob_missing`.
 */
export function scoreByCount(
  lists: EchoLists,
  sent: { readonly contextLength: number; readonly count: number },
  shown: string,
): Loglik {
  if (lists.count !== sent.count + 1) {
    throw lie(shown, `${sent.count + 1} log-probs for ${sent.count} tokens`, `${lists.count}`);
  }
  return sum(lists, { from: sent.contextLength, to: sent.count, split: false }, shown);
}

/**
 * Scores a text: tokens that start at or after the end of `prompt` and before
 * the end of the whole count; one that spans the boundary counts whole and sets
 * `boundarySplit`. Offsets count code points, else the unit in which they end
 * where the text ends.
 *
 * @throws {ModelError} `logprobs_mismatch`, `logprob_missing`, `logprobs_unsupported`.
 */
export function scoreByOffset(
  lists: EchoLists,
  sent: { readonly prompt: string; readonly continuation: string },
  shown: string,
): Loglik {
  const { offsets } = lists;
  if (offsets === undefined || offsets.length !== lists.logprobs.length) {
    throw unsupported(shown, "the reply has no text_offset for each token");
  }
  if (!offsets.every((offset): offset is number => typeof offset === "number")) {
    throw lie(shown, "numbers as text_offset", "something else");
  }
  // A start token that the server added itself and counted.
  const first = lists.firstToken ?? "";
  const shift = first !== "" && !startsWith(sent, first) && lists.secondOffset === codePointLength(first)
    ? lists.secondOffset
    : 0;
  const last = (offsets.at(-1) ?? 0) - shift;
  const sizes = sizesOf(sent);
  const measured = sizes.find(({ whole }) => whole === last);
  const size = measured ?? sizes[0];
  const end = size.whole + shift;
  const begin = size.prompt + shift;
  const reaches = last + shift >= end || last + shift + size.unit(lists.lastToken ?? "") >= end;
  if (
    !reaches || (measured === undefined && sizes.length > 1 && last + shift !== end && last + shift >= end)
  ) {
    throw lie(shown, `tokens up to offset ${end}`, `the last at ${last + shift}`);
  }
  let from = lists.count;
  let to = 0;
  let split = false;
  for (let at = 0; at < offsets.length; at++) {
    const i = lists.from + at;
    const start = offsets[at] ?? 0;
    const next = offsets[at + 1] ?? Infinity;
    const spans = start < begin && next > begin && begin > shift;
    if (start >= end || (start < begin && !spans)) continue;
    // The start token itself stands at the same offset as the first real token.
    if (i === 0 && lists.logprobs[0] === null && (shift > 0 || next === start)) continue;
    if (spans) split = true;
    from = Math.min(from, i);
    to = i + 1;
  }
  if (lists.from > 0 && from <= lists.from) {
    throw lie(shown, "the end of the prompt among the tokens that were read", "none of it");
  }
  return sum(lists, { from, to, split }, shown);
}

function sum(lists: EchoLists, range: { from: number; to: number; split: boolean }, shown: string): Loglik {
  const { from, to } = range;
  if (to <= from) throw lie(shown, "at least one token of the continuation", "none");
  let loglik = 0;
  let isGreedy = true;
  for (let i = from; i < to; i++) {
    const logprob = lists.logprobs[i - lists.from];
    if (logprob === null || logprob === undefined) {
      throw new ModelError(
        `Cannot score a continuation with "${shown}": token ${i} has no log-prob${
          i === 0 ? ", nothing precedes it" : ""
        }`,
        {
          code: "logprob_missing",
          hint: "An empty context needs a server that puts a start token first",
          details: { retryable: false, url: shown },
        },
      );
    }
    // Rounding may lift a sure token a hair above 0; a real positive number is no log-prob.
    if (typeof logprob !== "number" || !Number.isFinite(logprob) || logprob > 1e-3) {
      throw lie(shown, "a log-prob of at most 0", JSON.stringify(logprob) ?? "nothing");
    }
    loglik += logprob;
    if (isGreedy && logprob !== best(lists.top[i - lists.from], shown)) isGreedy = false;
  }
  return { loglik, isGreedy, ...(range.split ? { boundarySplit: true } : {}) };
}

function best(top: unknown, shown: string): number {
  let max = -Infinity;
  if (isRecord(top)) {
    for (const name in top) {
      const value = top[name];
      if (typeof value !== "number") throw lie(shown, "numbers in top_logprobs", "something else");
      if (value > max) max = value;
    }
  }
  if (max === -Infinity) throw lie(shown, "an alternative in top_logprobs", "none");
  return max;
}

function lie(shown: string, wanted: string, found: string): ModelError {
  return new ModelError(`Cannot use the log-probs of "${shown}": wanted ${wanted}, found ${found}`, {
    code: "logprobs_mismatch",
    hint: "The server does not echo the prompt it was sent: its scores would be noise",
    details: { retryable: false, url: shown },
  });
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

type Sent = { readonly prompt: string; readonly continuation: string };

function startsWith({ prompt, continuation }: Sent, first: string): boolean {
  return prompt.length >= first.length ? prompt.startsWith(first) : (prompt + continuation).startsWith(first);
}

interface Size {
  readonly unit: (text: string) => number;
  readonly prompt: number;
  readonly whole: number;
}

const UNITS = [codePointLength, (text: string) => text.length, byteLength] as const;
const ASCII = /^[^\u0080-\uffff]*$/;
/** The prompt that was looked at last: the choices of a question share it. */
let asciiPrompt = "";

/** Lengths in code points, UTF-16 units and bytes; one for all three when the text is plain ASCII. */
function sizesOf({ prompt, continuation }: Sent): readonly [Size, ...Size[]] {
  if (ASCII.test(continuation) && (prompt === asciiPrompt || ASCII.test(prompt))) {
    asciiPrompt = prompt;
    const whole = prompt.length + continuation.length;
    return [{ unit: codePointLength, prompt: prompt.length, whole }];
  }
  const text = prompt + continuation;
  const [first, ...rest] = UNITS.map((unit): Size => ({ unit, prompt: unit(prompt), whole: unit(text) }));
  return [first as Size, ...rest];
}
