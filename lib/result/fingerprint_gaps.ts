/**
 * What a fingerprint lacks.
 *
 * @module
 */
import type { Fingerprint } from "./fingerprint.ts";

const PLACEHOLDER =
  /^(?:|-+|\?+|\.+|n\/?a|none|null|nil|undefined|unknown|unavailable|stub|placeholder|dummy|fake|test|todo|tbd|fixme|missing|not[ _-]?(?:available|set|known|implemented)|x+|0+)$/i;

/**
 * The text when it says something, null for placeholders such as `stub`,
 * `n/a` or `unknown`.
 *
 * @example
 * ```ts
 * import { knownText } from "./fingerprint_gaps.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([knownText("r1"), knownText("N/A")], ["r1", null]);
 * ```
 */
export function knownText(text: string | null | undefined): string | null {
  return typeof text === "string" && !PLACEHOLDER.test(text.trim()) ? text : null;
}

/** A SHA-256 in hex that is not the same digit throughout. */
const isSha256 = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{64}$/.test(value) && !/^(.)\1*$/.test(value);

const isText = (value: unknown): boolean => typeof value === "string" && knownText(value) !== null;

const FORM: Readonly<Record<keyof Fingerprint, (value: unknown) => boolean>> = {
  harnessCommit: isText,
  taskName: isText,
  // A version of 0 is a version.
  taskRevision: (value) => value === "0" || value === "0.0" || isText(value),
  datasetRevision: isText,
  promptHash: isSha256,
  fewshotSeed: (value) => Number.isSafeInteger(value),
  chatTemplateHash: isSha256,
  answerExtraction: isText,
  generationParams: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  modelManifestSha256: isSha256,
  sgfp4ManifestSha256: isSha256,
};

/** Names of the fingerprint's fields, in file order. */
export const FINGERPRINT_FIELDS: readonly (keyof Fingerprint)[] = Object.keys(FORM) as (keyof Fingerprint)[];

/**
 * Fields that are missing, of the wrong form or placeholders (`stub`, `n/a`,
 * `unknown` …). Empty = the fingerprint is valid.
 *
 * @example A placeholder is a gap
 * ```ts
 * import { fingerprintGaps } from "./fingerprint_gaps.ts";
 * import { assert } from "@std/assert";
 * assert(fingerprintGaps({ modelManifestSha256: "stub" }).includes("modelManifestSha256"));
 * ```
 */
export function fingerprintGaps(fingerprint: Partial<Fingerprint>): (keyof Fingerprint)[] {
  return FINGERPRINT_FIELDS.filter((field) => !FORM[field](fingerprint[field]));
}
