/**
 * A helper process that answers one line with one line.
 *
 * @module
 */
import { boundedOutput } from "./bounded_output.ts";
import { killGroup } from "./kill_group.ts";
import { spawnChild, within } from "./run_process.ts";

/** A running helper. */
export interface LineProcess {
  /** Sends a line and gives the answer; null when none came in time or the helper ended. */
  ask(line: string, waitMs: number | null): Promise<string | null>;
  /** Waits for a line that was not asked for. */
  next(waitMs: number | null): Promise<string | null>;
  /** Last words on standard error. */
  words(): string;
  /** Ends it and all of its group. */
  kill(): Promise<void>;
}

/**
 * Starts a helper; the environment is empty but for `env`. Answers longer than
 * `maxLine` characters end it.
 */
export function startLineProcess(
  argv: readonly [string, ...string[]],
  options: { readonly env: Readonly<Record<string, string>>; readonly maxLine: number },
): LineProcess {
  const child = spawnChild(argv, { cwd: "/", env: options.env }, true);
  const writer = child.stdin.getWriter();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const words = boundedOutput(8_192);
  const drained = (async () => {
    for await (const chunk of child.stderr) words.push(chunk);
  })().catch(() => {});
  let pending: string[] = [];
  let pendingSize = 0;
  let over = false;

  async function read(): Promise<string | null> {
    for (;;) {
      const last = pending.at(-1) ?? "";
      const cut = last.indexOf("\n");
      if (cut >= 0) {
        const line = pending.slice(0, -1).join("") + last.slice(0, cut);
        pending = [last.slice(cut + 1)];
        pendingSize = pending[0]?.length ?? 0;
        return line;
      }
      const { done, value } = await lines.read().catch(() => ({ done: true as const, value: undefined }));
      if (done) return null;
      pending.push(value);
      pendingSize += value.length;
      if (pendingSize > options.maxLine) return null;
    }
  }
  async function next(waitMs: number | null): Promise<string | null> {
    if (over) return null;
    const line = waitMs === null ? await read() : await within(read(), waitMs);
    if (line === undefined || line === null) await kill();
    return line ?? null;
  }
  async function kill(): Promise<void> {
    if (over) return;
    over = true;
    killGroup(child.pid);
    await child.status;
    await Promise.all([writer.abort().catch(() => {}), lines.cancel().catch(() => {}), within(drained, 500)]);
  }
  return {
    async ask(line: string, waitMs: number | null): Promise<string | null> {
      if (over) return null;
      try {
        await writer.write(new TextEncoder().encode(`${line}\n`));
      } catch {
        await kill();
        return null;
      }
      return await next(waitMs);
    },
    next,
    words: () => words.text().trim(),
    kill,
  };
}
