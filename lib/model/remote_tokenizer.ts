/**
 * The tokenizer of the server itself, where it has the routes for it.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError, ModelError } from "../core/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import { isRecord } from "./reply_parts.ts";

/** A tokenizer behind an endpoint. */
export interface RemoteTokenizer {
  /** Ids of a text, without special tokens. */
  encode(text: string): Promise<readonly number[]>;
  /** Id that a text without context starts from: the start token, else the end token; null with neither. */
  readonly prefix: number | null;
  /** Text of the end token, or null. */
  readonly eos: string | null;
}

/** Texts whose ids are kept: contexts are shared by the choices of a question. */
const KEPT = 512;

/**
 * Opens the tokenizer of an endpoint (`GET /tokenizer_info`, `POST /tokenize`
 * below the server's root, as vLLM has them); null when it has none.
 *
 * @throws {ModelError} when the server cannot be reached or fails: that is not
 * "no tokenizer", which would change how scores are made.
 */
export async function openRemoteTokenizer(
  endpoint: Endpoint,
  context?: Context,
): Promise<RemoteTokenizer | null> {
  const quiet = context?.signal === undefined ? {} : { context: { signal: context.signal } };
  const kept = new Map<string, Promise<readonly number[]>>();

  async function encode(text: string): Promise<readonly number[]> {
    if (text === "") return [];
    const body = JSON.stringify({ model: endpoint.model, prompt: text, add_special_tokens: false });
    const { json } = await endpoint.ask("/tokenize", body, { ...quiet, root: true });
    const { tokens } = json;
    if (Array.isArray(tokens) && tokens.every((id) => Number.isInteger(id))) return tokens;
    throw new ModelError(`Cannot tokenize with "${endpoint.base.root}": wanted a list of ids`, {
      code: "bad_reply",
      details: { retryable: false },
    });
  }

  function remembered(text: string): Promise<readonly number[]> {
    let ids = kept.get(text);
    if (ids !== undefined) return ids;
    ids = encode(text);
    ids.catch(() => kept.delete(text));
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(text, ids);
    return ids;
  }

  let info: unknown;
  try {
    info = (await endpoint.ask("/tokenizer_info", null, { ...quiet, root: true })).json;
    if (!isRecord(info)) return null;
    const eos = tokenText(info.eos_token);
    const bos = tokenText(info.bos_token);
    const prefixText = bos ?? eos;
    const prefix = prefixText === null ? null : (await encode(prefixText))[0] ?? null;
    if (prefixText === null) await encode("a");
    return { encode: remembered, prefix, eos };
  } catch (error) {
    if (isBenchError(error) && isMissing(error.code, error.details.status)) return null;
    throw error;
  }
}

function isMissing(code: string, status: unknown): boolean {
  return code === "bad_json" || code === "bad_reply" || code === "error_in_reply" ||
    [400, 403, 404, 405, 422, 501].includes(Number(status));
}

function tokenText(value: unknown): string | null {
  if (typeof value === "string" && value !== "") return value;
  return isRecord(value) && typeof value.content === "string" ? value.content : null;
}
