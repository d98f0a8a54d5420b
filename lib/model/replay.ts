/**
 * `replay:FILE`: answers what a run's ledger already holds.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { ModelError } from "../core/errors.ts";
import type { Model, ModelInfo, ModelRequest, ModelResponse } from "./model.ts";
import { readRecording, type Recorded, type Recording, requestKey } from "./recording.ts";

/**
 * Makes a model that answers from the ledger of an earlier run: same prompt,
 * same repetition, same reply. It is read at the first request. Replies are
 * marked as cached and cost nothing. Decoding parameters are not part of the
 * lookup, since a ledger line does not hold them.
 *
 * @param path A run's folder or its `ledger.jsonl`.
 * @throws {ModelError} The promise rejects with `replay_miss` when the request was never answered there; the
 * message shows where the nearest recorded prompt differs. `replay_missing` and `replay_empty` for the file.
 *
 * @example
 * ```ts
 * import { replay } from "./replay.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const file = await Deno.makeTempFile();
 * const data = { prompt: "Is water wet?", replies: ["yes"] };
 * await Deno.writeTextFile(file, JSON.stringify({ i: 0, st: "ok", id: "t/1", data }) + "\n");
 * const reply = await replay(file)({ type: "completion", prompt: "Is water wet?" });
 * assertEquals(reply.text, "yes");
 * await Deno.remove(file);
 * ```
 */
export function replay(path: string): Model {
  const info: ModelInfo = {
    id: `replay:${path}`,
    baseUrl: null,
    accepts: ["chat", "completion", "loglikelihood", "loglikelihood_rolling"],
  };
  let recording: Promise<Recording> | undefined;
  const model = async (request: ModelRequest, context: Context = {}): Promise<ModelResponse> => {
    context.signal?.throwIfAborted();
    recording ??= readRecording(path);
    const known = await recording.catch((error) => {
      recording = undefined;
      throw error;
    });
    const epoch = context.epoch ?? 0;
    const found = known.get(requestKey(request))?.find((recorded) => answers(recorded, request, epoch));
    if (found === undefined) throw miss(path, known, request, epoch);
    return toResponse(found, epoch);
  };
  return Object.assign(model, { info });
}

/** Whether the record, whose prompt is the request's, answers this repetition and these choices. */
function answers(recorded: Recorded, request: ModelRequest, epoch: number): boolean {
  if (request.type === "loglikelihood") {
    return recorded.logliks.length === request.items.length && recorded.epoch === epoch &&
      request.items.every(({ continuation }, i) => continuation.endsWith(recorded.choices[i] ?? ""));
  }
  if (request.type === "loglikelihood_rolling") return recorded.logliks.length === 1;
  return epoch >= recorded.epoch && epoch < recorded.epoch + recorded.replies.length;
}

function toResponse(recorded: Recorded, epoch: number): ModelResponse {
  return {
    text: recorded.replies[epoch - recorded.epoch] ?? "",
    ...(recorded.kind === "loglik" ? { logliks: recorded.logliks } : {}),
    finishReason: recorded.finishReason,
    usage: recorded.usage,
    cached: true,
    latencyMs: 0,
    attempts: 0,
    ...(recorded.serving === undefined ? {} : { serving: recorded.serving }),
  };
}

function miss(path: string, known: Recording, request: ModelRequest, epoch: number): ModelError {
  const wanted = requestKey(request);
  let nearest = "";
  let shared = -1;
  for (const key of known.keys()) {
    const length = sharedStart(key, wanted);
    if (length > shared) [nearest, shared] = [key, length];
  }
  const [kind, prompt] = split(wanted);
  const [nearestKind, nearestPrompt] = split(nearest);
  const at = sharedStart(prompt, nearestPrompt);
  const difference = kind !== nearestKind
    ? `only ${nearestKind} answers`
    : prompt === nearestPrompt
    ? `the prompt, but not repetition ${epoch} with these choices`
    : `a prompt that differs at character ${at + 1}: wanted ${excerpt(prompt, at)}, recorded ${
      excerpt(nearestPrompt, at)
    }`;
  return new ModelError(`Cannot replay a ${request.type} request from "${path}": found ${difference}`, {
    code: "replay_miss",
    hint: "Replay with the task, shots, seed and template of the recorded run, or ask a model",
    details: {
      kind,
      epoch,
      differsAt: at,
      wanted: prompt.slice(at, at + 200),
      recorded: nearestPrompt.slice(at, at + 200),
    },
  });
}

function split(key: string): [kind: string, prompt: string] {
  const at = key.indexOf("\n");
  return [key.slice(0, at), key.slice(at + 1)];
}

function excerpt(text: string, at: number): string {
  return at >= text.length ? "the end" : JSON.stringify(text.slice(at, at + 40));
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
