/**
 * The ledger: an append-only JSONL file that holds everything a run answered.
 *
 * @module
 */
import { isBenchError, ResultError } from "../core/errors.ts";
import { formatLedgerHeader, type LedgerHeader } from "./ledger_line.ts";
import type { Ledger, LedgerFile } from "./ledger_types.ts";
import { LedgerWriter } from "./ledger_writer.ts";
import { scanLedger } from "./scan_ledger.ts";

/** Options of {@linkcode openLedger}. */
export interface LedgerOptions {
  /** Id of the run, for the header of a new file. */
  readonly runId: string;
  /** Hash of the plan, for the header of a new file; null without a plan. */
  readonly planHash?: string | null;
  /** Least time between the starts of two writes, in ms; default 40: a crash then costs the last 50 ms at most. */
  readonly gapMs?: number;
  /** Whether each group is followed by `fdatasync`; default true. */
  readonly sync?: boolean;
  /** Waiting lines above which {@linkcode Ledger.ready} gives a promise; default 4096 (or 1 MiB of text). */
  readonly maxWaiting?: number;
  /** Replaces the file, for tests of failing disks. */
  readonly wrapFile?: (file: LedgerFile) => LedgerFile;
}

/**
 * Opens a ledger for appending. A new file gets its header; in an old one the
 * bytes after the last line feed (a line torn by a crash) are cut away first.
 *
 * @param path Path of the JSONL file; its folder must exist.
 * @throws {ResultError} `ledger_unwritable` when the file cannot be opened, `disk_full` when the header does not fit
 *
 * @example
 * ```ts
 * import { openLedger } from "./ledger.ts";
 * const folder = await Deno.makeTempDir();
 * const ledger = await openLedger(`${folder}/ledger.jsonl`, { runId: "20260101-000000" });
 * ledger.append({ ordinal: 0, status: "ok", id: "a", attempts: 1, finishedUtc: "", durationMs: 2, data: {} });
 * await ledger.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function openLedger(path: string, options: LedgerOptions): Promise<Ledger> {
  let handle: Deno.FsFile;
  try {
    handle = await Deno.open(path, { create: true, read: true, write: true });
  } catch (error) {
    throw new ResultError(
      `Cannot open "${path}" for writing: ${error instanceof Error ? error.message : error}`,
      {
        code: "ledger_unwritable",
        hint: "Check the folder and its permissions",
        cause: error,
      },
    );
  }
  try {
    const { size } = await handle.stat();
    const scan = size === 0 ? null : await scanLedger(path);
    const length = scan?.goodBytes ?? 0;
    if (length < size) await handle.truncate(length);
    await handle.seek(length, Deno.SeekMode.Start);
    const file = options.wrapFile ? options.wrapFile(handle) : handle;
    const writer = new LedgerWriter(path, file, {
      length,
      gapMs: options.gapMs ?? 40,
      sync: options.sync ?? true,
      maxWaiting: options.maxWaiting ?? 4096,
    });
    if (length === 0) {
      const header: LedgerHeader = {
        ledger: 1,
        runId: options.runId,
        planHash: options.planHash ?? null,
        createdUtc: new Date().toISOString(),
      };
      writer.appendText(formatLedgerHeader(header));
      await writer.flush();
      writer.written = 0;
    }
    return writer;
  } catch (error) {
    handle.close();
    throw isBenchError(error) ? error : new ResultError(`Cannot prepare "${path}": ${error}`, {
      code: "ledger_unwritable",
      cause: error,
    });
  }
}
