/**
 * A llama.cpp model with its one sequence of tokens.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import type { LlamaModel, LlamaSequence, LlamaToken } from "../deps/node_llama_cpp.ts";

/** A model with its one sequence. */
export interface LlamaSession {
  /** The model. */
  readonly model: LlamaModel;
  /** Its one sequence. */
  readonly sequence: LlamaSequence;
  /** Tokens that fit. */
  readonly contextSize: number;
}

/** Tokens before any text: the beginning mark where the model wants one. */
export function leadingTokens(model: LlamaModel): LlamaToken[] {
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && bos !== null ? [bos] : [];
}

/** The token an empty context consists of: the beginning mark, else the end mark, as in lm-eval. */
export function prefixToken(model: LlamaModel): LlamaToken {
  const token = model.tokens.bos ?? model.tokens.eos;
  if (token === null) {
    throw new ModelError("Cannot score: the model has neither a beginning nor an end mark", {
      code: "gguf_no_prefix_token",
    });
  }
  return token;
}

/** Empties the sequence and evaluates `tokens` together. */
export async function prefill(sequence: LlamaSequence, tokens: LlamaToken[]): Promise<void> {
  await sequence.clearHistory();
  if (tokens.length > 0) await sequence.evaluateWithoutGeneratingNewTokens(tokens);
}

/** Drops everything after `tokens`, which the sequence begins with. */
export async function keepOnly(sequence: LlamaSequence, tokens: LlamaToken[]): Promise<void> {
  if (tokens.length === 0) await sequence.clearHistory();
  else await sequence.adaptStateToTokens(tokens, false);
  if (sequence.nextTokenIndex !== tokens.length) {
    throw new ModelError(
      `Cannot step back: wanted ${tokens.length} tokens kept, found ${sequence.nextTokenIndex}`,
      {
        code: "gguf_cannot_rewind",
      },
    );
  }
}

/** The error for a text that does not fit. */
export function tooLong(found: number, contextSize: number): ModelError {
  return new ModelError(`Cannot evaluate the text: wanted at most ${contextSize} tokens, found ${found}`, {
    code: "prompt_too_long",
    hint: "Pass a larger contextSize or fewer shots",
    details: { tokens: found, contextSize },
  });
}
