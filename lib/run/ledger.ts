/**
 * The ledger: an append-only JSONL file that holds everything a run answered.
 *
 * Lines gather in memory and are written in groups: a write starts at once if
 * the last one began at least `gapMs` ago, else when that time is over, and
 * each group is followed by `fdatasync`. A slow model is thus durable reply by
 * reply, a fast one in groups, and neither waits for the disk.
 *
 * @module
 */
import { isBenchError, ResultError } from "../core/errors.ts";
import {
  formatLedgerHeader,
  formatLedgerRecord,
  type LedgerHeader,
  type LedgerRecord,
} from "./ledger_line.ts";
import { scanLedger } from "./scan_ledger.ts";

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

/** Options of {@linkcode openLedger}. */
export interface LedgerOptions {
  /** Id of the run, for the header of a new file. */
  readonly runId: string;
  /** Hash of the plan, for the header of a new file; null without a plan. */
  readonly planHash?: string | null;
  /** Least time between the starts of two writes; default 25. */
  readonly gapMs?: number;
  /** Whether each group is followed by `fdatasync`; default true. */
  readonly sync?: boolean;
  /** Waiting lines above which {@linkcode Ledger.ready} gives a promise; default 4096 (or 1 MiB of text). */
  readonly maxWaiting?: number;
  /** Replaces the file, for tests of failing disks. */
  readonly wrapFile?: (file: LedgerFile) => LedgerFile;
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

/** Characters that are encoded at once; three bytes each at most. */
const BUFFER_CHARS = 64 * 1024;

/** Waiting characters above which workers wait, however few the lines: what waits long is promoted and stays. */
const WAITING_CHARS = 1 << 20;

class LedgerWriter implements Ledger {
  written = 0;
  failure: ResultError | null = null;
  #lines: string[] = [];
  #callbacks: (() => void)[] = [];
  #waitingChars = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;
  #lastStartMs = -Infinity;
  #room: { promise: Promise<void>; resolve: () => void } | null = null;
  #closed = false;
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(3 * BUFFER_CHARS);

  constructor(
    readonly path: string,
    private readonly file: LedgerFile,
    private length: number,
    private readonly options: { readonly gapMs: number; readonly sync: boolean; readonly maxWaiting: number },
  ) {}

  append(record: LedgerRecord, onDurable?: () => void): void {
    this.appendText(formatLedgerRecord(record), onDurable);
  }

  appendText(line: string, onDurable?: () => void): void {
    if (this.failure) throw this.failure;
    if (this.#closed) throw new TypeError("Cannot append to a closed ledger");
    this.#lines.push(line);
    this.#waitingChars += line.length;
    if (onDurable) this.#callbacks.push(onDurable);
    if (this.#writing || this.#timer !== undefined) return;
    const waitMs = this.#lastStartMs + this.options.gapMs - performance.now();
    // A timer also for "at once": lines of one turn of the event loop share a write.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#start();
    }, Math.max(0, waitMs));
  }

  ready(): Promise<void> | null {
    const { length } = this.#lines;
    if (this.failure || (length <= this.options.maxWaiting && this.#waitingChars <= WAITING_CHARS)) {
      return null;
    }
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  async flush(): Promise<void> {
    while (!this.failure && (this.#writing || this.#lines.length > 0)) {
      if (this.#timer !== undefined) clearTimeout(this.#timer);
      this.#timer = undefined;
      if (!this.#writing) this.#start();
      await this.#writing;
    }
    if (this.failure) throw this.failure;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      if (this.#timer !== undefined) clearTimeout(this.#timer);
      this.file.close();
    }
  }

  #start(): void {
    this.#lastStartMs = performance.now();
    this.#writing = this.#writeGroup().finally(() => {
      this.#writing = null;
      if (this.failure || this.#lines.length === 0 || this.#timer !== undefined) return;
      const waitMs = this.#lastStartMs + this.options.gapMs - performance.now();
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        if (!this.#writing) this.#start();
      }, Math.max(0, waitMs));
    });
  }

  async #writeGroup(): Promise<void> {
    const lines = this.#lines;
    const callbacks = this.#callbacks;
    this.#lines = [];
    this.#callbacks = [];
    this.#waitingChars = 0;
    let size = 0;
    try {
      for (let at = 0; at < lines.length;) {
        // Joined up to what the buffer surely holds: one encoding and one write for many lines.
        let text = `${lines[at++]}\n`;
        while (at < lines.length && text.length + (lines[at]?.length ?? 0) < BUFFER_CHARS) {
          text += `${lines[at++]}\n`;
        }
        const bytes = this.#encode(text);
        size += bytes.length;
        for (let offset = 0; offset < bytes.length;) {
          const count = await this.file.write(offset === 0 ? bytes : bytes.subarray(offset));
          if (count <= 0) throw new Error("the file takes no more bytes");
          offset += count;
        }
      }
      if (this.options.sync) await this.file.syncData();
      this.length += size;
      this.written += lines.length;
    } catch (error) {
      await this.#fail(error, size);
    }
    const room = this.#room;
    this.#room = null;
    room?.resolve();
    if (!this.failure) { for (const callback of callbacks) callback(); }
  }

  /** Into a buffer that is used again; a line too long for it gets bytes of its own. */
  #encode(text: string): Uint8Array {
    if (text.length > BUFFER_CHARS) return this.#encoder.encode(text);
    const { written } = this.#encoder.encodeInto(text, this.#buffer);
    return this.#buffer.subarray(0, written);
  }

  async #fail(error: unknown, wantedBytes: number): Promise<void> {
    const full = /No space left|os error 28|ENOSPC|quota/i.test(String(error));
    this.failure = new ResultError(
      `Cannot write "${this.path}": wanted ${wantedBytes} more bytes after ${this.length}, found ${
        full ? "a full disk" : `"${error instanceof Error ? error.message : error}"`
      }`,
      {
        code: full ? "disk_full" : "ledger_write_failed",
        hint: "What was answered before is kept; free some space and resume the run",
        cause: error,
        details: { path: this.path, bytes: wantedBytes, length: this.length },
      },
    );
    this.#lines = [];
    this.#callbacks = [];
    // Half a group must not stay behind; if even this fails, the next reader cuts the torn line.
    await this.file.truncate(this.length).catch(() => {});
  }
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
    const writer = new LedgerWriter(path, file, length, {
      gapMs: options.gapMs ?? 25,
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
