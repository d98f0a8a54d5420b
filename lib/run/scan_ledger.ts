/**
 * The head scan: what a ledger holds, from the first bytes of each line.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { type LedgerHeader, parseLedgerLine } from "./ledger_line.ts";
import { OrdinalStates, UNIT_ERROR, UNIT_LIMITED, UNIT_OK } from "./ordinal_states.ts";

/** What a scan of a ledger found. */
export interface LedgerScan {
  /** The header, or null when the file has none. */
  readonly header: LedgerHeader | null;
  /** Last state of each ordinal. */
  readonly states: OrdinalStates;
  /** Lines of units, superseded ones included. */
  readonly lines: number;
  /** Bytes up to and including the last line feed. */
  readonly goodBytes: number;
  /** Bytes after it: a line torn by a crash, to be cut before appending. */
  readonly tornBytes: number;
  /** Whole lines that cannot be read (NULs after a power cut, foreign text); their units count as missing. */
  readonly damagedLines: number;
}

/** Called for every readable line of a unit: ordinal, state, place of its first byte, bytes without line feed. */
export type LedgerLineVisitor = (ordinal: number, state: number, offset: number, bytes: Uint8Array) => void;

const HEAD = new TextEncoder().encode('{"i":');
const MIDDLE = new TextEncoder().encode(',"st":"');
/** A higher ordinal is damage, not a plan: one byte a unit is kept. */
const MAX_ORDINAL = 0xfffffff;
const CHUNK = 256 * 1024;
const DECODER = new TextDecoder();

/** Packs ordinal and state of a well-formed head into one number, or gives -1. */
function readHead(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[end - 1] !== 125) return -1; // "}"
  for (let k = 0; k < 5; k++) if (bytes[start + k] !== HEAD[k]) return -1;
  let at = start + 5;
  let ordinal = 0;
  let digit = (bytes[at] ?? 0) - 48;
  if (digit < 0 || digit > 9) return -1;
  while (digit >= 0 && digit <= 9) {
    ordinal = ordinal * 10 + digit;
    digit = (bytes[++at] ?? 0) - 48;
  }
  for (let k = 0; k < 7; k++) if (bytes[at + k] !== MIDDLE[k]) return -1;
  const letter = bytes[at + 7];
  const state = letter === 111 ? UNIT_OK : letter === 108 ? UNIT_LIMITED : letter === 101 ? UNIT_ERROR : 0;
  return state === 0 || ordinal > MAX_ORDINAL ? -1 : ordinal * 4 + state;
}

/**
 * Scans a ledger once, in constant memory beside one byte a unit. Lines are
 * not decoded unless their head is unusual.
 *
 * @param visit Called for every unit line in file order; `bytes` is valid only during the call.
 * @throws {ResultError} `ledger_missing` or `ledger_unreadable`
 *
 * @example
 * ```ts
 * import { scanLedger } from "./scan_ledger.ts";
 * import { assert } from "@std/assert";
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"i":0,"st":"ok","id":"a","data":{}}\n{"i":1,"st":');
 * const scan = await scanLedger(path);
 * assert(scan.lines === 1 && scan.tornBytes === 12);
 * await Deno.remove(path);
 * ```
 */
export async function scanLedger(path: string, visit?: LedgerLineVisitor): Promise<LedgerScan> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { read: true });
  } catch (error) {
    const missing = error instanceof Deno.errors.NotFound;
    throw new ResultError(`Cannot read the ledger "${path}": ${missing ? "no such file" : String(error)}`, {
      code: missing ? "ledger_missing" : "ledger_unreadable",
      cause: error,
    });
  }
  const states = new OrdinalStates();
  let header: LedgerHeader | null = null;
  let lines = 0;
  let damagedLines = 0;
  let base = 0; // place in the file of buffer[0]
  const onLine = (bytes: Uint8Array, start: number, end: number): void => {
    let packed = readHead(bytes, start, end);
    if (packed < 0) {
      if (end === start) return;
      const row = parseLedgerLine(DECODER.decode(bytes.subarray(start, end)));
      if (row === null) return void damagedLines++;
      if ("ledger" in row) {
        header ??= row;
        return;
      }
      if (row.ordinal > MAX_ORDINAL) return void damagedLines++;
      packed = row.ordinal * 4 +
        (row.status === "ok" ? UNIT_OK : row.status === "limited" ? UNIT_LIMITED : UNIT_ERROR);
    }
    lines++;
    const ordinal = Math.floor(packed / 4);
    const state = packed % 4;
    states.set(ordinal, state);
    visit?.(ordinal, state, base + start, bytes.subarray(start, end));
  };
  let buffer = new Uint8Array(CHUNK);
  let filled = 0;
  try {
    for (;;) {
      if (filled === buffer.length) {
        const larger = new Uint8Array(buffer.length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      const count = await file.read(buffer.subarray(filled));
      if (count === null) break;
      const limit = filled + count;
      let start = 0;
      const view = buffer.subarray(0, limit);
      let end = view.indexOf(10, filled);
      while (end >= 0) {
        onLine(view, start, end);
        start = end + 1;
        end = view.indexOf(10, start);
      }
      buffer.copyWithin(0, start, limit);
      filled = limit - start;
      base += start;
    }
  } finally {
    file.close();
  }
  return { header, states, lines, goodBytes: base, tornBytes: filled, damagedLines };
}
