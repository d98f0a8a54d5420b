/**
 * A result file's JSON and back: the seed's keys first, ours beside them.
 *
 * @module
 */
import { blankResult } from "./blank_result.ts";
import { decodeKeys, encodeKeys, snakeCase } from "./codec.ts";
import type { Entry, EntryResult } from "./entry.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { FINGERPRINT_FIELDS, fingerprintGaps } from "./fingerprint_gaps.ts";

/** Keys of the seed's schema, in its order. */
const SEED_KEYS = [
  "niche",
  "timestamp_utc",
  "run_id",
  "model_version",
  "quantization_config",
  "mode",
  "source",
  "quantized",
  "fingerprint",
  "fingerprint_valid",
  "results",
];

/**
 * The JSON of an entry: the seed's keys first, in its order, then ours.
 *
 * @example There and back
 * ```ts
 * import { decodeEntry, encodeEntry } from "./entry_codec.ts";
 * import { assertEquals } from "@std/assert";
 * const entry = decodeEntry({ run_id: "r", niche: "code", results: { mmlu: { score: 0.5, per_category: {} } } });
 * assertEquals(decodeEntry(encodeEntry(entry)), entry);
 * ```
 */
export function encodeEntry(entry: Entry): Record<string, unknown> {
  const all = encodeKeys(entry) as Record<string, unknown>;
  const results = Object.fromEntries(
    Object.entries(all.results as Record<string, Record<string, unknown>>).map(([task, result]) => {
      const { score, per_category, ...rest } = result;
      return [task, { score, per_category, ...rest }];
    }),
  );
  const first = Object.fromEntries(SEED_KEYS.map((key) => [key, all[key]]));
  return { ...first, ...all, results };
}

/**
 * An entry from JSON that `validateResults` accepts. What a version 0 file
 * lacks is filled with null, empty or zero; `fingerprintValid` is worked out
 * anew, never believed.
 *
 * @example A file of the seed
 * ```ts
 * import { decodeEntry } from "./entry_codec.ts";
 * import { assertEquals } from "@std/assert";
 * const seed = { run_id: "r", niche: "code", results: { mmlu: { score: null, per_category: {} } } };
 * assertEquals(decodeEntry(seed).schemaVersion, 0);
 * assertEquals(decodeEntry(seed).results.mmlu?.status, "error");
 * ```
 */
export function decodeEntry(json: Readonly<Record<string, unknown>>): Entry {
  const given = decodeKeys(json) as Partial<Entry>;
  const blank = Object.fromEntries(FINGERPRINT_FIELDS.map((field) => [field, null]));
  const fingerprint = { ...blank, ...given.fingerprint } as Fingerprint;
  const gaps = fingerprintGaps(fingerprint);
  return {
    schemaVersion: 0,
    niche: "custom",
    runId: "",
    timestampUtc: "",
    mode: "diagnostic",
    source: "",
    modelVersion: null,
    quantizationConfig: null,
    quantized: null,
    notCanonicalBecause: [],
    model: { id: given.modelVersion ?? "", baseUrl: null, floor: false },
    serving: null,
    settings: { limit: null, seed: 1234, epochs: 1, api: null, system: null },
    ...given,
    fingerprint,
    fingerprintValid: gaps.length === 0,
    fingerprintMissing: gaps.map(snakeCase),
    results: Object.fromEntries(
      Object.entries(given.results ?? {}).map((
        [task, result],
      ) => [task, completed(task, result, fingerprint)]),
    ),
  };
}

function completed(task: string, given: Partial<EntryResult>, fingerprint: Fingerprint): EntryResult {
  const known = ["ok", "incomplete", "skipped", "error"].includes(given.status ?? "");
  const { task: _, ...result } = blankResult(task, {
    version: fingerprint.taskRevision ?? "",
    promptHash: fingerprint.promptHash,
    answerExtraction: fingerprint.answerExtraction ?? "",
    ...given,
    // Version 0 has no status, or one of its own such as "not_implemented".
    status: known
      ? given.status
      : typeof given.score === "number"
      ? "ok"
      : given.status
      ? "skipped"
      : "error",
  } as Partial<EntryResult>);
  return result;
}
