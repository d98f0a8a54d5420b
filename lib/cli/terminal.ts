/**
 * The two streams of a command, and what they can show.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";

/** Where a command writes. */
export interface Terminal {
  /** Writes to standard output as it is. */
  out(text: string): void;
  /** Writes to standard error as it is. */
  err(text: string): void;
  /** True when standard error is a terminal that may be redrawn. */
  readonly inPlace: boolean;
  /** Columns of standard error. */
  readonly width: number;
}

/** Options of {@linkcode openTerminal}. */
export interface TerminalOptions {
  /** No control codes at all (`--no-color`, `NO_COLOR`). */
  readonly plain: boolean;
  /** Value of `TERM`. */
  readonly term?: string | undefined;
}

function writer(
  stream: { writeSync(bytes: Uint8Array): number },
  mayFail: boolean,
): (text: string) => void {
  const encoder = new TextEncoder();
  return (text) => {
    const bytes = encoder.encode(text);
    try {
      for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    } catch (error) {
      // The reader went away (`| head`), or nobody can be told: the run and its files go on.
      if (mayFail || error instanceof Deno.errors.BrokenPipe) return;
      throw new ResultError(`Cannot write the output: ${(error as Error).message}`, {
        code: "output_unwritable",
        hint: "What was answered is in the run's folder; --resume shows it again",
        cause: error,
      });
    }
  };
}

/**
 * Opens the streams of this process.
 *
 * @example Plain means never in place
 * ```ts
 * import { openTerminal } from "./terminal.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(openTerminal({ plain: true }).inPlace, false);
 * ```
 */
export function openTerminal(options: TerminalOptions): Terminal {
  const isTerminal = Deno.stderr.isTerminal();
  return {
    out: writer(Deno.stdout, false),
    err: writer(Deno.stderr, true),
    inPlace: isTerminal && !options.plain && options.term !== "dumb",
    width: isTerminal ? columns() : 80,
  };
}

function columns(): number {
  try {
    return Math.max(40, Deno.consoleSize().columns);
  } catch {
    return 80;
  }
}
