// deno-lint-ignore-file camelcase -- the wire is snake_case
/**
 * Log-likelihood requests against a completions endpoint with echo.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError } from "../core/errors.ts";
import type { Adaptations } from "./adaptation.ts";
import { serving } from "./chat_reply.ts";
import { checkContext } from "./context_check.ts";
import { type EchoLists, echoLists, scoreByCount, scoreByOffset, unsupported } from "./echo_reply.ts";
import { type EchoLayout, learnLayout, scanEcho } from "./echo_scan.ts";
import { type Endpoint, parseReply, type RawReply } from "./endpoint.ts";
import type { Loglik, ModelResponse, Usage } from "./model.ts";
import { isRecord, readUsage } from "./reply_parts.ts";

/** A sequence to score: ids with a number of context ids, or texts. */
export type Scored =
  | { readonly ids: readonly number[]; readonly contextLength: number }
  | { readonly prompt: string; readonly continuation: string };

/** Scores sequences in prompt arrays; made by {@linkcode openLoglikClient}. */
export type LoglikClient = (
  sequences: readonly Scored[],
  context?: Context,
) => Promise<{ logliks: Loglik[]; response: Omit<ModelResponse, "text" | "logliks" | "latencyMs"> }>;

/** What the client needs to know. */
export interface LoglikOptions {
  /** Prompts per physical request. */
  readonly batchSize: number;
  /** Seed sent with every request; null sends none. */
  readonly seed: number | null;
  /** What the endpoint taught about its parameters. */
  readonly adaptations: Adaptations;
  /** What to do when a prompt is longer than the context. */
  readonly onContextCut: "error" | "warn";
}

/** Replies shorter than this are parsed whole. */
const SCAN_FROM = 16_384;

/**
 * Opens the client. Batches are sent one after another; a server that refuses
 * arrays gets one prompt at a time from then on. What the server says is
 * checked entry by entry, so a server that cannot is an error, never a score.
 */
export function openLoglikClient(endpoint: Endpoint, options: LoglikOptions): LoglikClient {
  const shown = `${endpoint.base.shown}/completions`;
  const model = JSON.stringify(endpoint.model);
  let arrays = true;
  let layout: EchoLayout | null | undefined;
  let lastPrompt = "";
  let lastEscaped = '"';

  /** JSON text of a prompt; a shared context is escaped once. */
  function promptJson(sequence: Scored): string {
    if ("ids" in sequence) return `[${sequence.ids.join(",")}]`;
    if (sequence.prompt !== lastPrompt) {
      lastPrompt = sequence.prompt;
      lastEscaped = JSON.stringify(sequence.prompt).slice(0, -1);
    }
    return lastEscaped + JSON.stringify(sequence.continuation).slice(1);
  }

  function bodyOf(batch: readonly Scored[]): string {
    const texts = batch.map(promptJson);
    const first = batch[0];
    const prompt = texts.length === 1 && first !== undefined && !("ids" in first)
      ? texts[0]
      : `[${texts.join(",")}]`;
    const fields = options.adaptations.apply({
      temperature: 0,
      max_tokens: 1,
      logprobs: 1,
      ...(options.seed === null ? {} : { seed: options.seed }),
      echo: true,
    });
    return `{"model":${model},"prompt":${prompt},${JSON.stringify(fields).slice(1)}`;
  }

  function score(lists: readonly EchoLists[], batch: readonly Scored[]): Loglik[] {
    return batch.map((sequence, i) => {
      const list = lists[i];
      if (list === undefined) {
        throw unsupported(shown, `${lists.length} choices came for ${batch.length} prompts`);
      }
      if (!("ids" in sequence)) return scoreByOffset(list, sequence, shown);
      return scoreByCount(list, { contextLength: sequence.contextLength, count: sequence.ids.length }, shown);
    });
  }

  function parsed(
    text: string,
    batch: readonly Scored[],
  ): { logliks: Loglik[]; json: Record<string, unknown> } {
    const json = parseReply(text, shown);
    const choices = Array.isArray(json.choices) ? json.choices.filter(isRecord) : [];
    if (choices.length !== batch.length) {
      throw unsupported(shown, `${choices.length} choices came for ${batch.length} prompts`);
    }
    const inOrder = choices.every((choice, i) => (choice.index ?? i) === i);
    if (!inOrder) choices.sort((a, b) => Number(a.index) - Number(b.index));
    return { logliks: score(choices.map((choice) => echoLists(choice, shown)), batch), json };
  }

  function scanned(bytes: Uint8Array, batch: readonly Scored[], by: EchoLayout): Loglik[] | null {
    const tail = batch.map((sequence) =>
      "ids" in sequence ? sequence.ids.length + 1 - sequence.contextLength : sequence.continuation.length + 3
    );
    try {
      const lists = scanEcho(bytes, by, tail);
      return lists === null ? null : score(lists, batch);
    } catch {
      return null; // the whole parse decides, and says what is wrong
    }
  }

  function read(
    reply: RawReply,
    batch: readonly Scored[],
  ): { logliks: Loglik[]; json: Record<string, unknown> } {
    const { bytes } = reply;
    if (bytes.length < SCAN_FROM) return parsed(reply.text(), batch);
    if (layout) {
      const logliks = scanned(bytes, batch, layout);
      if (logliks !== null) return { logliks, json: scalars(reply) };
    }
    const result = parsed(reply.text(), batch);
    if (layout === undefined) {
      const learned = learnLayout(bytes);
      const same = learned !== null &&
        JSON.stringify(scanned(bytes, batch, learned)) === JSON.stringify(result.logliks);
      layout = same ? learned : null;
    }
    return result;
  }

  async function ask(batch: readonly Scored[], context: Context | undefined): Promise<Answer> {
    for (let turn = 0;; turn++) {
      try {
        const reply = await endpoint.askRaw("/completions", bodyOf(batch), { context });
        const { logliks, json } = read(reply, batch);
        return {
          logliks,
          json,
          server: reply.server,
          usage: readUsage(json.usage, { prompt: true, text: false }),
        };
      } catch (error) {
        if (isBenchError(error) && error.code === "bad_request") {
          const said = String(error.details.serverMessage ?? "");
          if (/\b(?:echo|logprobs?)\b/i.test(said)) {
            throw unsupported(shown, `it says "${said.slice(0, 200)}"`);
          }
          const body = { temperature: 0, max_tokens: 1, seed: options.seed };
          if (turn < 4 && options.adaptations.learnFrom(error, body, context)) continue;
        }
        throw error;
      }
    }
  }

  return async function client(sequences, context) {
    const logliks: Loglik[] = [];
    let usage: Usage = { inputTokens: 0, outputTokens: 0 };
    let attempts = 0;
    let facts: Pick<ModelResponse, "serving"> = {};
    for (let done = 0; done < sequences.length;) {
      const batch = sequences.slice(done, done + (arrays ? options.batchSize : 1));
      let answer: Answer;
      attempts++;
      try {
        answer = await ask(batch, context);
      } catch (error) {
        if (batch.length === 1 || !refusesArrays(error)) throw error;
        arrays = false;
        context?.emit?.({
          kind: "model.adapted",
          parameter: "prompt",
          renamedTo: null,
          reason: "arrays refused",
        });
        continue;
      }
      const ids = batch.every((sequence) => "ids" in sequence);
      checkContext(
        {
          // Added up, not joined: a text nobody reads is then never put together.
          prompt: batch.reduce((all, one) => "ids" in one ? all : all + one.prompt + one.continuation, ""),
          ...(ids
            ? { promptTokens: batch.reduce((n, one) => n + ("ids" in one ? one.ids.length : 0), 0) }
            : {}),
          usage: answer.usage,
          finishReason: "unknown",
          maxTokens: 1,
        },
        { shown, policy: options.onContextCut },
        context,
      );
      logliks.push(...answer.logliks);
      usage = { inputTokens: plus(usage.inputTokens, answer.usage.inputTokens), outputTokens: null };
      facts = serving(answer.json, answer.server);
      done += batch.length;
    }
    return { logliks, response: { finishReason: "stop", usage, attempts, ...facts } };
  };
}

interface Answer {
  logliks: Loglik[];
  json: Record<string, unknown>;
  server: string | null;
  usage: Usage;
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** The few facts beside the choices of a reply that was not parsed. */
function scalars(reply: RawReply): Record<string, unknown> {
  const end = reply.text(-600);
  const near = reply.text(0, 400) + end;
  const model = /"model":\s*("(?:[^"\\]|\\.)*")/.exec(near)?.[1];
  const fingerprint = /"system_fingerprint":\s*("(?:[^"\\]|\\.)*")/.exec(near)?.[1];
  const tokens = /"usage":\s*\{[^}]*"prompt_tokens":\s*(\d+)/.exec(end)?.[1];
  return {
    ...(model === undefined ? {} : { model: JSON.parse(model) }),
    ...(fingerprint === undefined ? {} : { system_fingerprint: JSON.parse(fingerprint) }),
    ...(tokens === undefined ? {} : { usage: { prompt_tokens: Number(tokens) } }),
  };
}

function refusesArrays(error: unknown): boolean {
  return isBenchError(error) && (error.code === "bad_request" || error.code === "server_error" ||
    (error.code === "logprobs_unsupported" && error.message.includes("choices came for")));
}
