/**
 * One task's result as it lies on disk: the seed's schema, and beside it
 * everything a reader needs to judge the number.
 *
 * @module
 */
import { snakeCase } from "./codec.ts";
import { collectFingerprint, type Fingerprint, type FingerprintFacts } from "./fingerprint.ts";
import { fingerprintGaps } from "./fingerprint_gaps.ts";
import type { SandboxInfo } from "../sandbox/sandbox.ts";
import type { TaskResult } from "./task_result.ts";

/** Version of the result file written here; files without one are version 0. */
export const ENTRY_SCHEMA_VERSION = 1;

/** What the server said about itself; null = it did not. */
export interface Serving {
  /** Model name in the reply. */
  readonly model: string | null;
  /** `system_fingerprint` of the reply. */
  readonly systemFingerprint: string | null;
  /** `server` header. */
  readonly server: string | null;
}

/** The sandbox code was graded in, and how. */
export interface SandboxStamp extends SandboxInfo {
  /** Mode of grading beside the canonical one; `canonical` for none. */
  readonly codeMode: "canonical" | "lenient" | "strict";
  /** Pieces of code that ran at once. */
  readonly workers: number;
}

/** Facts of the run that are the same for all its tasks. */
export interface RunFacts {
  /** `YYYYMMDD-HHMMSS`, `-2`, `-3` when taken. */
  readonly runId: string;
  /** ISO-8601, UTC. */
  readonly timestampUtc: string;
  /** `custom` when tasks were named without a niche. */
  readonly niche: string;
  /** `canonical` only when nothing stands against it. */
  readonly mode: "canonical" | "diagnostic";
  /** `huggingface`, `local`, `sample` or `api`. */
  readonly source: string;
  /** Model as named in the result: a specialist's version, else the model's id. */
  readonly modelVersion: string | null;
  /** As the specialist's config names it. */
  readonly quantizationConfig: string | null;
  /** True only with a quantisation config and without `--unquantized`; null when not known. */
  readonly quantized: boolean | null;
  /** Why the run is not canonical; empty when it is. */
  readonly notCanonicalBecause: readonly string[];
  /** Model as asked for. */
  readonly model: { readonly id: string; readonly baseUrl: string | null; readonly floor: boolean };
  /** What the server said about itself; null for in-process models. */
  readonly serving: Serving | null;
  /** Where model-written code ran; absent or null when none did. */
  readonly sandbox?: SandboxStamp | null;
  /** Settings that change scores; null = not set. */
  readonly settings: {
    readonly limit: number | null;
    readonly seed: number;
    readonly epochs: number;
    readonly api: string | null;
    readonly system: string | null;
    readonly promptTemplate?: string | null;
    readonly adapterPath?: string | null;
  };
  /** Inputs of the fingerprint that are the same for all tasks. */
  readonly fingerprint: FingerprintFacts;
}

/** One task inside an entry. */
export type EntryResult = Omit<TaskResult, "task">;

/** A result file in memory. JSON-safe. */
export interface Entry extends Omit<RunFacts, "fingerprint"> {
  /** 0 for the seed's own files. */
  readonly schemaVersion: number;
  /** The eleven facts. */
  readonly fingerprint: Fingerprint;
  /** True when none of them is missing or malformed. */
  readonly fingerprintValid: boolean;
  /** Gaps of the fingerprint, snake_case. */
  readonly fingerprintMissing: readonly string[];
  /** Task name to result; files hold one. */
  readonly results: Readonly<Record<string, EntryResult>>;
}

/**
 * Makes the entry of one task from its result and the facts of the run.
 * `generationParams` of the fingerprint may be given per task.
 *
 * @example A skipped task still gets its entry
 * ```ts
 * import { toEntry } from "./entry.ts";
 * import { blankResult } from "./blank_result.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const facts = {
 *   runId: "20260102-030405", timestampUtc: "2026-01-02T03:04:05Z", niche: "medical",
 *   mode: "diagnostic" as const, source: "sample", modelVersion: "builtin:floor", quantizationConfig: null,
 *   quantized: false, notCanonicalBecause: ["source sample"], serving: null,
 *   model: { id: "builtin:floor", baseUrl: null, floor: true },
 *   settings: { limit: null, seed: 1234, epochs: 1, api: null, system: null },
 *   fingerprint: { harnessCommit: "benchbook 0.1.0", generationParams: {} },
 * };
 * const entry = await toEntry(blankResult("medhelm", { status: "skipped", reason: "needs_judge" }), facts);
 * assertEquals(entry.results.medhelm?.score, null);
 * assertEquals(entry.fingerprintValid, false);
 * ```
 */
export async function toEntry(result: TaskResult, facts: RunFacts): Promise<Entry> {
  const { fingerprint: inputs, ...run } = facts;
  const fingerprint = await collectFingerprint(result, inputs);
  const gaps = fingerprintGaps(fingerprint);
  const { task, ...rest } = result;
  return {
    schemaVersion: ENTRY_SCHEMA_VERSION,
    ...run,
    fingerprint,
    fingerprintValid: gaps.length === 0,
    fingerprintMissing: gaps.map(snakeCase),
    results: { [task]: rest },
  };
}
