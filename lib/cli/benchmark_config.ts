// deno-lint-ignore-file camelcase -- keys as they stand in the file
/**
 * Overrides of a benchmark in diagnostic runs: `config/benchmarks/TASK.yaml`.
 *
 * @module
 */
import { type ConfigShape, readConfigFile } from "./config_file.ts";

/** What a benchmark's file may set; only what was said is there. */
export interface BenchmarkOverrides {
  /** Shots. */
  readonly numFewshot?: number;
  /** First rows only. */
  readonly limit?: number;
  /** Repetitions of each generated sample. */
  readonly epochs?: number;
  /** System message. */
  readonly system?: string;
  /** Decoding parameters in the server's names. */
  readonly genKwargs?: Readonly<Record<string, unknown>>;
}

const SHAPE: ConfigShape = {
  num_fewshot: "integer",
  limit: "integer",
  epochs: "integer",
  system: "text",
  gen_kwargs: "map",
};

/**
 * Reads a benchmark's overrides; a missing file gives `{}`.
 *
 * @throws {UsageError} `bad_config`, `unknown_key`.
 * @example
 * ```ts
 * import { readBenchmarkOverrides } from "./benchmark_config.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await readBenchmarkOverrides("no/such.yaml"), {});
 * ```
 */
export async function readBenchmarkOverrides(path: string): Promise<BenchmarkOverrides> {
  const raw = (await readConfigFile(path, SHAPE)) ?? {};
  const names: Readonly<Record<string, keyof BenchmarkOverrides>> = {
    num_fewshot: "numFewshot",
    limit: "limit",
    epochs: "epochs",
    system: "system",
    gen_kwargs: "genKwargs",
  };
  const given = Object.entries(raw).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([key, value]) => [names[key] ?? key, value]));
}
