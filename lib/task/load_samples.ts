/**
 * The built-in samples: small, written for this project, in the schema of the
 * real data sets. They show what a run looks like; they measure nothing.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";

/** Rows per split name. */
export type SampleSplits = Readonly<Record<string, readonly Fields[]>>;

type Nested = Readonly<Record<string, SampleSplits>>;

function part(all: unknown, name: string): SampleSplits | undefined {
  return Object.hasOwn(all as Nested, name) ? (all as Nested)[name] : undefined;
}

async function splitsOf(name: string): Promise<SampleSplits | undefined> {
  if (name.startsWith("mmlu_")) {
    const { default: mmlu } = await import("./catalog/samples/mmlu.json", { with: { type: "json" } });
    return part(mmlu, name.slice("mmlu_".length));
  }
  if (name.startsWith("medhelm_")) {
    const { default: medhelm } = await import("./catalog/samples/medhelm.json", { with: { type: "json" } });
    return part(medhelm, name.slice("medhelm_".length));
  }
  if (name === "medmcqa") {
    return (await import("./catalog/samples/medmcqa.json", { with: { type: "json" } }))
      .default as SampleSplits;
  }
  if (name === "pubmedqa") {
    return (await import("./catalog/samples/pubmedqa.json", { with: { type: "json" } }))
      .default as SampleSplits;
  }
  return undefined;
}

/**
 * Loads the sample rows of a leaf task, by split; null when it has none (not
 * every MMLU subject has).
 *
 * @example
 * ```ts
 * import { loadSamples } from "./load_samples.ts";
 * import { assert, assertEquals } from "@std/assert";
 * assert(((await loadSamples("pubmedqa"))?.test ?? []).length >= 20);
 * assertEquals(await loadSamples("no_such_task"), null);
 * ```
 */
export async function loadSamples(task: string): Promise<SampleSplits | null> {
  return (await splitsOf(task)) ?? null;
}
