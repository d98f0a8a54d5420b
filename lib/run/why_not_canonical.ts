/** @module */
import { UsageError } from "../core/errors.ts";

/** What may stand against a canonical run. */
export interface CanonicalFacts {
  /** Where rows come from. */
  readonly source: string;
  /** First rows only. */
  readonly limit?: number | undefined;
  /** Changed settings by name, such as `system` or `num_fewshot`; only those that were changed. */
  readonly changed: readonly string[];
  /** True for the floor model and other doubles. */
  readonly floor: boolean;
  /** Choice protocols in use that are not the task's own. */
  readonly protocols: readonly string[];
  /** Tasks whose rows are not known to be the full pinned split. */
  readonly unpinned: readonly string[];
}

/**
 * Says why a run is not canonical, one reason each; empty when it is.
 *
 * @example
 * ```ts
 * import { whyNotCanonical } from "./why_not_canonical.ts";
 * import { assert } from "@std/assert";
 * const facts = { source: "sample", changed: [], floor: true, protocols: [], unpinned: [] };
 * assert(whyNotCanonical(facts).join("; ") === "source sample; floor model");
 * ```
 */
export function whyNotCanonical(facts: CanonicalFacts): string[] {
  const { source, limit, changed, floor, protocols, unpinned } = facts;
  const names = unpinned.length > 3
    ? `${unpinned.slice(0, 3).join(", ")} and ${unpinned.length - 3} more`
    : unpinned.join(", ");
  return [
    ...(source === "sample" ? ["source sample"] : []),
    ...(floor ? ["floor model"] : []),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...changed.map((name) => `changed ${name}`),
    ...protocols.map((protocol) => `choice protocol ${protocol}`),
    ...(unpinned.length > 0 && source !== "sample" ? [`unpinned data (${names})`] : []),
  ];
}

/**
 * Settles the mode of a run: canonical when nothing stands against it.
 *
 * @param asked Mode that was typed, if any.
 * @throws {UsageError} `not_canonical` when canonical was asked for and something stands against it
 *
 * @example
 * ```ts
 * import { settleMode } from "./why_not_canonical.ts";
 * import { assert } from "@std/assert";
 * assert(settleMode(undefined, ["limit 10"]) === "diagnostic");
 * ```
 */
export function settleMode(
  asked: string | undefined,
  reasons: readonly string[],
): "canonical" | "diagnostic" {
  if (asked === "canonical" && reasons.length > 0) {
    throw new UsageError(`Cannot run in canonical mode: ${reasons.join("; ")}`, {
      code: "not_canonical",
      hint: "Drop what stands against it, or run with --mode diagnostic",
      details: { reasons },
    });
  }
  return asked === "diagnostic" || reasons.length > 0 ? "diagnostic" : "canonical";
}
