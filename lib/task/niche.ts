/**
 * The niches: which benchmarks say how good a specialist is in its domain.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";

/** Names of the niches. */
export type NicheName = "code" | "medical" | "qa_technical" | "encyclopedic" | "patents";

/** `canonical` freezes every parameter; `diagnostic` takes overrides. */
export type BenchMode = "canonical" | "diagnostic";

/** Benchmarks of a niche. */
export interface Niche {
  /** A gate may fail on these. */
  readonly blocking: readonly string[];
  /** Reported only; never fail a gate. */
  readonly diagnostic: readonly string[];
}

/** All niches. MMLU never blocks. */
export const NICHES: Readonly<Record<NicheName, Niche>> = {
  "code": { blocking: ["humaneval", "livecodebench"], diagnostic: ["mmlu"] },
  "medical": { blocking: ["medmcqa", "pubmedqa", "medhelm"], diagnostic: ["mmlu"] },
  "qa_technical": { blocking: ["gpqa_main_n_shot"], diagnostic: ["mmlu"] },
  "encyclopedic": { blocking: ["rag_pipeline_eval"], diagnostic: ["mmlu"] },
  "patents": { blocking: ["bigpatent", "uspto_classification"], diagnostic: ["mmlu"] },
};

const SHOTS: Readonly<Record<string, number>> = { mmlu: 5, medmcqa: 5 };

function nicheOf(name: string): Niche {
  if (Object.hasOwn(NICHES, name)) return NICHES[name as NicheName];
  throw new TaskError(
    `Cannot list tasks: wanted a niche of ${Object.keys(NICHES).join(", ")}, found "${name}"`,
    {
      code: "unknown_niche",
      details: { niche: name },
    },
  );
}

/**
 * Benchmarks of a niche, blocking ones first. Both modes run all of them; they
 * differ in what may be overridden.
 *
 * @throws {TaskError} `unknown_niche`, `unknown_mode`.
 *
 * @example
 * ```ts
 * import { buildTaskList } from "./niche.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(buildTaskList("medical", "canonical"), ["medmcqa", "pubmedqa", "medhelm", "mmlu"]);
 * ```
 */
export function buildTaskList(niche: string, mode: BenchMode = "canonical"): string[] {
  const { blocking, diagnostic } = nicheOf(niche);
  if (mode !== "canonical" && mode !== "diagnostic") {
    throw new TaskError(`Cannot list tasks: wanted mode canonical or diagnostic, found "${mode}"`, {
      code: "unknown_mode",
    });
  }
  return [...blocking, ...diagnostic];
}

/**
 * Whether a gate of this niche may fail on the benchmark.
 *
 * @throws {TaskError} `unknown_niche`.
 *
 * @example
 * ```ts
 * import { isBlocking } from "./niche.ts";
 * import { assert } from "@std/assert";
 * assert(isBlocking("medical", "medmcqa") && !isBlocking("medical", "mmlu"));
 * ```
 */
export function isBlocking(niche: string, benchmark: string): boolean {
  return nicheOf(niche).blocking.includes(benchmark);
}

/**
 * Shots of a benchmark in canonical runs: mmlu 5, medmcqa 5, all others 0. A
 * member counts as its group (`mmlu_anatomy` as `mmlu`).
 *
 * @example
 * ```ts
 * import { defaultShots } from "./niche.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["mmlu_anatomy", "medmcqa", "pubmedqa"].map(defaultShots), [5, 5, 0]);
 * ```
 */
export function defaultShots(benchmark: string): number {
  return SHOTS[benchmark.startsWith("mmlu_") ? "mmlu" : benchmark] ?? 0;
}
