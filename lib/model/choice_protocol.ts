/**
 * How a multiple-choice question is put to a model. Ways differ in what they
 * measure, so the one taken is chosen once, before the first question, and
 * stamped into the result; it never changes silently.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import { probe } from "./capability.ts";
import type { Model } from "./model.ts";

/**
 * `loglikelihood`: log-likelihood of each continuation (the tasks' own way) ·
 * `top_logprobs`: log-probs of the labels as first generated token ·
 * `constrained`: a reply that may only be a label · `text`: a free reply that
 * is read afterwards.
 */
export type ChoiceProtocol = "loglikelihood" | "top_logprobs" | "constrained" | "text";

/** All protocols, in order of fidelity. */
export const CHOICE_PROTOCOLS: readonly ChoiceProtocol[] = [
  "loglikelihood",
  "top_logprobs",
  "constrained",
  "text",
];

/** The clients of one model that may be used. */
export interface ModelClients {
  /** Over the completions API, or a model in this process. */
  readonly completions?: Model;
  /** Over the chat API. */
  readonly chat?: Model;
}

/** What was asked for; `auto` lets the endpoint decide. */
export interface ProtocolWish {
  /** Default `auto`: completions when it can score, else chat. */
  readonly api?: "auto" | "completions" | "chat";
  /** Default `auto`: the most faithful one the endpoint can do; `constrained` only when named. */
  readonly choice?: "auto" | ChoiceProtocol;
}

/** The step taken; print `why` before the first request. */
export interface ChosenProtocol {
  /** API that is used. */
  readonly api: "completions" | "chat";
  /** Protocol that is used; goes into results. */
  readonly choice: ChoiceProtocol;
  /** Client to ask. */
  readonly model: Model;
  /** One sentence for people. */
  readonly why: string;
}

/**
 * Chooses API and protocol by probing. A wish that the endpoint cannot fulfil
 * is refused before any data is loaded, with the reason and the two ways out;
 * another protocol is never taken in its place.
 *
 * @throws {ModelError} `protocol_unsupported`; `not_found` when the last API is not there either; {@link TypeError} when the wished client is missing.
 * @example
 * ```ts
 * import { chooseProtocol } from "./choice_protocol.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const completions = scriptedModel((request) => request.type === "loglikelihood" ? [-1] : "A");
 * const chosen = await chooseProtocol({ completions });
 * assertEquals([chosen.api, chosen.choice], ["completions", "loglikelihood"]);
 * ```
 */
export async function chooseProtocol(
  clients: ModelClients,
  wish: ProtocolWish = {},
  context?: Context,
): Promise<ChosenProtocol> {
  const { api = "auto", choice = "auto" } = wish;
  const order = (api === "auto" ? ["completions", "chat"] as const : [api]).filter((name) => clients[name]);
  if (order.length === 0) {
    throw new TypeError(`Cannot choose a protocol: wanted a client for "${api}", found none`);
  }
  const reasons: string[] = [];
  for (const name of order) {
    const model = clients[name];
    if (model === undefined) continue;
    const isLast = name === order.at(-1);
    const can = await probe(model, { quick: true }, context);
    const canScore = can.loglikelihood;
    // Nobody there, behind any API: every question of a run would meet the same.
    if (isLast && can.absent) throw can.absent;
    if (!canScore && can.loglikelihoodReason !== null) reasons.push(can.loglikelihoodReason);
    if ((choice === "auto" || choice === "loglikelihood") && canScore) {
      return {
        api: name,
        choice: "loglikelihood",
        model,
        why: "the endpoint gives log-likelihoods of a given text",
      };
    }
    if (choice === "loglikelihood") continue;
    const generates = model.info.accepts.includes(name === "chat" ? "chat" : "completion");
    // Free replies belong to the chat API where there is one.
    if (!generates || !isLast) continue;
    const because = reasons.length === 0 ? "" : `; no log-likelihoods: ${reasons.join("; ")}`;
    if (choice === "top_logprobs" && can.topLogprobs === 0) {
      throw refused(choice, "the endpoint returns no log-probs of generated tokens");
    }
    if (choice === "auto" && can.topLogprobs > 1) {
      return {
        api: name,
        choice: "top_logprobs",
        model,
        why: `labels are read from the first token${because}`,
      };
    }
    if (choice === "auto") {
      return { api: name, choice: "text", model, why: `answers are read from replies${because}` };
    }
    return { api: name, choice, model, why: `asked for${because}` };
  }
  throw refused(choice, reasons.join("; ") || "the endpoint does not generate text");
}

function refused(choice: string, reason: string): ModelError {
  return new ModelError(`Cannot ask with the protocol "${choice}": ${reason}`, {
    code: "protocol_unsupported",
    hint: "Two ways out: a completions endpoint that echoes log-probs (--api completions), or free replies " +
      "(--choice-protocol text), whose scores are not comparable",
    details: { retryable: false, protocol: choice },
  });
}
