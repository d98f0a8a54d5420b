/**
 * What `deno task bench --list` shows.
 *
 * @module
 */
import { NICHES } from "../task/niche.ts";
import { expandTasks, taskNames } from "../task/registry.ts";

/**
 * Niches with their blocking and diagnostic benchmarks, then the names
 * `--tasks` takes; members of a large group are counted, not named.
 *
 * @example
 * ```ts
 * import { benchList } from "./bench_list.ts";
 * import { assert } from "@std/assert";
 * assert((await benchList()).includes("medical"));
 * ```
 */
export async function benchList(): Promise<string> {
  const niches = Object.entries(NICHES).map(([name, { blocking, diagnostic }]) =>
    `  ${name.padEnd(14)}${blocking.join(", ")} | ${diagnostic.join(", ")}`
  );
  // Names of subgroups with "::" repeat what their parents say.
  const names = (await taskNames()).filter((name) => !name.includes("::"));
  // A catalog that cannot be loaded must not hide the others.
  const expanded = await Promise.all(names.map((name) => expandTasks([name]).catch(() => null)));
  const members = new Set<string>();
  const lines = names.map((name, i) => {
    const below = (expanded[i]?.leaves[name] ?? []).filter((leaf) => leaf !== name);
    for (const member of below) members.add(member);
    const { message } = expanded[i]?.skipped.find((task) => task.name === name) ?? {};
    return name +
      (below.length > 0 ? ` (${below.length} tasks)` : message === undefined ? "" : ` (skipped: ${message})`);
  });
  const shown = lines.filter((_, i) => !members.has(names[i] as string));
  return `Niches (blocking | diagnostic):\n${niches.join("\n")}\n\nTasks:\n${
    shown.map((line) => `  ${line}\n`).join("")
  }`;
}
