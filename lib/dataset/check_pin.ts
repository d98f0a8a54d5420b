/**
 * Whether a split is the one that was meant.
 *
 * @module
 */
import { rowHasher } from "./content_hash.ts";
import type { Dataset } from "./doc.ts";

/** What a split must be. Parts that are absent are not checked. */
export interface Pin {
  /** Number of rows. */
  readonly rows?: number;
  /** SHA-256 of the canonical rows in order; see {@linkcode contentHash}. */
  readonly sha256?: string;
  /** Hub commit. */
  readonly revision?: string | null;
}

/** What {@linkcode checkPin} found; wanted is null where nothing was pinned. */
export interface PinReport {
  /** True when everything pinned is as wanted. */
  readonly ok: boolean;
  /** Rows. */
  readonly rows: { readonly wanted: number | null; readonly found: number };
  /** Content hash. */
  readonly sha256: { readonly wanted: string | null; readonly found: string };
  /** Commit. */
  readonly revision: { readonly wanted: string | null; readonly found: string | null };
  /** What differs, in words; empty when ok. */
  readonly problems: readonly string[];
}

/**
 * Reads a data set once and compares it with its pin. A diagnostic run reports
 * the difference; a canonical one uses {@linkcode pinDataset}.
 *
 * @throws {DataError} what reading throws.
 *
 * @example
 * ```ts
 * import { checkPin, fromArray } from "../../mod.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const report = await checkPin(fromArray([{ a: 1 }]), { rows: 500 });
 * assertEquals([report.ok, report.rows], [false, { wanted: 500, found: 1 }]);
 * ```
 */
export async function checkPin(dataset: Dataset, pin: Pin): Promise<PinReport> {
  const hasher = rowHasher();
  for await (const doc of dataset) hasher.add(doc.fields);
  const found = { rows: hasher.rows(), sha256: hasher.digest(), revision: dataset.info.revision };
  const problems = [
    differs("rows", pin.rows, found.rows),
    differs("the content hash", pin.sha256, found.sha256),
    differs("the revision", pin.revision, found.revision),
  ].filter((problem) => problem !== null);
  return {
    ok: problems.length === 0,
    rows: { wanted: pin.rows ?? null, found: found.rows },
    sha256: { wanted: pin.sha256 ?? null, found: found.sha256 },
    revision: { wanted: pin.revision ?? null, found: found.revision },
    problems,
  };
}

function differs(what: string, wanted: string | number | null | undefined, found: unknown): string | null {
  if (wanted === undefined || wanted === null || wanted === found) return null;
  return `${what}: wanted ${wanted}, found ${found ?? "none"}`;
}
