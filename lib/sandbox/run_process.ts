/**
 * The one way in which benchbook runs a program of others.
 *
 * @module
 */
import { type BoundedOutput, boundedOutput } from "./bounded_output.ts";
import { killGroup } from "./kill_group.ts";
import { OUTPUT_HARD_FACTOR } from "./limits.ts";

/** How a process is run. */
export interface ProcessOptions {
  /** Folder to start in. */
  readonly cwd?: string;
  /** The whole environment: nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  /** Given on standard input; default none. */
  readonly stdin?: string | Uint8Array | undefined;
  /** Wall limit in ms; null for none. */
  readonly wallMs: number | null;
  /** Bytes kept of each stream. */
  readonly outputBytes: number;
  /** For programs that take long to start: the wall limit counts from the first line of standard output, which is dropped; it must come within so many ms, else `stopped` is `start`. */
  readonly readyMs?: number;
  /** Asked every 100 ms; a word ends the process and is given back as `stopped`. */
  readonly watch?: () => Promise<string | null>;
  /** Called when the process is ended early, for what a signal cannot reach. */
  readonly onKill?: () => void;
  /** Ends the process; the call throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How it went. */
export interface ProcessResult {
  /** Exit code; null after a signal or when it was ended. */
  readonly code: number | null;
  /** Signal that ended it. */
  readonly signal: string | null;
  /** Standard output. */
  readonly stdout: BoundedOutput;
  /** Standard error. */
  readonly stderr: BoundedOutput;
  /** Why it was ended: `timeout`, `output`, `start`, or the word of `watch`; null when it ended by itself. */
  readonly stopped: string | null;
  /** A descendant kept a stream open after the end; the stream was let go. */
  readonly heldOpen: boolean;
  /** Wall time in ms. */
  readonly durationMs: number;
}

/**
 * Starts a program in its own process group, with no environment but the given
 * one and with its streams as pipes (a file as output could be found and opened
 * again from inside).
 */
export function spawnChild(
  argv: readonly [string, ...string[]],
  options: Pick<ProcessOptions, "cwd" | "env">,
  withStdin: boolean,
): Deno.ChildProcess {
  const [program, ...args] = argv;
  return new Deno.Command(program, {
    args,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    clearEnv: true,
    env: { ...options.env },
    stdin: withStdin ? "piped" : "null",
    stdout: "piped",
    stderr: "piped",
    detached: Deno.build.os !== "windows",
  }).spawn();
}

/**
 * After the process has ended, a stream that stays open and silent is let go
 * after so many looks, so many ms apart. Looks, not one delay: on a busy machine
 * a delay can be over before what was written has been read.
 */
const DRAIN_LOOKS = 10;
const DRAIN_LOOK_MS = 50;
/** How long a killed process may take to be gone. */
const REAP_MS = 1_000;

/** Waits for a promise, at most so long. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(resolve, ms, undefined));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Passes on what comes after the first line, and tells when that line is over. */
function afterFirstLine(output: BoundedOutput, onReady: () => void): Pick<BoundedOutput, "push"> {
  let ready = false;
  return {
    push(chunk: Uint8Array): void {
      if (ready) return output.push(chunk);
      const cut = chunk.indexOf(10);
      if (cut < 0) return;
      ready = true;
      onReady();
      if (cut + 1 < chunk.length) output.push(chunk.subarray(cut + 1));
    },
  };
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  output: Pick<BoundedOutput, "push">,
  onChunk: () => void,
): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      output.push(value);
      onChunk();
    }
  } catch {
    // A stream that breaks has ended.
  }
}

/** Writes standard input; a program need not read what it is given. */
function feed(stream: WritableStream<Uint8Array>, data: string | Uint8Array): { end(): Promise<void> } {
  const writer = stream.getWriter();
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const written = writer.write(bytes).then(() => writer.close()).catch(() => {});
  return {
    async end(): Promise<void> {
      if (await within(written.then(() => true), 200) === undefined) await writer.abort().catch(() => {});
      await within(written, 200);
    },
  };
}

/**
 * Runs a program in its own process group with an empty environment, no
 * standard input, bounded output and a wall limit. The result is there within
 * the limit and two seconds, also when a descendant holds the streams open; by
 * then the whole group has been killed. A program that writes 16 times what is
 * kept is ended. Bytes are kept as they came.
 *
 * A child that leaves the group (`setsid`) is not reached by this alone: the
 * backends put the program where it cannot, or name it in `cannotStop`.
 *
 * @throws {Deno.errors.NotFound} when the program does not exist.
 * @throws The reason of `signal`, after the process is gone.
 * @example Partial output of a program that never ends
 * ```ts
 * import { runProcess } from "./run_process.ts";
 * import { assertEquals } from "@std/assert";
 * const code = "console.log('step 1'); setInterval(() => {}, 1000)";
 * const result = await runProcess([Deno.execPath(), "eval", code], { wallMs: 2_000, outputBytes: 1_000 });
 * assertEquals([result.stopped, result.stdout.text()], ["timeout", "step 1\n"]);
 * ```
 */
export async function runProcess(argv: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  const [program, ...args] = argv;
  if (program === undefined || program === "") throw new TypeError("Cannot run an empty argument list");
  options.signal?.throwIfAborted();
  let startMs = performance.now();
  const child = spawnChild([program, ...args], options, options.stdin !== undefined);
  let stopped: string | null = null;
  let onStopped: (value: null) => void = () => {};
  const giveUp = new Promise<null>((resolve) => onStopped = resolve);
  const timers: ReturnType<typeof setTimeout>[] = [];
  const stop = (why: string): void => {
    if (stopped !== null) return;
    stopped = why;
    killGroup(child.pid);
    options.onKill?.();
    timers.push(setTimeout(() => onStopped(null), REAP_MS));
  };
  const hard = options.outputBytes * OUTPUT_HARD_FACTOR;
  const [stdout, stderr] = [boundedOutput(options.outputBytes), boundedOutput(options.outputBytes)];
  const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
  const flood = (): void => {
    if (stdout.size + stderr.size > hard) stop("output");
  };
  const { readyMs, wallMs } = options;
  if (readyMs === undefined && wallMs !== null) timers.push(setTimeout(() => stop("timeout"), wallMs));
  if (readyMs !== undefined) timers.push(setTimeout(() => stop("start"), readyMs));
  const onReady = (): void => {
    clearTimeout(timers[0]);
    startMs = performance.now();
    if (wallMs !== null) timers.push(setTimeout(() => stop("timeout"), wallMs));
  };
  const first = readyMs === undefined ? stdout : afterFirstLine(stdout, onReady);
  const pumps = Promise.all([pump(readers[0], first, flood), pump(readers[1], stderr, flood)]);
  const fed = options.stdin === undefined ? undefined : feed(child.stdin, options.stdin);
  const onAbort = (): void => stop("aborted");
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const watcher = options.watch === undefined ? undefined : watching(options.watch, stop);
  try {
    const status = await Promise.race([child.status, giveUp]);
    const durationMs = performance.now() - startMs;
    killGroup(child.pid);
    const heldOpen = !await drained(pumps, () => stdout.size + stderr.size);
    if (heldOpen) {
      await Promise.all(readers.map((reader) => reader.cancel().catch(() => {})));
      await pumps;
    }
    if (stopped === "aborted") throw options.signal?.reason;
    const ended = stopped !== null;
    return {
      code: ended || status === null || status.signal !== null ? null : status.code,
      signal: status?.signal ?? null,
      stdout,
      stderr,
      stopped,
      heldOpen,
      durationMs,
    };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
    await watcher?.end();
    await fed?.end();
  }
}

/** Waits for streams to end; false when they stay open and silent. */
async function drained(pumps: Promise<unknown>, size: () => number): Promise<boolean> {
  const done = pumps.then(() => true);
  const endMs = performance.now() + 3 * DRAIN_LOOKS * DRAIN_LOOK_MS;
  let seen = size();
  for (let silent = 0; silent < DRAIN_LOOKS; silent++) {
    if (await within(done, DRAIN_LOOK_MS) === true) return true;
    // A descendant that never stops writing gets no more than three times the silence.
    if (size() !== seen && performance.now() < endMs) silent = -1;
    seen = size();
  }
  return false;
}

/** Asks `watch` over and over until told to end. */
function watching(
  watch: () => Promise<string | null>,
  stop: (why: string) => void,
): { end(): Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  let asking: Promise<void> = Promise.resolve();
  const ask = async (): Promise<void> => {
    const word = await watch().catch(() => null);
    if (over) return;
    if (word !== null) stop(word);
    else timer = setTimeout(() => asking = ask(), 100);
  };
  timer = setTimeout(() => asking = ask(), 100);
  return {
    async end(): Promise<void> {
      over = true;
      clearTimeout(timer);
      await asking;
    },
  };
}
