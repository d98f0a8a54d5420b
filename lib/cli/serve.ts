/**
 * Starts a specialist's model server for the length of a run, and stops it and
 * everything it started.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import { visibleText } from "../core/redact.ts";
import type { ServeConfig } from "./serve_config.ts";

/** A server that answers its health check. */
export interface RunningServer extends AsyncDisposable {
  /** Id of the process, which leads a group of its own. */
  readonly pid: number;
  /** Ends the whole group: asks, waits, then kills. */
  stop(): Promise<void>;
}

/** Options of {@linkcode startServer}. */
export interface StartServerOptions {
  /** Base URL of the model; a health path is resolved against its origin. */
  readonly baseUrl: string;
  /** Working folder when the config names none. */
  readonly root: string;
  /** The environment to take the few kept variables from. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the waiting, and the server. */
  readonly signal?: AbortSignal;
  /** Pause between two health checks. @default {200} */
  readonly pollMs?: number;
}

const KEPT = /^(?:PATH|HOME|LANG|LC_\w+|TMPDIR|TMP|TEMP|USER|CUDA_\w+|ROCR_\w+|HIP_\w+|SystemRoot|HF_HOME)$/;
const TAIL = 2000;

/** Keeps the end of what a stream says. */
function tailOf(stream: ReadableStream<Uint8Array>): { text(): string; done: Promise<void>; cancel(): void } {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const done = (async () => {
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text = (text + decoder.decode(part.value, { stream: true })).slice(-TAIL);
      }
    } catch { /* cancelled */ }
  })();
  return { text: () => visibleText(text.trim()), done, cancel: () => void reader.cancel().catch(() => {}) };
}

async function isHealthy(url: string, signal: AbortSignal | undefined): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), 2_000);
  const onAbort = (): void => abort.abort();
  signal?.addEventListener("abort", onAbort);
  try {
    const response = await fetch(url, { signal: abort.signal, redirect: "manual" });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Waits; ends early on abort. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

/**
 * Starts the server, and beside it a watcher that ends the whole group when
 * standard input ends: with this process, however that ended.
 */
const LIFELINE = `
stop=$1; shift
exec 3<&0
trap : TERM
"$@" </dev/null 3<&- &
server=$!
(
  while read -r _ <&3; do :; done
  trap "" TERM
  kill -TERM 0
  while [ "$stop" -gt 0 ] && kill -0 "$server"; do sleep 1; stop=$((stop - 1)); done
  kill -KILL 0
) 2>/dev/null &
watcher=$!
exec 3<&-
wait "$server"; code=$?
while kill -0 "$server" 2>/dev/null; do wait "$server"; code=$?; done
exec 2>/dev/null
kill "$watcher"; wait "$watcher"
exit "$code"`;

function withLifeline({ command, stopTimeoutMs }: ServeConfig): readonly string[] {
  if (Deno.build.os === "windows") return command;
  return ["sh", "-c", LIFELINE, "sh", String(Math.ceil(stopTimeoutMs / 1000)), ...command];
}

/** Sends a signal to a process group; false when nobody is left in it. */
function signalGroup(pid: number, name: Deno.Signal): boolean {
  try {
    Deno.kill(Deno.build.os === "windows" ? pid : -pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * URL of the health check: an absolute URL as it is, a path on the origin of
 * the base URL, else `/models` of the base URL.
 *
 * @example
 * ```ts
 * import { healthUrl } from "./serve.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(healthUrl(null, "http://h:1/v1"), "http://h:1/v1/models");
 * assertEquals(healthUrl("/health", "http://h:1/v1"), "http://h:1/health");
 * ```
 */
export function healthUrl(health: string | null, baseUrl: string): string {
  return health === null ? `${baseUrl.replace(/\/+$/, "")}/models` : new URL(health, baseUrl).href;
}

/**
 * Starts the server and waits until it is healthy.
 *
 * @throws {ModelError} `serve_port_taken` when something answers already,
 * `serve_failed` when the program cannot be started or ends,
 * `serve_not_ready` when it is not healthy in time; nothing is left running.
 * @example A program that does not exist
 * ```ts ignore
 * const config = { command: ["no-such-program"], cwd: null, env: {}, health: null, readyTimeoutMs: 1, stopTimeoutMs: 1 };
 * await startServer(config, { baseUrl: "http://127.0.0.1:9/v1", root: ".", env: {} }); // throws serve_failed
 * ```
 */
export async function startServer(config: ServeConfig, options: StartServerOptions): Promise<RunningServer> {
  const url = healthUrl(config.health, options.baseUrl);
  const shown = config.command.join(" ");
  if (await isHealthy(url, options.signal)) {
    throw new ModelError(`Cannot start "${shown}": something answers at "${url}" already`, {
      code: "serve_port_taken",
      hint: "Stop that server, or drop serve: and use it with --base-url",
    });
  }
  const [program = "", ...args] = withLifeline(config);
  const kept = Object.entries(options.env).filter(([name]) => KEPT.test(name));
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      cwd: config.cwd ?? options.root,
      clearEnv: true,
      env: { ...Object.fromEntries(kept), ...config.env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: Deno.build.os !== "windows",
    }).spawn();
  } catch (cause) {
    throw new ModelError(`Cannot start "${shown}": ${(cause as Error).message}`, {
      code: "serve_failed",
      cause,
    });
  }
  const server = toServer(child, config.stopTimeoutMs);
  let ended: Deno.CommandStatus | null = null;
  void child.status.then((status) => (ended = status));
  const deadline = performance.now() + config.readyTimeoutMs;
  const fail = async (code: string, why: string): Promise<never> => {
    await server.stop();
    const said = server.tail();
    throw new ModelError(`Cannot start "${shown}": ${why}${said === "" ? "" : `; it said: ${said}`}`, {
      code,
      hint: `Check serve: in the config; the health check is ${url}`,
    });
  };
  try {
    while (true) {
      const healthy = ended === null && await isHealthy(url, options.signal);
      if (options.signal?.aborted === true) throw options.signal.reason;
      const status = ended as Deno.CommandStatus | null;
      if (status !== null) {
        return await fail("serve_failed", `it ended with code ${status.code} before it was ready`);
      }
      if (healthy) return server;
      if (performance.now() >= deadline) {
        return await fail("serve_not_ready", `it was not healthy within ${config.readyTimeoutMs / 1000} s`);
      }
      await pause(options.pollMs ?? 200, options.signal);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function toServer(child: Deno.ChildProcess, stopTimeoutMs: number): RunningServer & { tail(): string } {
  const streams = [tailOf(child.stdout), tailOf(child.stderr)];
  const { pid } = child;
  let stopping: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    const deadline = performance.now() + stopTimeoutMs;
    // The leader may be gone and its children not: the group is what counts.
    let alive = signalGroup(pid, "SIGTERM");
    while (alive && performance.now() < deadline) {
      await pause(25);
      alive = signalGroup(pid, "SIGTERM");
    }
    if (alive) signalGroup(pid, "SIGKILL");
    await child.status;
    await child.stdin.close().catch(() => {});
    for (const stream of streams) stream.cancel();
    await Promise.all(streams.map((stream) => stream.done));
  };
  const stop = (): Promise<void> => stopping ??= end();
  return {
    pid,
    stop,
    tail: () => streams.map((stream) => stream.text()).filter((text) => text !== "").join(" | "),
    [Symbol.asyncDispose]: stop,
  };
}
