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

/** What a JSON module gives. */
interface Loaded {
  readonly default: unknown;
}

/** Task names that share one file of splits. */
const FILES: readonly (readonly [RegExp, () => Promise<Loaded>])[] = [
  [/^medmcqa$/, () => import("./catalog/samples/medmcqa.json", { with: { type: "json" } })],
  [/^pubmedqa$/, () => import("./catalog/samples/pubmedqa.json", { with: { type: "json" } })],
  [/^gpqa_/, () => import("./catalog/samples/gpqa.json", { with: { type: "json" } })],
  [/^humaneval(_|$)/, () => import("./catalog/samples/humaneval.json", { with: { type: "json" } })],
  [/^livecodebench(_|:|$)/, () => import("./catalog/samples/livecodebench.json", { with: { type: "json" } })],
  [/^bigpatent(_|:|$)/, () => import("./catalog/samples/bigpatent.json", { with: { type: "json" } })],
  [
    /^uspto_classification(_|$)/,
    () => import("./catalog/samples/uspto_classification.json", { with: { type: "json" } }),
  ],
  [
    /^rag_pipeline_eval(:|$)/,
    () => import("./catalog/samples/rag_pipeline_eval.json", { with: { type: "json" } }),
  ],
];

/** Subject of a task of MMLU or of a variant of it; variants on the validation split get the test rows. */
async function mmluSplits(name: string): Promise<SampleSplits | undefined> {
  const { default: mmlu } = await import("./catalog/samples/mmlu.json", { with: { type: "json" } });
  const subject = name.replace(/^mmlu_(flan_(n_shot_(loglikelihood|generative)|cot_zeroshot)_)?/, "")
    .replace(/_(continuation|generative)$/, "");
  const splits = part(mmlu, subject);
  return splits === undefined || !name.startsWith("mmlu_flan_cot") || splits.test === undefined
    ? splits
    : { ...splits, validation: splits.test };
}

async function splitsOf(name: string): Promise<SampleSplits | undefined> {
  if (name.startsWith("mmlu_")) return await mmluSplits(name);
  if (name.startsWith("medhelm_")) {
    const { default: medhelm } = await import("./catalog/samples/medhelm.json", { with: { type: "json" } });
    return part(medhelm, name.slice("medhelm_".length));
  }
  const file = FILES.find(([names]) => names.test(name));
  return file === undefined ? undefined : (await file[1]()).default as SampleSplits;
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
