/**
 * The first line of `deno task bench`.
 *
 * @module
 */
import { safeUrl } from "../core/redact.ts";
import { priceOf } from "../model/price.ts";
import { outlookText } from "../report/outlook_text.ts";
import { buildTaskList } from "../task/niche.ts";
import type { SettledBench } from "./bench_settings.ts";

/**
 * Says what will run, on which model and data, and what it may cost, from
 * settings alone: before data, model or any package is loaded.
 *
 * @param note Marks a benchmark, such as one that will be skipped.
 * @example
 * ```ts
 * import { benchOutlook } from "./bench_outlook.ts";
 * import { benchSettings } from "./bench_settings.ts";
 * import { readSpecialist } from "./specialist.ts";
 * import { assert } from "@std/assert";
 * const specialist = await readSpecialist("no/such.yaml");
 * const flags = { niche: "medical" as const };
 * const settings = benchSettings({ flags, specialist, env: () => undefined });
 * assert(benchOutlook({ flags, specialist, settings }).includes("a floor, not a model"));
 * ```
 */
export function benchOutlook(
  { specialist, settings }: SettledBench,
  note: (task: string) => string = (task) => task,
): string {
  const { model, niche, tasks, mode } = settings;
  return outlookText({
    niche: niche ?? "custom",
    tasks: (tasks ?? buildTaskList(niche ?? "", mode)).map(note),
    model: model.id,
    baseUrl: model.baseUrl === null ? null : safeUrl(model.baseUrl),
    floor: model.name.kind === "builtin",
    source: settings.source,
    mode,
    notCanonicalBecause: settings.notCanonicalBecause,
    costUsd: model.baseUrl === null ? 0 : null,
    price: model.baseUrl === null ? null : priceOf({ id: model.id, baseUrl: model.baseUrl, accepts: [] }),
    config: specialist.file,
  });
}
