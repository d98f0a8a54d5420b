/**
 * The plan of a run: what will be asked, in which order, under which settings.
 * It is written before the first request, so that a resume can prove it
 * continues the same run.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { canonicalJson } from "../core/canonical.ts";
import { isPlainObject } from "../core/plain_object.ts";
import { ResultError } from "../core/errors.ts";
import { openHash } from "../core/hash.ts";

/** The units of one task within a plan: a contiguous range of ordinals. */
export interface PlanGroup {
  /** Name of the task. */
  readonly group: string;
  /** First ordinal. */
  readonly start: number;
  /** Number of units. */
  readonly units: number;
}

/** What is written as `plan.json`. */
export interface RunPlan {
  /** Id of the run. */
  readonly runId: string;
  /** SHA-256 (hex) over the settings and the ordered unit ids. */
  readonly planHash: string;
  /** Number of units. */
  readonly units: number;
  /** The units by task, in order. */
  readonly groups: readonly PlanGroup[];
  /**
   * Everything that changes an answer or a score: model, endpoint, tasks with
   * data and prompt hashes, seed, limit, parameters, tool version. JSON-safe,
   * snake_case keys; compared key by key on resume.
   */
  readonly settings: Readonly<Record<string, unknown>>;
  /** UTC time of the start. */
  readonly createdUtc: string;
}

/**
 * Hashes a plan: canonical JSON of the settings, then each id on a line.
 * Constant memory, so the ids may come from a generator.
 *
 * @example
 * ```ts
 * import { planHash } from "./plan.ts";
 * import { assert } from "@std/assert";
 * assert(planHash({ seed: 1 }, ["a", "b"]) !== planHash({ seed: 1 }, ["b", "a"]));
 * ```
 */
export function planHash(settings: Readonly<Record<string, unknown>>, ids: Iterable<string>): string {
  const hash = openHash("sha256");
  hash.update(canonicalJson(settings));
  let batch = "";
  for (const id of ids) {
    batch += `\n${JSON.stringify(id)}`;
    if (batch.length > 65_536) {
      hash.update(batch);
      batch = "";
    }
  }
  hash.update(batch);
  return hash.digest("hex");
}

/**
 * Writes `plan.json` into a run folder, whole or not at all.
 *
 * @example
 * ```ts
 * import { readPlan, writePlan } from "./plan.ts";
 * import { assert } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await writePlan(folder, { runId: "r", planHash: "", units: 0, groups: [], settings: {}, createdUtc: "" });
 * assert((await readPlan(folder)).runId === "r");
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function writePlan(folder: string, plan: RunPlan): Promise<void> {
  const row = {
    "schema_version": 1,
    "run_id": plan.runId,
    "plan_hash": plan.planHash,
    units: plan.units,
    groups: plan.groups,
    settings: plan.settings,
    "created_utc": plan.createdUtc,
  };
  await writeFileAtomic(`${folder}/plan.json`, `${JSON.stringify(row, null, 2)}\n`);
}

/**
 * Reads `plan.json` of a run folder.
 *
 * @throws {ResultError} `plan_missing` or `plan_damaged`
 *
 * @example
 * ```ts
 * import { readPlan } from "./plan.ts";
 * import { assert } from "@std/assert";
 * const error = await readPlan("no/such/run").catch((error) => error);
 * assert(error.code === "plan_missing");
 * ```
 */
export async function readPlan(folder: string): Promise<RunPlan> {
  const path = `${folder}/plan.json`;
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    throw new ResultError(
      `Cannot read the plan "${path}": ${error instanceof Error ? error.message : error}`,
      {
        code: "plan_missing",
        hint: "A run without a plan cannot be resumed; start anew",
        cause: error,
      },
    );
  }
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    row = null;
  }
  if (
    !isPlainObject(row) || row.schema_version !== 1 || typeof row.run_id !== "string" ||
    typeof row.plan_hash !== "string" || typeof row.units !== "number" || !Array.isArray(row.groups) ||
    !isPlainObject(row.settings)
  ) {
    throw new ResultError(
      `Cannot use the plan "${path}": wanted schema_version 1 with run_id, plan_hash and settings`,
      {
        code: "plan_damaged",
        hint: "It was written by another tool or version; start anew",
      },
    );
  }
  return {
    runId: row.run_id,
    planHash: row.plan_hash,
    units: row.units,
    groups: row.groups as PlanGroup[],
    settings: row.settings,
    createdUtc: String(row.created_utc ?? ""),
  };
}

/** One setting that differs between a plan on disk and the run asked for. */
export interface PlanDifference {
  /** Dotted path of the setting. */
  readonly path: string;
  /** Value on disk; undefined when absent. */
  readonly before: unknown;
  /** Value asked for; undefined when absent. */
  readonly now: unknown;
}

/**
 * Lists where two settings records differ, by dotted path.
 *
 * @example
 * ```ts
 * import { comparePlans } from "./plan.ts";
 * import { assert } from "@std/assert";
 * const [difference] = comparePlans({ seed: 1 }, { seed: 2 });
 * assert(difference?.path === "seed" && difference.before === 1 && difference.now === 2);
 * ```
 */
export function comparePlans(before: unknown, now: unknown, path = ""): PlanDifference[] {
  if (isPlainObject(before) && isPlainObject(now)) {
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) =>
      comparePlans(before[key], now[key], path ? `${path}.${key}` : key)
    );
  }
  const same = before === undefined || now === undefined
    ? before === now
    : canonicalJson(before) === canonicalJson(now);
  return same ? [] : [{ path, before, now }];
}
