/**
 * What a run's ledger says about the model: which request got which reply.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import type { FinishReason, Loglik, ModelRequest, ModelResponse, Usage } from "./model.ts";

/** One answered sample. */
export interface Recorded {
  /** `text` for replies, `loglik` for scores. */
  readonly kind: "text" | "loglik";
  /** The prompt, or the JSON text of the messages. */
  readonly prompt: string;
  /** First repetition it answers. */
  readonly epoch: number;
  /** Texts that were recorded, one a repetition. */
  readonly replies: readonly string[];
  /** Log-likelihoods that were recorded, in the order of the choices. */
  readonly logliks: readonly Loglik[];
  /** Choices of a multiple-choice doc, without their delimiter. */
  readonly choices: readonly string[];
  /** Why the recorded reply ended. */
  readonly finishReason: FinishReason;
  /** Tokens it took then. */
  readonly usage: Usage;
  /** What the server said about itself then. */
  readonly serving?: NonNullable<ModelResponse["serving"]>;
}

/** Recorded answers by {@linkcode requestKey}, oldest first. */
export type Recording = ReadonlyMap<string, readonly Recorded[]>;

/** What a request is looked up by: its kind and all of its prompt. */
export function requestKey(request: ModelRequest): string {
  switch (request.type) {
    case "completion":
      return textKey(request.prompt);
    case "chat":
      return textKey(JSON.stringify(request.messages.map(({ role, content }) => ({ role, content }))));
    case "loglikelihood":
      return `loglik\n${request.items[0]?.prompt ?? ""}`;
    case "loglikelihood_rolling":
      return `loglik\n${request.text}`;
  }
}

/** A lone user message and the bare prompt are the same question. */
function textKey(prompt: string): string {
  if (!prompt.startsWith("[")) return `text\n${prompt}`;
  let messages: unknown;
  try {
    messages = JSON.parse(prompt);
  } catch {
    return `text\n${prompt}`;
  }
  if (!Array.isArray(messages) || !messages.every((message) => typeof message?.role === "string")) {
    return `text\n${prompt}`;
  }
  const [first, ...others] = messages;
  if (first?.role === "user" && others.length === 0) return `text\n${first.content}`;
  return `text\n${JSON.stringify(messages.map(({ role, content }) => [role, content]))}`;
}

/**
 * Reads the answers of a ledger file, or of `ledger.jsonl` in a run's folder.
 * Of several lines of one unit the last counts; failed units and a torn last
 * line answer nothing.
 *
 * @throws {ModelError} `replay_missing` without the file, `replay_empty` when it holds no answer.
 */
export async function readRecording(path: string): Promise<Recording> {
  const file = await openRecording(path);
  const lines = new Map<number, Recorded>();
  let rest = "";
  const onLine = (line: string) => {
    const row = parse(line);
    if (typeof row?.i !== "number") return;
    const recorded = row.st === "error" ? undefined : toRecorded(row);
    if (recorded === undefined) lines.delete(row.i);
    else lines.set(row.i, recorded);
  };
  for await (const chunk of file.readable.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    parts.forEach(onLine);
  }
  const recording = new Map<string, Recorded[]>();
  for (const [, recorded] of [...lines].sort(([a], [b]) => a - b)) {
    const key = recorded.kind === "text" ? textKey(recorded.prompt) : `loglik\n${recorded.prompt}`;
    const list = recording.get(key);
    if (list === undefined) recording.set(key, [recorded]);
    else list.push(recorded);
  }
  if (recording.size > 0) return recording;
  throw new ModelError(`Cannot replay "${path}": wanted a ledger with answers, found none`, {
    code: "replay_empty",
    hint: "Pass artifacts/runs/RUN_ID or the ledger.jsonl in it",
  });
}

async function openRecording(path: string): Promise<Deno.FsFile> {
  try {
    const { isDirectory } = await Deno.stat(path);
    return await Deno.open(isDirectory ? `${path}/ledger.jsonl` : path);
  } catch (cause) {
    throw new ModelError(`Cannot replay "${path}": wanted a run's ledger, found no such file`, {
      code: "replay_missing",
      hint: "Pass artifacts/runs/RUN_ID or the ledger.jsonl in it",
      cause,
    });
  }
}

// deno-lint-ignore no-explicit-any
function parse(line: string): any {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// deno-lint-ignore no-explicit-any
function toRecorded(row: any): Recorded | undefined {
  const data = row.data;
  if (typeof data?.prompt !== "string") return undefined;
  const replies: readonly string[] = data.replies ?? [];
  const logliks: readonly [number, boolean][] = data.logliks ?? [];
  if (replies.length + logliks.length === 0) return undefined;
  const whole = replies.length === 1 || logliks.length > 0;
  return {
    kind: logliks.length > 0 ? "loglik" : "text",
    prompt: data.prompt,
    epoch: (data.epoch ?? 0) * Math.max(1, replies.length),
    replies,
    logliks: logliks.map(([loglik, isGreedy]) => ({ loglik, isGreedy })),
    choices: data.choices ?? [],
    finishReason: row.st === "limited" ? "length" : "stop",
    usage: {
      inputTokens: whole ? data.tokens?.input ?? null : null,
      outputTokens: whole ? data.tokens?.output ?? null : null,
    },
    ...(data.serving ? { serving: data.serving } : {}),
  };
}
