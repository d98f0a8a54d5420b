/**
 * From how a process went to what is told about it.
 *
 * @module
 */
import type { ProcessResult } from "./run_process.ts";
import type { ExecReason, ExecResult } from "./sandbox.ts";

/** What a backend knows beside the process itself. */
export interface Knowledge {
  /** The sandbox would not run it, or denied what it needed. */
  readonly refused?: boolean;
  /** The memory limit was hit, as the system counts. */
  readonly outOfMemory?: boolean;
  /** Processor limit in ms, for processes ended by it. */
  readonly cpuLimitMs?: number | null;
  /** Processor time used, where known. */
  readonly cpuMs?: number | null;
  /** Facts for the report. */
  readonly evidence?: readonly string[];
}

/** Last words of interpreters that ran out of memory: believed, since they can only turn one failure into another. */
const MEMORY_WORDS =
  /^(?:MemoryError\b|.*JavaScript heap out of memory|.*Array buffer allocation failed|.*WebAssembly\.Memory\.grow\(\).*|.*[Oo]ut of memory)/m;

/** 128 + 24: how a parent shell or bubblewrap passes on the signal for too much processor time. */
const SIGXCPU_CODE = 152;

/** Gives the verdict of the sandbox. */
export function reasonOf(result: ProcessResult, know: Knowledge): ExecReason {
  const { stopped, code, signal, durationMs } = result;
  if (stopped === "timeout" || stopped === "output" || stopped === "disk" || stopped === "memory") {
    return stopped;
  }
  if (know.refused === true) return "refused";
  if (code === 0) return "ok";
  const cpu = know.cpuLimitMs ?? null;
  if (signal === "SIGXCPU") return "timeout";
  // The bare code could be the program's own: it must also have run that long.
  if (cpu !== null && code === SIGXCPU_CODE && durationMs >= cpu / 2) return "timeout";
  if (know.outOfMemory === true) return "memory";
  return MEMORY_WORDS.test(result.stderr.text().slice(-4_000)) ? "memory" : "failed";
}

/** Builds the result of an exec. */
export function toExecResult(result: ProcessResult, know: Knowledge = {}): ExecResult {
  const { stdout, stderr } = result;
  return {
    code: result.code,
    signal: result.signal,
    stdout: stdout.text(),
    stderr: stderr.text(),
    stdoutBytes: stdout.bytes(),
    stderrBytes: stderr.bytes(),
    stdoutSize: stdout.size,
    stderrSize: stderr.size,
    truncated: stdout.truncated || stderr.truncated,
    stdoutTruncated: stdout.truncated,
    stderrTruncated: stderr.truncated,
    timedOut: result.stopped === "timeout",
    durationMs: result.durationMs,
    cpuMs: know.cpuMs ?? null,
    reason: reasonOf(result, know),
    evidence: know.evidence ?? [],
  };
}

/** The result for a program that was never started: `why` is on standard error. */
export function refusedResult(why: string): ExecResult {
  const stderrBytes = new TextEncoder().encode(`${why}\n`);
  return {
    code: null,
    signal: null,
    stdout: "",
    stderr: `${why}\n`,
    stdoutBytes: new Uint8Array(),
    stderrBytes,
    stdoutSize: 0,
    stderrSize: stderrBytes.length,
    truncated: false,
    stdoutTruncated: false,
    stderrTruncated: false,
    timedOut: false,
    durationMs: 0,
    cpuMs: null,
    reason: "refused",
    evidence: [why],
  };
}
