/**
 * Log-likelihoods from a llama.cpp sequence.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import type { LlamaInput, LlamaPosition, LlamaSequence, LlamaToken } from "../deps/node_llama_cpp.ts";
import {
  keepOnly,
  leadingTokens,
  type LlamaSession,
  prefill,
  prefixToken,
  tooLong,
} from "./llama_session.ts";
import type { Loglik } from "./model.ts";

/**
 * Scores continuations of one prompt, which is evaluated once. The boundary is
 * where the tokens of the prompt and of the whole text part: a token that
 * spans it counts whole and is reported by `boundarySplit`.
 *
 * llama.cpp's sums depend a little (0.1 nats) on how many tokens are evaluated
 * together. So the prompt is always evaluated from an empty state and the
 * continuation token by token, as generation does: a score depends neither on
 * earlier requests nor on the other choices, and the greedy reply is greedy.
 *
 * @throws {ModelError} `prompt_too_long` when a text does not fit; it is never cut.
 */
export async function scoreContinuations(
  session: LlamaSession,
  prompt: string,
  continuations: readonly string[],
  signal?: AbortSignal,
): Promise<{ readonly logliks: Loglik[]; readonly tokens: number }> {
  const { model, sequence } = session;
  const lead = leadingTokens(model);
  const head = [...lead, ...model.tokenize(prompt)];
  if (head.length === 0) head.push(prefixToken(model));
  const wholes = continuations.map((continuation) => {
    const all = [...lead, ...model.tokenize(prompt + continuation)];
    return all[0] === head[0] ? all : [prefixToken(model), ...all];
  });
  const longest = Math.max(head.length, ...wholes.map((all) => all.length));
  if (longest > session.contextSize) throw tooLong(longest, session.contextSize);
  await prefill(sequence, head.slice(0, -1));
  const logliks: Loglik[] = [];
  for (const all of wholes) {
    signal?.throwIfAborted();
    let from = 0;
    while (from < head.length && from < all.length && head[from] === all[from]) from++;
    logliks.push({
      ...await scoreSteps(sequence, all, from),
      ...(from < head.length ? { boundarySplit: true } : {}),
    });
  }
  return { logliks, tokens: wholes.reduce((sum, all) => sum + all.length, 0) };
}

/** Sums the log-probs of `all[from..]`, one token at a time; the sequence holds at least `all[..from - 1]`. */
async function scoreSteps(sequence: LlamaSequence, all: LlamaToken[], from: number): Promise<Loglik> {
  let loglik = 0;
  let isGreedy = true;
  if (from < all.length) await keepOnly(sequence, all.slice(0, from - 1));
  for (let i = from; i < all.length; i++) {
    const [position] = await sequence.controlledEvaluate([ask(all[i - 1], all[i])]);
    const scored = read(position, all[i]);
    loglik += scored.loglik;
    isGreedy &&= scored.isGreedy;
  }
  return { loglik, isGreedy };
}

/**
 * Scores a whole text after the beginning mark, in windows of the context
 * size as lm-eval makes them (each token counted once, with as much context
 * as fits).
 */
export async function scoreText(
  session: LlamaSession,
  text: string,
): Promise<Loglik & { readonly tokens: number }> {
  const tokens = session.model.tokenize(text);
  const size = session.contextSize - 1;
  let loglik = 0;
  let isGreedy = true;
  for (let done = 0; done < tokens.length; done += size) {
    const end = Math.min(done + size, tokens.length);
    const before = done === 0
      ? [prefixToken(session.model)]
      : tokens.slice(Math.max(0, end - 1 - size), done);
    const scored = await scoreTogether(session, [...before, ...tokens.slice(done, end)], before.length);
    loglik += scored.loglik;
    isGreedy &&= scored.isGreedy;
  }
  return { loglik, isGreedy, tokens: tokens.length };
}

/** Sums the log-probs of `all[from..]` in as few evaluations as llama.cpp needs. */
async function scoreTogether(session: LlamaSession, all: LlamaToken[], from: number): Promise<Loglik> {
  await prefill(session.sequence, all.slice(0, from - 1));
  const input = all.slice(from - 1, -1).map((token, i) => ask(token, all[from + i]));
  const positions = await session.sequence.controlledEvaluate(input);
  let loglik = 0;
  let isGreedy = true;
  for (let i = 0; i < input.length; i++) {
    const scored = read(positions[i], all[from + i]);
    loglik += scored.loglik;
    isGreedy &&= scored.isGreedy;
  }
  return { loglik, isGreedy };
}

/** Evaluate `token` and read how likely `next` is after it. */
function ask(token = -1, next = -1): LlamaInput {
  // includeTop, since includeMax adds nothing beside a token filter in this version.
  return [token, {
    generateNext: { logits: { filter: { tokens: [next], includeTop: 1 } }, totalLogitWeight: true },
  }];
}

function read(position: LlamaPosition | undefined, next = -1): Loglik {
  const { logits, totalLogitWeight } = position?.next ?? {};
  const logit = logits?.get(next);
  if (logits === undefined || logit === undefined || totalLogitWeight === undefined) {
    throw new ModelError(`Cannot score: wanted the logit of token ${next}, found none`, {
      code: "gguf_no_logits",
    });
  }
  const largest = Math.max(...logits.values());
  return { loglik: logit - largest - Math.log(totalLogitWeight), isGreedy: logit === largest };
}
