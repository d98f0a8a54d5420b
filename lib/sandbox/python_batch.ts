/**
 * Many Python programs, one warm interpreter.
 *
 * @module
 */
import type { ExecResult } from "./sandbox.ts";

/** One program of a batch. */
export interface PythonItem {
  /** The program, run as `__main__`. */
  readonly code: string;
  /** Given on standard input; default none. */
  readonly stdin?: string | Uint8Array;
  /** Arguments after the program's name. */
  readonly args?: readonly string[];
  /** Wall limit in ms; default that of the sandbox. */
  readonly wallMs?: number;
}

/** Runs programs one after the other; calls may overlap, they queue. */
export interface PythonBatch extends AsyncDisposable {
  /** Runs one program. */
  run(item: PythonItem): Promise<ExecResult>;
  /** Ends the interpreter. */
  close(): Promise<void>;
}
