// deno-lint-ignore-file camelcase -- keys as they stand in the file
/**
 * Overrides of a benchmark in diagnostic runs: `config/benchmarks/TASK.yaml`.
 *
 * @module
 */
import { generationSchema } from "./generation.ts";
import { type ConfigReading, keysOf, readConfigFile } from "./config_file.ts";

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

const READING: ConfigReading<Readonly<Record<string, unknown>>> = {
  schema: (z) => {
    const count = (least: number) => {
      const error = `a whole number of at least ${least}`;
      return z.int({ error }).min(least, { error });
    };
    return keysOf(z, {
      num_fewshot: count(0),
      limit: count(1),
      epochs: count(1),
      system: z.string({ error: "text" }),
      gen_kwargs: generationSchema(z),
    });
  },
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
  const raw = (await readConfigFile(path, READING)) ?? {};
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
