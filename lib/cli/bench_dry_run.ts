/**
 * What `deno task bench --dry-run` shows.
 *
 * @module
 */
import { buildTaskList } from "../task/niche.ts";
import { expandTasks } from "../task/registry.ts";
import { benchOutlook } from "./bench_outlook.ts";
import type { SettledBench } from "./bench_settings.ts";

/**
 * The first line of the run, the hosts it would reach and the folders it
 * would write to. Asks nothing, writes nothing.
 *
 * @throws {TaskError} `unknown_task`.
 * @example
 * ```ts
 * import { dryRunText } from "./bench_dry_run.ts";
 * import { benchSettings } from "./bench_settings.ts";
 * import { readSpecialist } from "./specialist.ts";
 * import { assert } from "@std/assert";
 * const specialist = await readSpecialist("no/such.yaml");
 * const flags = { niche: "medical" as const };
 * const settings = benchSettings({ flags, specialist, env: () => undefined });
 * assert((await dryRunText({ flags, specialist, settings })).includes("hosts: none"));
 * ```
 */
export async function dryRunText(bench: SettledBench): Promise<string> {
  const { settings } = bench;
  const tasks = settings.tasks ?? buildTaskList(settings.niche ?? "", settings.mode);
  const { skipped } = await expandTasks(tasks);
  const note = (name: string): string => {
    const found = skipped.find((task) => task.name === name);
    return found === undefined ? name : `${name} (skipped: ${found.message})`;
  };
  return [
    benchOutlook(bench, note),
    `hosts: ${settings.needs.hosts.join(", ") || "none"}`,
    `would write to ${settings.out}/benchmarks and ${settings.out}/runs`,
    "dry run: nothing was asked and nothing was written",
  ].join("\n");
}
