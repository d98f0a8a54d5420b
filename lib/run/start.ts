/**
 * Long work that a notebook can look at and stop.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { BenchError } from "../core/errors.ts";
import { notebookKernel } from "../report/jupyter.ts";
import { showAs } from "../core/show_as.ts";

/** What has become of started work. */
export type StartedStatus = "running" | "done" | "failed" | "cancelled";

/** Work that goes on behind the cells. */
export interface Started<T> {
  /** The value; rejects with the failure, or with the reason it was cancelled for. */
  readonly result: Promise<T>;
  /** What has become of it. */
  status(): StartedStatus;
  /** Milliseconds since the start, or until the end. */
  elapsedMs(): number;
  /** Asks it to stop; resolves when it has. What was answered so far is kept by the work itself. */
  cancel(reason?: string): Promise<void>;
}

/** Options of {@linkcode start}. */
export interface StartOptions {
  /** Cancels the work after so long; without it there is no limit. */
  readonly timeoutMs?: number;
  /** Receives the text of a failure at once; in a notebook it is shown below the cell that runs then. */
  readonly report?: (text: string) => void;
}

/**
 * Starts work without waiting for it, so that the notebook stays free: stopping
 * a cell that waits for ever blocks the Deno kernel until it is restarted. The
 * work gets a context whose signal is aborted by `cancel()` and by the time
 * limit. A failure is reported at once, since the kernel says nothing about
 * promises nobody waits for; a cancelled run is no failure.
 *
 * Wait with `await run.result`; in a notebook only for what is known to end.
 *
 * @example Stop it
 * ```ts
 * import { start } from "./start.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const run = start(async ({ signal }) => {
 *   await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
 * });
 * await run.cancel("enough");
 * assertEquals(run.status(), "cancelled");
 * ```
 */
export function start<T>(work: (context: Context) => Promise<T>, options: StartOptions = {}): Started<T> {
  const controller = new AbortController();
  const startMs = performance.now();
  let endMs: number | undefined;
  let status: StartedStatus = "running";
  const stop = (reason: string) =>
    controller.abort(new BenchError(`Stopped: ${reason}`, { code: "cancelled" }));
  const timer = options.timeoutMs === undefined
    ? undefined
    : setTimeout(() => stop(`time limit of ${options.timeoutMs} ms`), options.timeoutMs);
  const result = (async () => await work({ signal: controller.signal }))();
  const end = (how: StartedStatus) => {
    status = how;
    endMs = performance.now();
    clearTimeout(timer);
  };
  const settled = result.then(() => end("done"), (error) => {
    end(controller.signal.aborted ? "cancelled" : "failed");
    if (status === "failed") (options.report ?? reportInNotebook)(failureText(error));
  });
  const elapsedMs = () => (endMs ?? performance.now()) - startMs;
  const handle: Started<T> = {
    result,
    status: () => status,
    elapsedMs,
    async cancel(reason = "cancelled") {
      if (status === "running") stop(reason);
      await settled;
    },
  };
  return showAs(handle, () => {
    const text = `${status} for ${(elapsedMs() / 1000).toFixed(1)} s`;
    return { html: `<p>${text}</p>`, text };
  });
}

function reportInNotebook(text: string): void {
  notebookKernel()?.broadcast("stream", { name: "stderr", text: `${text}\n` }).catch(() => {});
}

/** A failure as people read it: name, message and, on a line of its own, the hint. */
function failureText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const hint = (error as { hint?: unknown } | null)?.hint;
  return typeof hint === "string" && hint !== "" ? `${text}\n  ${hint}` : text;
}
