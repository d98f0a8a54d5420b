/**
 * Asks one multiple-choice question by a chosen protocol.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import type { ChatMessage, GenerationOptions } from "../task/task.ts";
import type { ChoiceProtocol, ChosenProtocol } from "./choice_protocol.ts";
import type { Loglik, ModelResponse, TokenLogprob } from "./model.ts";

/** A question with its choices. */
export interface ChoiceQuestion {
  /** Context for completions. */
  readonly prompt: string;
  /** Messages for chat; the prompt as one user message when absent. */
  readonly messages?: readonly ChatMessage[];
  /** What is scored after the prompt, one text a choice (`loglikelihood`). */
  readonly continuations: readonly string[];
  /** What a generated answer is, one a choice: `A`, `B` … or `yes`, `no` … */
  readonly labels: readonly string[];
  /** Decoding of free replies. */
  readonly generation?: GenerationOptions;
}

/** What came back. */
export interface ChoiceAnswer {
  /** Protocol that was used. */
  readonly protocol: ChoiceProtocol;
  /** Log-likelihood per choice (`loglikelihood`). */
  readonly logliks?: readonly Loglik[];
  /** Natural log-prob per label (`top_logprobs`); one that was not among the alternatives lies below all of them. */
  readonly labelLogprobs?: readonly number[];
  /** Label the model gave; null: none could be read. Absent for `loglikelihood` and `text`. */
  readonly label?: string | null;
  /** The reply, to be read by a filter (`text`, and `constrained` that was not kept). */
  readonly text?: string;
  /** Everything about the request. */
  readonly response: ModelResponse;
}

/** Alternatives asked for; the hosted API gives at most 20. */
const ALTERNATIVES = 20;

/**
 * Asks. For `text` the reply is returned as it is: reading it is a filter's job.
 *
 * @throws {RangeError} when labels and continuations differ in number or are empty.
 * @throws {ModelError} what the model throws, `logprobs_unsupported` included.
 * @example
 * ```ts
 * import { askChoices } from "./ask_choices.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const chosen = { api: "completions", choice: "loglikelihood", model: scriptedModel([[-2, -1]]), why: "" } as const;
 * const question = { prompt: "?", continuations: [" A", " B"], labels: ["A", "B"] };
 * assertEquals((await askChoices(chosen, question)).logliks?.map((one) => one.loglik), [-2, -1]);
 * ```
 */
export async function askChoices(
  chosen: ChosenProtocol,
  question: ChoiceQuestion,
  context?: Context,
): Promise<ChoiceAnswer> {
  const { choice: protocol, model } = chosen;
  const { labels, continuations } = question;
  if (labels.length === 0 || labels.length !== continuations.length) {
    throw new RangeError(
      `Cannot ask a question with ${labels.length} labels and ${continuations.length} continuations`,
    );
  }
  if (protocol === "loglikelihood") {
    const items = continuations.map((continuation) => ({ prompt: question.prompt, continuation }));
    const response = await model({ type: "loglikelihood", items }, context);
    return { protocol, logliks: response.logliks ?? [], response };
  }
  if (protocol === "top_logprobs") {
    const generation = { ...question.generation, maxTokens: 1, temperature: 0, until: [] };
    const response = await ask(chosen, question, { generation, topLogprobs: ALTERNATIVES }, context);
    const first = response.tokens?.[0];
    const labelLogprobs = first === undefined ? null : logprobsOfLabels(first, labels);
    if (labelLogprobs === null) return { protocol, label: null, text: response.text, response };
    const best = labelLogprobs.indexOf(Math.max(...labelLogprobs));
    return { protocol, labelLogprobs, label: labels[best] ?? null, response };
  }
  if (protocol === "constrained") {
    const generation = {
      ...question.generation,
      extra: { ...question.generation?.extra, ...constraint(labels) },
    };
    const response = await ask(chosen, question, { generation }, context);
    const label = constrainedLabel(response.text, labels);
    return { protocol, label, ...(label === null ? { text: response.text } : {}), response };
  }
  const generation = question.generation === undefined ? {} : { generation: question.generation };
  const response = await ask(chosen, question, generation, context);
  return { protocol, text: response.text, response };
}

function ask(
  chosen: ChosenProtocol,
  question: ChoiceQuestion,
  more: { generation?: GenerationOptions; topLogprobs?: number },
  context: Context | undefined,
): Promise<ModelResponse> {
  if (chosen.api === "completions") {
    return chosen.model({ type: "completion", prompt: question.prompt, ...more }, context);
  }
  const messages = question.messages ?? [{ role: "user" as const, content: question.prompt }];
  return chosen.model({ type: "chat", messages, ...more }, context);
}

/**
 * Log-prob of each label as first token: its spellings with and without a
 * leading space are summed; a label that is missing gets one nat less than the
 * smallest alternative. Null when no label is among the alternatives.
 */
export function logprobsOfLabels(first: TokenLogprob, labels: readonly string[]): number[] | null {
  const alternatives = new Map(first.top.map((one) => [one.token, one.logprob]));
  if (!alternatives.has(first.token)) alternatives.set(first.token, first.logprob);
  const below = Math.min(...alternatives.values()) - 1;
  let found = false;
  const logprobs = labels.map((label) => {
    const spellings = [...alternatives].filter(([token]) => token.trim() === label).map(([, logprob]) =>
      logprob
    );
    if (spellings.length === 0) return below;
    found = true;
    const largest = Math.max(...spellings);
    return largest + Math.log(spellings.reduce((sum, logprob) => sum + Math.exp(logprob - largest), 0));
  });
  return found ? logprobs : null;
}

/** A JSON schema in the chat API's own shape; servers that do not know it refuse or ignore it. */
function constraint(labels: readonly string[]): Record<string, unknown> {
  const schema = {
    type: "object",
    properties: { answer: { type: "string", enum: labels } },
    required: ["answer"],
    additionalProperties: false,
  };
  return {
    "response_format": { type: "json_schema", "json_schema": { name: "answer", strict: true, schema } },
  };
}

/** Never trusts that the constraint was kept. */
function constrainedLabel(text: string, labels: readonly string[]): string | null {
  try {
    const { answer } = JSON.parse(text);
    return labels.find((label) => label === answer) ?? null;
  } catch {
    return null;
  }
}
