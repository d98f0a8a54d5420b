/**
 * The writer behind a ledger: groups, gaps, back-pressure, failure.
 *
 * Lines gather in memory and are written in groups: a write starts at once if
 * the last one began at least `gapMs` ago, else when that time is over, and
 * each group is followed by `fdatasync`. A slow model is thus durable reply by
 * reply, a fast one in groups, and neither waits for the disk.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { formatLedgerRecord, type LedgerRecord } from "./ledger_line.ts";
import type { Ledger, LedgerFile } from "./ledger_types.ts";

/** Characters that are encoded at once; three bytes each at most. */
const BUFFER_CHARS = 64 * 1024;

/** Waiting characters above which workers wait, however few the lines: what waits long is promoted and stays. */
const WAITING_CHARS = 1 << 20;

/** Options of {@linkcode LedgerWriter}. */
export interface LedgerWriterOptions {
  /** Bytes of the file so far. */
  readonly length: number;
  /** Least time between the starts of two writes. */
  readonly gapMs: number;
  /** Whether each group is followed by `fdatasync`. */
  readonly sync: boolean;
  /** Waiting lines above which `ready` gives a promise. */
  readonly maxWaiting: number;
}

/**
 * Writes lines to an open file; see the module. `openLedger` makes one.
 *
 * @example
 * ```ts
 * import { LedgerWriter } from "./ledger_writer.ts";
 * import { assertEquals } from "@std/assert";
 * let written = "";
 * const file = {
 *   write(bytes: Uint8Array) {
 *     written += new TextDecoder().decode(bytes);
 *     return Promise.resolve(bytes.length);
 *   },
 *   syncData: () => Promise.resolve(),
 *   truncate: () => Promise.resolve(),
 *   close: () => {},
 * };
 * const writer = new LedgerWriter("memory", file, { length: 0, gapMs: 25, sync: true, maxWaiting: 4096 });
 * writer.appendText("{}");
 * await writer.close();
 * assertEquals(written, "{}\n");
 * ```
 */
export class LedgerWriter implements Ledger {
  /** See {@linkcode Ledger}. */
  written = 0;
  /** See {@linkcode Ledger}. */
  failure: ResultError | null = null;
  #lines: string[] = [];
  #callbacks: (() => void)[] = [];
  #waitingChars = 0;
  #length: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | null = null;
  #lastStartMs = -Infinity;
  #room: { promise: Promise<void>; resolve: () => void } | null = null;
  #closed = false;
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(3 * BUFFER_CHARS);

  /** Takes over the file, which stands at its end. */
  constructor(
    readonly path: string,
    private readonly file: LedgerFile,
    private readonly options: LedgerWriterOptions,
  ) {
    this.#length = options.length;
  }

  /** See {@linkcode Ledger}. */
  append(record: LedgerRecord, onDurable?: () => void): void {
    this.appendText(formatLedgerRecord(record), onDurable);
  }

  /** Queues one line of text, without its line feed. */
  appendText(line: string, onDurable?: () => void): void {
    if (this.failure) throw this.failure;
    if (this.#closed) throw new TypeError("Cannot append to a closed ledger");
    this.#lines.push(line);
    this.#waitingChars += line.length;
    if (onDurable) this.#callbacks.push(onDurable);
    this.#schedule();
  }

  /** See {@linkcode Ledger}. */
  ready(): Promise<void> | null {
    const { length } = this.#lines;
    if (this.failure || (length <= this.options.maxWaiting && this.#waitingChars <= WAITING_CHARS)) {
      return null;
    }
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /** See {@linkcode Ledger}. */
  async flush(): Promise<void> {
    while (!this.failure && (this.#writing || this.#lines.length > 0)) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      if (!this.#writing) this.#start();
      await this.#writing;
    }
    if (this.failure) throw this.failure;
  }

  /** See {@linkcode Ledger}. */
  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.flush();
    } finally {
      this.#closed = true;
      clearTimeout(this.#timer);
      this.file.close();
    }
  }

  #schedule(): void {
    if (this.failure || this.#writing || this.#timer !== undefined || this.#lines.length === 0) return;
    const waitMs = this.#lastStartMs + this.options.gapMs - performance.now();
    // A timer also for "at once": lines of one turn of the event loop share a write.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#writing) this.#start();
    }, Math.max(0, waitMs));
  }

  #start(): void {
    this.#lastStartMs = performance.now();
    this.#writing = this.#writeGroup().finally(() => {
      this.#writing = null;
      this.#schedule();
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
      this.#length += size;
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
      `Cannot write "${this.path}": wanted ${wantedBytes} more bytes after ${this.#length}, found ${
        full ? "a full disk" : `"${error instanceof Error ? error.message : error}"`
      }`,
      {
        code: full ? "disk_full" : "ledger_write_failed",
        hint: "What was answered before is kept; free some space and resume the run",
        cause: error,
        details: { path: this.path, bytes: wantedBytes, length: this.#length },
      },
    );
    this.#lines = [];
    this.#callbacks = [];
    // Half a group must not stay behind; if even this fails, the next reader cuts the torn line.
    await this.file.truncate(this.#length).catch(() => {});
  }
}
