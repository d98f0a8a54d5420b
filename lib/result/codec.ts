/**
 * The one codec between camelCase records in memory and snake_case JSON on disk.
 *
 * @module
 */

/** Records whose keys are data (names of tasks, metrics, reasons), never renamed. */
const DATA_KEYED: ReadonlySet<string> = new Set([
  "results",
  "perCategory",
  "reasons",
  "groups",
  "generationParams",
  "extra",
]);
/** Of those, the ones whose values are opaque as well. */
const OPAQUE: ReadonlySet<string> = new Set(["generationParams", "extra"]);

const toCamel = (key: string): string =>
  key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, c: string) => c.toUpperCase());

/**
 * A camelCase name as it stands on disk.
 *
 * @example
 * ```ts
 * import { snakeCase } from "./codec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(snakeCase("sgfp4ManifestSha256"), "sgfp4_manifest_sha256");
 * ```
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
}

function convert(value: unknown, rename: (key: string) => string, camel: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => convert(item, rename, camel));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = camel(key);
      if (OPAQUE.has(name) || typeof item !== "object" || item === null) return [rename(key), item];
      if (!DATA_KEYED.has(name)) return [rename(key), convert(item, rename, camel)];
      const inner = Object.entries(item).map(([k, v]) => [k, convert(v, rename, camel)]);
      return [rename(key), Object.fromEntries(inner)];
    }),
  );
}

/**
 * Renames the keys of a record for the disk. Maps keyed by data
 * (`perCategory`, `reasons`, `groups`, `results`, `generationParams`) keep
 * their keys.
 *
 * @example
 * ```ts
 * import { encodeKeys } from "./codec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(encodeKeys({ runId: "r", perCategory: { aB: 1 } }), { run_id: "r", per_category: { aB: 1 } });
 * ```
 */
export function encodeKeys(record: unknown): unknown {
  return convert(record, snakeCase, (key) => key);
}

/**
 * The way back of {@linkcode encodeKeys}.
 *
 * @example
 * ```ts
 * import { decodeKeys } from "./codec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(decodeKeys({ run_id: "r", per_category: { a_b: 1 } }), { runId: "r", perCategory: { a_b: 1 } });
 * ```
 */
export function decodeKeys(record: unknown): unknown {
  return convert(record, toCamel, toCamel);
}
