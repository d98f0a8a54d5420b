/** @module */

/** What {@linkcode catchSignals} gives. */
export interface CaughtSignals extends Disposable {
  /** Aborted by the first signal: end cleanly. */
  readonly soft: AbortSignal;
  /** Aborted by the second: end now. */
  readonly hard: AbortSignal;
  /** 130 after SIGINT, 143 after SIGTERM, else null: what the process should exit with. */
  readonly exitCode: number | null;
}

/**
 * Turns Ctrl-C and SIGTERM into two abort signals, instead of a sudden end.
 * Disposing gives the signals back to their defaults.
 *
 * @example
 * ```ts
 * import { catchSignals } from "./catch_signals.ts";
 * import { assert } from "@std/assert";
 * using signals = catchSignals();
 * assert(!signals.soft.aborted && signals.exitCode === null);
 * ```
 */
export function catchSignals(): CaughtSignals {
  const soft = new AbortController();
  const hard = new AbortController();
  let exitCode: number | null = null;
  const on = (name: string, code: number) => (): void => {
    exitCode ??= code;
    const reason = new DOMException(`Interrupted by ${name}`, "AbortError");
    if (soft.signal.aborted) hard.abort(reason);
    else soft.abort(reason);
  };
  // Windows knows no SIGTERM.
  const names: [Deno.Signal, number][] = Deno.build.os === "windows"
    ? [["SIGINT", 130]]
    : [["SIGINT", 130], ["SIGTERM", 143]];
  const listeners = names.map(([name, code]) => ({ name, listener: on(name, code) }));
  for (const { name, listener } of listeners) Deno.addSignalListener(name, listener);
  return {
    soft: soft.signal,
    hard: hard.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => {
      for (const { name, listener } of listeners) Deno.removeSignalListener(name, listener);
    },
  };
}
