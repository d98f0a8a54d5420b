// deno-lint-ignore-file camelcase -- what the helper answers
/**
 * A batch served by a helper process that is started anew when it dies.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { keptOutput } from "./bounded_output.ts";
import { toExecResult } from "./exec_result.ts";
import type { Limits } from "./limits.ts";
import type { LineProcess } from "./line_process.ts";
import type { PythonBatch, PythonItem } from "./python_batch.ts";
import type { ProcessResult } from "./run_process.ts";
import type { ExecResult } from "./sandbox.ts";

interface KeptReply {
  readonly head: string;
  readonly tail: string;
  readonly size: number;
}

/** What the helper answers; made by our own code, not by the program. */
interface Reply {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stopped: string | null;
  readonly duration_ms: number;
  readonly cpu_ms: number | null;
  readonly stdout: KeptReply;
  readonly stderr: KeptReply;
  /** The helper ends with this answer. */
  readonly last?: boolean;
}

/** A helper, and what to do after it. */
export interface Helper {
  /** The process. */
  readonly process: LineProcess;
  /** To be called when it is gone. */
  finish(): Promise<{ outOfMemory: boolean }>;
}

/** A request to a helper, as JSON. */
export function requestLine(item: PythonItem, wallMs: number | null): string {
  const { code, args = [], stdin } = item;
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  return JSON.stringify({ code, args, stdin: bytes?.toBase64() ?? null, wall_ms: wallMs });
}

function output(kept: KeptReply): ReturnType<typeof keptOutput> {
  return keptOutput(Uint8Array.fromBase64(kept.head), Uint8Array.fromBase64(kept.tail), kept.size);
}

function lost(why: "failed" | "timeout", durationMs: number, words: string): ProcessResult {
  const said = new TextEncoder().encode(words);
  const none = new Uint8Array();
  return {
    code: null,
    signal: "SIGKILL",
    stdout: keptOutput(none, none, 0),
    stderr: keptOutput(said, none, said.length),
    stopped: why === "timeout" ? why : null,
    heldOpen: false,
    durationMs,
  };
}

/**
 * Makes the batch. A helper that gives no answer within the wall limit and
 * `graceMs` (0 for one that keeps no limit itself) is ended and replaced.
 *
 * @throws {SandboxError} `backend_unavailable` from `run` when the helper does not start.
 */
export function helperBatch(start: () => Promise<Helper>, limits: Limits, graceMs = 1_500): PythonBatch {
  let helper: Promise<Helper> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let over = false;

  async function ready(): Promise<Helper> {
    const made = await start();
    const hello = await made.process.next(limits.startMs);
    if (hello !== null) return made;
    await made.process.kill();
    await made.finish();
    throw new SandboxError(`Cannot start a warm Python: ${made.process.words() || "it did not answer"}`, {
      code: "backend_unavailable",
    });
  }
  async function drop(): Promise<{ outOfMemory: boolean }> {
    const old = await helper?.catch(() => undefined);
    helper = undefined;
    await old?.process.kill();
    return await old?.finish() ?? { outOfMemory: false };
  }
  async function run(item: PythonItem): Promise<ExecResult> {
    if (over) {
      throw new SandboxError("Cannot run a program: the batch was closed", { code: "sandbox_closed" });
    }
    const wallMs = item.wallMs ?? limits.wallMs;
    const { process } = await (helper ??= ready()).catch((error) => {
      helper = undefined;
      throw error;
    });
    const startMs = performance.now();
    const line = await process.ask(requestLine(item, wallMs), wallMs === null ? null : wallMs + graceMs);
    const durationMs = performance.now() - startMs;
    if (line === null) {
      const late = wallMs !== null && durationMs >= wallMs;
      const { outOfMemory } = await drop();
      return toExecResult(lost(late ? "timeout" : "failed", durationMs, process.words()), { outOfMemory });
    }
    const reply = JSON.parse(line) as Reply;
    if (reply.last === true) await drop();
    const result = {
      code: reply.code,
      signal: reply.signal,
      stdout: output(reply.stdout),
      stderr: output(reply.stderr),
      stopped: reply.stopped,
      heldOpen: false,
      durationMs: reply.duration_ms,
    };
    return toExecResult(result, { cpuMs: reply.cpu_ms, cpuLimitMs: limits.cpuMs });
  }
  async function close(): Promise<void> {
    over = true;
    await drop();
  }
  return {
    run(item: PythonItem): Promise<ExecResult> {
      const work = queue.then(() => run(item));
      queue = work.catch(() => {});
      return work;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
