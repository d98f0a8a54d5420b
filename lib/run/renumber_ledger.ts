/** @module */
import { writeFileAtomic } from "../core/atomic.ts";
import { ResultError } from "../core/errors.ts";
import { formatLedgerHeader, formatLedgerRecord } from "./ledger_line.ts";
import { readLedger } from "./read_ledger.ts";

/** The plan a ledger is fitted to. */
export interface RenumberOptions {
  /** Id of the run. */
  readonly runId: string;
  /** Hash of the new plan. */
  readonly planHash: string;
  /** Unit ids in the new order. */
  readonly ids: readonly string[];
}

/**
 * Rewrites a ledger for a plan with the same units in another order: each
 * record keeps its id and gets the ordinal of that id. Whole or not at all. A
 * ledger that is not there yet stays absent.
 *
 * @returns number of records kept
 * @throws {ResultError} `plan_mismatch` when a record's unit is not in the plan
 *
 * @example
 * ```ts
 * import { renumberLedger } from "./renumber_ledger.ts";
 * import { assert } from "@std/assert";
 * const path = await Deno.makeTempFile();
 * await Deno.writeTextFile(path, '{"i":0,"st":"ok","id":"b","data":{}}\n');
 * await renumberLedger(path, { runId: "r", planHash: "h", ids: ["a", "b"] });
 * assert((await Deno.readTextFile(path)).includes('{"i":1,"st":"ok","id":"b"'));
 * await Deno.remove(path);
 * ```
 */
export async function renumberLedger(path: string, options: RenumberOptions): Promise<number> {
  const exists = await Deno.stat(path).then((info) => info.size > 0, () => false);
  if (!exists) return 0;
  const ordinals = new Map(options.ids.map((id, ordinal) => [id, ordinal]));
  const { runId, planHash } = options;
  let kept = 0;
  const encoder = new TextEncoder();
  async function* lines(): AsyncGenerator<Uint8Array> {
    const createdUtc = new Date().toISOString();
    yield encoder.encode(`${formatLedgerHeader({ ledger: 1, runId, planHash, createdUtc })}\n`);
    for await (const record of readLedger(path)) {
      const ordinal = ordinals.get(record.id);
      if (ordinal === undefined) {
        throw new ResultError(
          `Cannot resume run "${runId}": its ledger has a unit "${record.id}" that the plan lacks`,
          {
            code: "plan_mismatch",
            hint: "The data or the task changed; start a new run",
          },
        );
      }
      kept++;
      yield encoder.encode(`${formatLedgerRecord({ ...record, ordinal })}\n`);
    }
  }
  await writeFileAtomic(path, ReadableStream.from(lines()));
  return kept;
}
