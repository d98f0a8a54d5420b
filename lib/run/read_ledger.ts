/** @module */
import { ResultError } from "../core/errors.ts";
import { bytePattern, findBytes } from "../core/find_bytes.ts";
import { type LedgerRecord, parseLedgerLine } from "./ledger_line.ts";
import { scanLedger } from "./scan_ledger.ts";

/** Options of {@linkcode readLedger}. */
export interface ReadLedgerOptions {
  /** First ordinal wanted; default 0. */
  readonly from?: number;
  /** Ordinal after the last wanted; default all. */
  readonly to?: number;
  /** Leaves `data.prompt` out, which is most of a line and which sums do not need; default false. */
  readonly brief?: boolean;
}

/**
 * Reads the records of a ledger in plan order, one a unit: the last line of an
 * ordinal wins. Lines are found by one scan and parsed only when they are
 * asked for, so taking five of a million costs little.
 *
 * @throws {ResultError} `ledger_missing`, `ledger_unreadable`
 *
 * @example
 * ```ts
 * import { readLedger } from "./read_ledger.ts";
 * import { assert } from "@std/assert";
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(
 *   path,
 *   '{"i":0,"st":"error","id":"a","data":{}}\n{"i":0,"st":"ok","id":"a","data":{"n":1}}\n',
 * );
 * for await (const record of readLedger(path)) assert(record.status === "ok");
 * await Deno.remove(path);
 * ```
 */
export async function* readLedger(
  path: string,
  options: ReadLedgerOptions = {},
): AsyncGenerator<LedgerRecord> {
  const from = options.from ?? 0;
  const to = options.to ?? Infinity;
  const offsets: number[] = [];
  const lengths: number[] = [];
  await scanLedger(path, (ordinal, _state, offset, bytes) => {
    if (ordinal < from || ordinal >= to) return;
    offsets[ordinal - from] = offset;
    lengths[ordinal - from] = bytes.length;
  });
  const file = await Deno.open(path, { read: true });
  const window = new LineWindow(file);
  try {
    for (let at = 0; at < offsets.length; at++) {
      const offset = offsets[at];
      const length = lengths[at];
      if (offset === undefined || length === undefined) continue;
      const line = window.read(offset, length);
      const row = parseLedgerLine(
        lineText(line instanceof Promise ? await line : line, options.brief === true),
      );
      if (row === null || "ledger" in row) {
        throw new ResultError(`Cannot read "${path}": the line at byte ${offset} is damaged`, {
          code: "ledger_unreadable",
          hint: "Resume the run: damaged units are asked again",
        });
      }
      yield row;
    }
  } finally {
    file.close();
  }
}

const decoder = new TextDecoder();
const PROMPT = bytePattern(',"prompt":"');

/** Text of a line; `brief` without the prompt. A bare quote in front of the key means that it is one. */
function lineText(line: Uint8Array, brief: boolean): string {
  const from = brief ? findBytes(line, PROMPT, 0) : -1;
  if (from < 0) return decoder.decode(line);
  let to = from + PROMPT.bytes.length;
  for (to = line.indexOf(34, to); to >= 0; to = line.indexOf(34, to + 1)) {
    let slashes = 0;
    while (line[to - 1 - slashes] === 92) slashes++;
    if (slashes % 2 === 0) break;
  }
  if (to < 0) return decoder.decode(line); // torn: parsing will say so
  return decoder.decode(line.subarray(0, from)) + decoder.decode(line.subarray(to + 1));
}

const WINDOW = 512 * 1024;
/** Completion order is only roughly plan order, so a little before a line is kept too. */
const BEFORE = 64 * 1024;

/** Reads lines by place; units near in the plan are near in the file, so a window of bytes is kept. */
class LineWindow {
  #start = 0;
  #filled = 0;
  #buffer = new Uint8Array(WINDOW);

  constructor(private readonly file: Deno.FsFile) {}

  /** Bytes of a line; good until the next call. */
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array> {
    if (offset < this.#start || offset + length > this.#start + this.#filled) {
      return this.#move(offset, length);
    }
    const at = offset - this.#start;
    return this.#buffer.subarray(at, at + length);
  }

  async #move(offset: number, length: number): Promise<Uint8Array> {
    this.#start = Math.max(0, offset - BEFORE);
    const wanted = offset - this.#start + length;
    if (wanted > this.#buffer.length) this.#buffer = new Uint8Array(wanted);
    await this.file.seek(this.#start, Deno.SeekMode.Start);
    this.#filled = 0;
    while (this.#filled < this.#buffer.length) {
      const count = await this.file.read(this.#buffer.subarray(this.#filled));
      if (count === null) break;
      this.#filled += count;
    }
    const at = offset - this.#start;
    return this.#buffer.subarray(at, at + length);
  }
}
