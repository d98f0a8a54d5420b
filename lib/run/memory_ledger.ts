/** @module */
import type { Ledger } from "./ledger_types.ts";
import type { LedgerRecord } from "./ledger_line.ts";

/** A ledger that is only kept in memory. */
export interface MemoryLedger extends Ledger {
  /** Last record of each ordinal, in plan order; holes where there is none. */
  readonly records: readonly (LedgerRecord | undefined)[];
}

/**
 * Makes a ledger for short runs that leave no files: quick looks in a notebook, tests.
 *
 * @example
 * ```ts
 * import { memoryLedger } from "./memory_ledger.ts";
 * import { assert } from "@std/assert";
 * const ledger = memoryLedger();
 * ledger.append({ ordinal: 0, status: "ok", id: "a", attempts: 1, finishedUtc: "", durationMs: 1, data: {} });
 * assert(ledger.records.length === 1);
 * ```
 */
export function memoryLedger(): MemoryLedger {
  const records: LedgerRecord[] = [];
  let written = 0;
  return {
    path: "",
    failure: null,
    records,
    get written() {
      return written;
    },
    append(record, onDurable) {
      records[record.ordinal] = record;
      written++;
      onDurable?.();
    },
    ready: () => null,
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
