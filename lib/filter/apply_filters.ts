/**
 * A pipeline of filter steps on the replies of one doc.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import type { FilterPipeline } from "../task/task.ts";
import { pyStr } from "../core/python.ts";
import { type Filter, makeFilter } from "./filter.ts";

/** Replies after a pipeline. */
export interface Filtered {
  /** One per repeat, usually a single one; null where no answer could be read. */
  readonly responses: readonly (string | null)[];
  /** Why the first reply holds no answer (`no_match`, `regex_budget`, `no_answer`); null when it does. */
  readonly reason: string | null;
}

/** The pipeline of a task that names none: the first reply, as lm-eval's filter `none`. */
export const NO_FILTER: FilterPipeline = { name: "none", steps: [{ function: "take_first" }] };

const built = new WeakMap<FilterPipeline, readonly Filter[]>();

/**
 * The steps of a pipeline, built once; call it at planning time so that wrong
 * arguments are refused before any request.
 *
 * @throws {TaskError} `unknown_filter`, `bad_filter`.
 *
 * @example Refuse early
 * ```ts
 * import { buildFilters } from "./apply_filters.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => buildFilters({ name: "x", steps: [{ function: "regexx" }] }), Error, "regexx");
 * ```
 */
export function buildFilters(pipeline: FilterPipeline): readonly Filter[] {
  let steps = built.get(pipeline);
  if (steps === undefined) {
    steps = pipeline.steps.map((step) => makeFilter(step.function, step.args ?? {}));
    built.set(pipeline, steps);
  }
  return steps;
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : pyStr(value);
}

/**
 * Runs a pipeline. Texts stay as the steps give them (lm-eval's `[invalid]`
 * included); numbers become Python's text of them, lists JSON.
 *
 * @param responses Replies of the doc, one per repeat; null where there is none.
 * @param fields Columns of the doc, for steps that look at its choices.
 * @throws {TaskError} `unknown_filter`, `bad_filter`, `missing_choices`, `too_few_repeats`.
 *
 * @example Number after the hashes
 * ```ts
 * import { applyFilters } from "./apply_filters.ts";
 * import { assertEquals } from "@std/assert";
 * const pipeline = { name: "strict", steps: [{ function: "regex" }, { function: "take_first" }] };
 * assertEquals(applyFilters(pipeline, ["so #### 12"], {}), { responses: ["12"], reason: null });
 * assertEquals(applyFilters(pipeline, ["none"], {}), { responses: ["[invalid]"], reason: "no_match" });
 * ```
 */
export function applyFilters(
  pipeline: FilterPipeline,
  responses: readonly (string | null)[],
  fields: Fields,
): Filtered {
  let first: string | null = null;
  let current: unknown = responses;
  for (const step of buildFilters(pipeline)) {
    const list = Array.isArray(current) ? current : [current];
    const before = list.length;
    let fresh: string | null = null;
    let misses = 0;
    current = step(list, fields, {
      unparsed(reason) {
        misses++;
        fresh ??= reason;
      },
    });
    // one repeat among several that holds an answer is enough for a vote
    if (misses >= before && before > 0) first ??= fresh;
  }
  const out = (Array.isArray(current) ? current : [current]).map(asText);
  return { responses: out, reason: first ?? (out[0] === null || out.length === 0 ? "no_answer" : null) };
}
