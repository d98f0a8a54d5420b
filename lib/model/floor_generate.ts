/**
 * Replies of the floor model.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import type { GenerationOptions } from "../task/task.ts";
import { END, OTHER, OTHER_UNITS, SYMBOLS } from "./floor_background.ts";
import { FloorCursor } from "./floor_cursor.ts";
import { floorSampler } from "./floor_sampler.ts";
import type { ModelResponse, TokenLogprob } from "./model.ts";

const SPACE = 32;
/** New tokens of a reply when the request names no limit. */
const DEFAULT_MAX_TOKENS = 256;

/** The part of a response that a reply decides. */
export type FloorReply = Pick<ModelResponse, "text" | "finishReason" | "usage" | "tokens">;

/** Continues `prompt` from the floor's distribution; stops and limit are applied. */
export function generate(
  prompt: string,
  request: { readonly generation?: GenerationOptions; readonly topLogprobs?: number },
  context: Context,
): FloorReply {
  const { until = [], maxTokens = DEFAULT_MAX_TOKENS } = request.generation ?? {};
  const stops = until.filter((stop) => stop !== "");
  const cursor = new FloorCursor(prompt);
  const draw = floorSampler(prompt, request.generation ?? {}, context.epoch ?? 0) ?? greedySymbol;
  const p = new Float64Array(SYMBOLS);
  const tokens: TokenLogprob[] = [];
  const top = request.topLogprobs;
  let text = "";
  let piece = "";
  let pieceLogprob = 0;
  let alternatives: TokenLogprob["top"] = [];
  let outputTokens = 0;
  let finishReason: "stop" | "length" = "length";
  // Spaces are not counted, so there is a limit of them too.
  while (outputTokens < maxTokens && text.length < 64 + 4 * maxTokens) {
    const symbol = draw(cursor.fill(p));
    if (symbol === END) {
      finishReason = "stop";
      break;
    }
    if (top !== undefined && piece === "") alternatives = topTokens(cursor, text, { prompt, count: top });
    piece += String.fromCharCode(symbol);
    pieceLogprob += logprob(p, symbol);
    text += String.fromCharCode(symbol);
    cursor.push(symbol);
    if (symbol !== SPACE) {
      outputTokens++;
      if (top !== undefined) tokens.push({ token: piece, logprob: pieceLogprob, top: alternatives });
      piece = "";
      pieceLogprob = 0;
    }
    const stop = stops.find((stop) => text.endsWith(stop));
    if (stop !== undefined) {
      text = text.slice(0, text.length - stop.length);
      finishReason = "stop";
      break;
    }
  }
  const usage = { inputTokens: countTokens(prompt), outputTokens };
  return { text, finishReason, ...(top === undefined ? {} : { tokens }), usage };
}

/** Natural log of a code unit's probability. */
export function logprob(p: Float64Array, unit: number): number {
  return Math.log(unit < OTHER ? p[unit] ?? 0 : (p[OTHER] ?? 0) / OTHER_UNITS);
}

/** The likeliest symbol, the lowest among equals; never {@linkcode OTHER}, whose members are all rare. */
export function greedySymbol(p: Float64Array): number {
  let best = END;
  for (let s = 0; s < OTHER; s++) if ((p[s] ?? 0) > (p[best] ?? 0)) best = s;
  return best;
}

/** The likeliest tokens: code units, and code units after one space. */
function topTokens(
  cursor: FloorCursor,
  reply: string,
  { prompt, count }: { prompt: string; count: number },
): TokenLogprob["top"] {
  const here = cursor.fill(new Float64Array(SYMBOLS));
  const spaced = cursor.fork(prompt + reply);
  spaced.push(SPACE);
  const after = spaced.fill(new Float64Array(SYMBOLS));
  const found: { token: string; logprob: number }[] = [];
  for (let s = 0; s < OTHER; s++) {
    if (s === SPACE) continue;
    const token = String.fromCharCode(s);
    found.push({ token, logprob: logprob(here, s) });
    found.push({ token: ` ${token}`, logprob: logprob(here, SPACE) + logprob(after, s) });
  }
  return found.sort((a, b) => b.logprob - a.logprob).slice(0, count);
}

/** Code units that are no spaces. */
export function countTokens(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== SPACE) count++;
  return count;
}
