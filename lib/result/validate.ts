/**
 * The check every result file passes on the way out and on the way in.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import { snakeCase } from "./codec.ts";
import { ENTRY_SCHEMA_VERSION } from "./entry.ts";
import { FINGERPRINT_FIELDS } from "./fingerprint_gaps.ts";

/** One thing that is wrong with a result file. */
export interface ResultIssue {
  /** Dotted path into the JSON, such as `results.mmlu.score`. */
  readonly path: string;
  /** What was wanted and what was found. */
  readonly message: string;
}

type Check = (value: unknown) => boolean;
const isString: Check = (value) => typeof value === "string" && value !== "";
const isBoolean: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const orNull = (check: Check): Check => (value) => value === null || check(value);
const oneOf = (...values: string[]): Check => (value) => values.includes(value as string);

type Rule = readonly [name: string, wanted: string, check: Check, since?: number];

const TOP: readonly Rule[] = [
  ["niche", "a name", isString],
  ["run_id", "a run id", isString],
  [
    "timestamp_utc",
    "an ISO-8601 time in UTC",
    (v) => isString(v) && !Number.isNaN(Date.parse(v as string)),
    1,
  ],
  ["model_version", "text or null", orNull(isString), 1],
  ["quantization_config", "text or null", orNull(isString), 1],
  ["mode", '"canonical" or "diagnostic"', oneOf("canonical", "diagnostic"), 1],
  ["source", "a source", oneOf("huggingface", "local", "sample", "api"), 1],
  ["quantized", "true, false or null", orNull(isBoolean), 1],
  ["fingerprint", "an object", isRecord, 1],
  ["fingerprint_valid", "true or false", isBoolean, 1],
  ["not_canonical_because", "a list of reasons", Array.isArray, 1],
  ["results", "an object with at least one task", (v) => isRecord(v) && Object.keys(v).length > 0],
];

const RESULT: readonly Rule[] = [
  ["score", "a finite number or null", orNull(isNumber)],
  [
    "per_category",
    "an object of numbers or nulls",
    (v) => isRecord(v) && Object.values(v).every(orNull(isNumber)),
  ],
  ["status", "a status", oneOf("ok", "incomplete", "skipped", "error"), 1],
  ["stderr", "a finite number or null", orNull(isNumber), 1],
  ["num_fewshot", "a count", isCount, 1],
  ["counts", "an object of counts", (v) => isRecord(v) && Object.values(v).every(isCount), 1],
];

/** Values JSON cannot carry, or would carry wrongly. */
function unsafeValues(value: unknown, path: string, found: ResultIssue[]): void {
  const kind = typeof value;
  if (kind === "number" && !Number.isFinite(value)) {
    found.push({ path, message: `"${value}" is not a JSON number` });
  }
  if (kind === "bigint" || kind === "function" || kind === "symbol" || value === undefined) {
    found.push({ path, message: `a value of type "${kind}" cannot be written` });
  }
  if (typeof value !== "object" || value === null) return;
  const proto = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && proto !== Object.prototype && proto !== null) {
    found.push({ path, message: `a ${value.constructor?.name ?? "class"} cannot be written as it is` });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    unsafeValues(item, path === "" ? key : `${path}.${key}`, found);
  }
}

function check(rules: readonly Rule[], [value, prefix]: [Record<string, unknown>, string], version: number) {
  return rules.flatMap(([name, wanted, passes, since = 0]): ResultIssue[] => {
    const found = value[name];
    if (passes(found) || (version < since && found === undefined)) return [];
    if (version < since && name !== "fingerprint") return [];
    return [{ path: prefix + name, message: `wanted ${wanted}, found ${describe(found)}` }];
  });
}

const describe = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return isRecord(value)
    ? "an object"
    : typeof value === "string"
    ? `"${value.slice(0, 60)}"`
    : String(value);
};

/** Statements that must agree with each other, ours only. */
function consistency(task: string, result: Record<string, unknown>): ResultIssue[] {
  const counts = result.counts;
  if (!isRecord(counts)) return [];
  const { total, scored, errored } = counts as Record<string, number>;
  const path = `results.${task}`;
  const issues: ResultIssue[] = [];
  if (total !== (scored ?? 0) + (errored ?? 0)) {
    issues.push({
      path: `${path}.counts`,
      message: `total ${total} is not scored ${scored} + errored ${errored}`,
    });
  }
  if (scored === 0 && result.score !== null) {
    issues.push({ path: `${path}.score`, message: "nothing was scored, so the score must be null" });
  }
  if (result.status === "ok" && (errored ?? 0) > 0) {
    issues.push({ path: `${path}.status`, message: `"ok" with ${errored} errored samples` });
  }
  return issues;
}

/**
 * Checks the JSON of a result file. Files without `schema_version` are the
 * seed's own (version 0): only what identifies them is required.
 *
 * @returns What is wrong; empty = valid.
 * @example A score that JSON cannot carry
 * ```ts
 * import { validateResults } from "./validate.ts";
 * import { assertEquals } from "@std/assert";
 * const file = (score: unknown) => ({ niche: "code", run_id: "r", results: { mmlu: { score, per_category: {} } } });
 * assertEquals(validateResults(file(0.5)), []);
 * assertEquals(validateResults(file(NaN))[0]?.path, "results.mmlu.score");
 * ```
 */
export function validateResults(json: unknown): ResultIssue[] {
  if (!isRecord(json)) return [{ path: "", message: `wanted a JSON object, found ${describe(json)}` }];
  const version = json.schema_version ?? 0;
  if (!isCount(version) || (version as number) > ENTRY_SCHEMA_VERSION) {
    const wanted = `wanted a number up to ${ENTRY_SCHEMA_VERSION}`;
    return [{ path: "schema_version", message: `${wanted}, found ${describe(version)}` }];
  }
  const issues = check(TOP, [json, ""], version as number);
  unsafeValues(json, "", issues);
  if (version !== 0 && isRecord(json.fingerprint)) {
    const fingerprint = json.fingerprint;
    for (const field of FINGERPRINT_FIELDS.map(snakeCase)) {
      if (!Object.hasOwn(fingerprint, field)) {
        issues.push({ path: `fingerprint.${field}`, message: "is missing" });
      }
    }
  }
  for (const [task, result] of Object.entries(isRecord(json.results) ? json.results : {})) {
    const path = `results.${task}`;
    if (!isRecord(result)) issues.push({ path, message: `wanted an object, found ${describe(result)}` });
    else {
      issues.push(...check(RESULT, [result, `${path}.`], version as number));
      if (version !== 0) issues.push(...consistency(task, result));
    }
  }
  const seen = new Set<string>();
  return issues.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/**
 * Throws what {@linkcode validateResults} finds.
 *
 * @throws {ResultError} `bad_results`, with all issues in `details.issues`.
 * @example
 * ```ts
 * import { assertResults } from "./validate.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => assertResults({}, "a.json"), Error, '"a.json"');
 * ```
 */
export function assertResults(json: unknown, name: string): asserts json is Record<string, unknown> {
  const issues = validateResults(json);
  const first = issues[0];
  if (first === undefined) return;
  const where = first.path === "" ? "" : ` at "${first.path}"`;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new ResultError(`Cannot accept "${name}" as a result:${where} ${first.message}${more}`, {
    code: "bad_results",
    details: { issues },
  });
}
