/**
 * The lines of a ledger: one header, then one line a finished unit.
 *
 * A unit's line starts with its ordinal and status at fixed places, so that a
 * million of them can be scanned without decoding any.
 *
 * @module
 */
import type { UnitStatus } from "./unit.ts";

/** First line of a ledger file. */
export interface LedgerHeader {
  /** Version of the ledger format; 1. */
  readonly ledger: number;
  /** Id of the run the file belongs to. */
  readonly runId: string;
  /** Hash of the plan whose ordinals the lines use; null when there is no plan. */
  readonly planHash: string | null;
  /** UTC time of creation. */
  readonly createdUtc: string;
}

/** One finished unit, as a line of the ledger. JSON-safe. */
export interface LedgerRecord {
  /** 0-based position of the unit in the plan. */
  readonly ordinal: number;
  /** Outcome class. */
  readonly status: UnitStatus;
  /** Id of the unit. */
  readonly id: string;
  /** Times the unit was run, this one included. */
  readonly attempts: number;
  /** UTC time of the end (ISO-8601); a stamp, never used to measure. */
  readonly finishedUtc: string;
  /** Time it took, by a clock that never runs backwards. */
  readonly durationMs: number;
  /** Stable reason; absent when plainly scored. */
  readonly reason?: string;
  /** Sentence for people. */
  readonly message?: string;
  /** What the unit's kind records. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Gives the text of a header line, without the line feed.
 *
 * @example
 * ```ts
 * import { formatLedgerHeader } from "./ledger_line.ts";
 * import { assert } from "@std/assert";
 * const line = formatLedgerHeader({ ledger: 1, runId: "r", planHash: null, createdUtc: "2026-01-01T00:00:00Z" });
 * assert(line.startsWith('{"ledger":1,'));
 * ```
 */
export function formatLedgerHeader(header: LedgerHeader): string {
  return JSON.stringify({
    ledger: header.ledger,
    "run_id": header.runId,
    "plan_hash": header.planHash,
    "created_utc": header.createdUtc,
  });
}

/**
 * Gives the text of a unit's line, without the line feed. It begins with
 * `{"i":<ordinal>,"st":"<status>",`.
 *
 * @example
 * ```ts
 * import { formatLedgerRecord } from "./ledger_line.ts";
 * import { assert } from "@std/assert";
 * const line = formatLedgerRecord({
 *   ordinal: 3, status: "ok", id: "t/3", attempts: 1, finishedUtc: "", durationMs: 1, data: {},
 * });
 * assert(line.startsWith('{"i":3,"st":"ok",'));
 * ```
 */
export function formatLedgerRecord(record: LedgerRecord): string {
  let line = `{"i":${record.ordinal},"st":"${record.status}","id":${JSON.stringify(record.id)}` +
    `,"attempts":${record.attempts},"finished_utc":"${record.finishedUtc}","duration_ms":${
      Math.round(record.durationMs * 1000) / 1000
    }`;
  if (record.reason !== undefined) line += `,"reason":${JSON.stringify(record.reason)}`;
  if (record.message !== undefined) line += `,"message":${JSON.stringify(record.message)}`;
  return `${line},"data":${JSON.stringify(record.data)}}`;
}

const STATUSES = new Set(["ok", "limited", "error"]);

/**
 * Reads a line of a ledger back: a header, a record, or null when the line is
 * damaged or of another kind.
 *
 * @example
 * ```ts
 * import { parseLedgerLine } from "./ledger_line.ts";
 * import { assert } from "@std/assert";
 * assert(parseLedgerLine("\0\0\0") === null);
 * ```
 */
export function parseLedgerLine(line: string): LedgerHeader | LedgerRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const row = value as Record<string, unknown>;
  if (typeof row.ledger === "number") {
    return {
      ledger: row.ledger,
      runId: String(row.run_id ?? ""),
      planHash: typeof row.plan_hash === "string" ? row.plan_hash : null,
      createdUtc: String(row.created_utc ?? ""),
    };
  }
  const { i, st, id } = row;
  if (typeof i !== "number" || !Number.isSafeInteger(i) || i < 0) return null;
  if (typeof st !== "string" || !STATUSES.has(st) || typeof id !== "string") return null;
  return {
    ordinal: i,
    status: st as UnitStatus,
    id,
    attempts: typeof row.attempts === "number" ? row.attempts : 1,
    finishedUtc: typeof row.finished_utc === "string" ? row.finished_utc : "",
    durationMs: typeof row.duration_ms === "number" ? row.duration_ms : 0,
    ...(typeof row.reason === "string" ? { reason: row.reason } : {}),
    ...(typeof row.message === "string" ? { message: row.message } : {}),
    data: (typeof row.data === "object" && row.data !== null ? row.data : {}) as Record<string, unknown>,
  };
}
