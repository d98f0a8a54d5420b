/** @module */
import type { Unit } from "./unit.ts";

/**
 * Sorts units by their chain of prefix keys: units that share a prefix come
 * together at every level, groups in the order of their first unit, units
 * without keys at their place among them. Stable, so the same units give the
 * same order on every run, as resume needs.
 *
 * @example
 * ```ts
 * import { orderByPrefix } from "./order_by_prefix.ts";
 * import { assert } from "@std/assert";
 * const run = () => Promise.reject(new Error("not run here"));
 * const units = [["1", "p"], ["2", "q"], ["3", "p"]].map(([id, key]) => ({ id: id!, prefixes: [key!], run }));
 * assert(orderByPrefix(units).map((unit) => unit.id).join("") === "132");
 * ```
 */
export function orderByPrefix(units: readonly Unit[]): Unit[] {
  return group(units, 0);
}

function group(units: readonly Unit[], level: number): Unit[] {
  if (units.length < 2) return [...units];
  const groups = new Map<string | symbol, Unit[]>();
  for (const unit of units) {
    const key = unit.prefixes?.[level] ?? Symbol();
    const members = groups.get(key);
    if (members) members.push(unit);
    else groups.set(key, [unit]);
  }
  if (groups.size === units.length) return [...units];
  const ordered: Unit[] = [];
  for (const members of groups.values()) {
    for (const unit of members.length < 2 ? members : group(members, level + 1)) ordered.push(unit);
  }
  return ordered;
}
