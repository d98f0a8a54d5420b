/**
 * What a ledger is to those who write to it.
 *
 * @module
 */
import type { ResultError } from "../core/errors.ts";
import type { LedgerRecord } from "./ledger_line.ts";

/** The part of `Deno.FsFile` a ledger needs; a test may give its own. */
export interface LedgerFile {
  /** Writes some of the bytes and gives how many. */
  write(bytes: Uint8Array): Promise<number>;
  /** Forces the data to the disk. */
  syncData(): Promise<void>;
  /** Cuts the file to a length. */
  truncate(length: number): Promise<void>;
  /** Closes the file. */
  close(): void;
}

/** An open ledger. */
export interface Ledger {
  /** Path of the file. */
  readonly path: string;
  /** Lines that are on disk through this ledger. */
  readonly written: number;
  /** The error that ended writing, or null. After it every append is refused. */
  readonly failure: ResultError | null;
  /** Queues one line; `onDurable` runs once it is on disk. Throws the failure, if there is one. */
  append(record: LedgerRecord, onDurable?: () => void): void;
  /** Null while there is room, else a promise that resolves when there is (or writing failed). */
  ready(): Promise<void> | null;
  /** Writes what waits, without the gap. @throws {ResultError} when writing failed */
  flush(): Promise<void>;
  /** Flushes and closes. The file is closed also when it throws. */
  close(): Promise<void>;
}
