/** @module */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import type { Loglik, Model, ModelResponse } from "../model/model.ts";
import type { PreparedDoc } from "../task/build_doc.ts";
import type { Request } from "../task/request.ts";
import type { GenerationOptions } from "../task/task.ts";

/** What came back for all requests of a doc. */
export interface DocReplies {
  /** One per model call, in the order of the requests. */
  readonly responses: readonly ModelResponse[];
  /** Log-likelihoods in request order; null for generations. */
  readonly logliks: readonly Loglik[] | null;
  /** Index of the choice that was read from the reply; null when none could be read; absent otherwise. */
  readonly picked?: number | null;
  /** Why no choice could be read. */
  readonly reason?: string | null;
  /** True when the choice was read from a free reply, which a token limit may have cut. */
  readonly freeReply?: boolean;
}

/** How docs are put to a model. */
export interface AskOptions {
  /** The model with all its wrappers. */
  readonly model: Model;
  /** Laid over the task's own decoding parameters. */
  readonly generation?: GenerationOptions;
  /** How often each doc is asked; calls of one doc differ in the context's epoch. */
  readonly epoch: number;
}

/**
 * Asks a model all that a prepared doc wants to know. Log-likelihood items of
 * a doc travel in one request; generations go one by one, as messages to a
 * chat model and as a prompt to any other.
 *
 * @throws {ModelError} `unsupported_request` when the model cannot answer that kind, `reply_count` when a reply lacks
 * items, and whatever the model throws
 *
 * @example
 * ```ts
 * import { askDoc } from "./ask_doc.ts";
 * import { docBuilder } from "../task/build_doc.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const prepared = docBuilder(task)({ id: "1", index: 0, fields: { q: "1+1=", a: "2" } }, 0, []);
 * const replies = await askDoc(prepared, { model: scriptedModel(() => "2"), epoch: 0 }, {});
 * assert(replies.responses[0]?.text === "2");
 * ```
 */
export async function askDoc(
  prepared: PreparedDoc,
  options: AskOptions,
  context: Context,
): Promise<DocReplies> {
  const { requests } = prepared;
  const first = requests[0];
  if (first === undefined) throw new TypeError(`Cannot ask doc "${prepared.doc.id}": it has no requests`);
  if (first.type === "loglikelihood") return await askLogliks(requests, options, context);
  if (first.type === "loglikelihood_rolling") return await askRolling(requests, options, context);
  const responses: ModelResponse[] = [];
  for (const request of requests) {
    responses.push(
      await askText(request, options, withEpoch(context, options.epoch * requests.length + request.repeat)),
    );
  }
  return { responses, logliks: null };
}

function withEpoch(context: Context, epoch: number): Context {
  return epoch === 0 ? context : { ...context, epoch };
}

async function askLogliks(
  requests: readonly Request[],
  options: AskOptions,
  context: Context,
): Promise<DocReplies> {
  need(options.model, "loglikelihood");
  const items = requests.map(({ prompt, continuation = "" }) => ({ prompt, continuation }));
  const response = await options.model({ type: "loglikelihood", items }, withEpoch(context, options.epoch));
  const logliks = response.logliks ?? [];
  if (logliks.length !== items.length || !logliks.every(({ loglik }) => Number.isFinite(loglik))) {
    throw new ModelError(
      `Cannot use the reply of "${options.model.info.id}": wanted ${items.length} finite log-likelihoods, found ${
        JSON.stringify(logliks.map(({ loglik }) => loglik)).slice(0, 80)
      }`,
      { code: "reply_count" },
    );
  }
  return { responses: [response], logliks };
}

async function askRolling(
  requests: readonly Request[],
  options: AskOptions,
  context: Context,
): Promise<DocReplies> {
  need(options.model, "loglikelihood_rolling");
  const responses: ModelResponse[] = [];
  const logliks: Loglik[] = [];
  for (const { prompt } of requests) {
    const response = await options.model({ type: "loglikelihood_rolling", text: prompt }, context);
    const loglik = response.logliks?.[0];
    if (loglik === undefined || !Number.isFinite(loglik.loglik)) {
      throw new ModelError(
        `Cannot use the reply of "${options.model.info.id}": wanted a finite log-likelihood`,
        {
          code: "reply_count",
        },
      );
    }
    responses.push(response);
    logliks.push(loglik);
  }
  return { responses, logliks };
}

async function askText(request: Request, options: AskOptions, context: Context): Promise<ModelResponse> {
  const { model } = options;
  const generation = { ...request.generation, ...options.generation };
  if (request.messages === undefined && model.info.accepts.includes("completion")) {
    return await model({ type: "completion", prompt: request.prompt, generation }, context);
  }
  need(model, "chat");
  const messages = request.messages ?? [{ role: "user" as const, content: request.prompt }];
  return await model({ type: "chat", messages, generation }, context);
}

function need(model: Model, type: "loglikelihood" | "loglikelihood_rolling" | "chat"): void {
  if (model.info.accepts.includes(type)) return;
  throw new ModelError(
    `Cannot ask "${model.info.id}" for ${type}: it answers ${model.info.accepts.join(", ")} only`,
    {
      code: "unsupported_request",
      hint: type === "chat"
        ? "Use the chat API of the server"
        : "Use a completions server with echo, or a choice protocol",
    },
  );
}
