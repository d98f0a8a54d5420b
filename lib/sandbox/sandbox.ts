/**
 * One interface for every place where code of others runs: a workspace with
 * files, and programs that run in it under limits.
 *
 * @module
 */
import type { Facts } from "./facts.ts";
import type { Limits } from "./limits.ts";
import type { PythonBatch } from "./python_batch.ts";

/** The backends. `unsafeLocal` isolates nothing and is used only when named. */
export type BackendName =
  | "bubblewrap"
  | "deno"
  | "docker"
  | "microsandbox"
  | "podman"
  | "python"
  | "unsafeLocal";

/**
 * How a program ended. `ok`: exit code 0. `failed`: another code or a signal.
 * `timeout`: wall or CPU limit. `memory`: memory limit. `output`: it was ended
 * for writing far beyond the output limit. `disk`: for filling the workspace.
 * `refused`: the sandbox would not run it, or denied what it needed.
 */
export type ExecReason = "disk" | "failed" | "memory" | "ok" | "output" | "refused" | "timeout";

/** What became of a program. Always given, never thrown: ending badly is a result. */
export interface ExecResult {
  /** Exit code; null after a signal, a time-out or when it never started. */
  readonly code: number | null;
  /** Signal that ended it, such as `SIGKILL`, where the backend can tell. */
  readonly signal: string | null;
  /** Standard output as text; bytes that are not UTF-8 become U+FFFD. A cut is marked in it. */
  readonly stdout: string;
  /** Standard error, likewise. */
  readonly stderr: string;
  /** What was kept of standard output, byte for byte. */
  readonly stdoutBytes: Uint8Array;
  /** What was kept of standard error. */
  readonly stderrBytes: Uint8Array;
  /** Bytes written to standard output, kept or not. */
  readonly stdoutSize: number;
  /** Bytes written to standard error, kept or not. */
  readonly stderrSize: number;
  /** Something was left out of either stream. */
  readonly truncated: boolean;
  /** Something was left out of standard output. */
  readonly stdoutTruncated: boolean;
  /** Something was left out of standard error. */
  readonly stderrTruncated: boolean;
  /** The harness ended it at the wall limit. Never read from the exit code. */
  readonly timedOut: boolean;
  /** Wall time from start to end in ms. */
  readonly durationMs: number;
  /** Processor time in ms, null where the backend cannot tell. */
  readonly cpuMs: number | null;
  /** The verdict of the sandbox. */
  readonly reason: ExecReason;
  /** Facts kept for a report: refused permissions, what was denied by the proxy. */
  readonly evidence: readonly string[];
}

/** How one program is run. */
export interface ExecOptions {
  /** Given on standard input; without it there is none (end of file at once). */
  readonly stdin?: string | Uint8Array;
  /** Variables beside the fixed small set. Nothing of the host's environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder below the workspace to start in; default its root. */
  readonly cwd?: string;
  /** Limits that differ from those of the sandbox. */
  readonly limits?: Partial<Limits>;
  /** Ends the program; the call then throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** What isolates, in one word each. */
export interface Isolation {
  /** Host files: `none` can be read, only the `workspace`, or all of the host (`host`). */
  readonly files: "host" | "none" | "workspace";
  /** Network: `none`, named `hosts` only, or everything (`open`). */
  readonly network: "hosts" | "none" | "open";
  /** Processes: other processes are invisible, or not. */
  readonly processes: "host" | "private";
  /** Whether a limit on memory holds, and by what. */
  readonly memory: "cgroup" | "none" | "rlimit" | "wasm";
  /** Whether a system call filter is on. */
  readonly syscallFilter: boolean;
}

/** What a sandbox is: JSON-safe, stamped into results. */
export interface SandboxInfo {
  /** Which backend. */
  readonly backend: BackendName;
  /** Its version, such as `bubblewrap 0.8.0`. */
  readonly version: string;
  /** Why this one: asked for by name, or what `auto` found. */
  readonly why: string;
  /** What isolates. */
  readonly isolation: Isolation;
  /** Limits in force. */
  readonly limits: Limits;
  /** What it cannot stop, a sentence each. */
  readonly cannotStop: readonly string[];
  /** Warnings a result must carry. */
  readonly warnings: readonly string[];
}

/** A place where programs run. Close it, or declare it with `await using`. */
export interface Sandbox extends AsyncDisposable {
  /** What it is. */
  readonly info: SandboxInfo;
  /**
   * Runs a program: a list of arguments, never a shell line (ask for a shell by
   * `["sh", "-c", line]`). The first argument is looked up inside.
   */
  exec(argv: readonly string[], options?: ExecOptions): Promise<ExecResult>;
  /** Reads a file of the workspace; links are not followed. */
  read(path: string): Promise<Uint8Array>;
  /** Writes a file of the workspace, making folders; links are not followed. */
  write(path: string, data: string | Uint8Array): Promise<void>;
  /** Copies a file or folder of the host into the workspace; a link in it is refused. */
  upload(hostPath: string, path?: string): Promise<void>;
  /** What is in the workspace: names, sizes, hashes; links are named, not followed. */
  snapshot(): Promise<Facts>;
  /**
   * Opens one Python that runs many programs, for code one trusts (they share
   * a sandbox, each gets a fork or a fresh interpreter state). Absent where the
   * backend has none.
   */
  readonly openBatch?: () => Promise<PythonBatch>;
  /** Ends whatever runs and removes the workspace. */
  close(): Promise<void>;
}
