/** @module */
import type { Model } from "../model/model.ts";
import type { Judge } from "../reward/judge.ts";
import type { GenerationOptions } from "../task/task.ts";
import type { ShapeOptions } from "./choose_shape.ts";
import type { BenchSource, OpenSplit } from "./load_task_data.ts";
import type { CodeOptions } from "./open_code_sandbox.ts";
import type { EngineOptions, RunPlace } from "./run_jobs.ts";

/** What a specialist's config says of the model; all optional, null = not said. */
export interface SpecialistFacts {
  /** Version for the result file. */
  readonly modelVersion?: string | null;
  /** Name of the quantisation; makes `quantized` true. */
  readonly quantizationConfig?: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly modelManifestPath?: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly sgfp4ManifestPath?: string | null;
  /** Text around every prompt, which stands for its `{prompt}`; makes the run diagnostic. */
  readonly promptTemplate?: string | null;
  /** Adapter on top of the weights; recorded. */
  readonly adapterPath?: string | null;
  /** Text of the chat template; its SHA-256 goes into the fingerprint. */
  readonly chatTemplate?: string | null;
  /** Pinned version of the task definition. */
  readonly taskRevision?: string | null;
  /** Pinned revision of the data. */
  readonly datasetRevision?: string | null;
}

/** Settings of one benchmark that differ from the protocol; they make the run diagnostic. */
export interface TaskOverrides {
  /** Shots. */
  readonly numFewshot?: number;
  /** First rows only. */
  readonly limit?: number;
  /** Repetitions of each sample. */
  readonly epochs?: number;
  /** System message. */
  readonly system?: string;
  /** Laid over the task's own decoding parameters. */
  readonly generation?: GenerationOptions;
}

/** Options of `runBenchmark`. */
export interface BenchmarkOptions
  extends
    Omit<EngineOptions, "concurrency">,
    ShapeOptions,
    CodeOptions,
    TaskOverrides,
    Pick<RunPlace, "resume" | "maxAttempts"> {
  /** Name of the niche; its benchmarks are run unless `tasks` names some. */
  readonly niche?: string;
  /** Names of tasks, groups or tags; without a niche the results go under `custom`. */
  readonly tasks?: readonly string[];
  /** The model with all its wrappers; the floor model by default. */
  readonly model?: Model;
  /** Where rows come from; `huggingface` with a model, else `sample`. */
  readonly source?: BenchSource;
  /** `canonical` refuses what stands against it; by default the run is what it can be. */
  readonly mode?: "canonical" | "diagnostic";
  /** Seed of the shots; default 1234. */
  readonly seed?: number;
  /** Requests in flight at most; default 32 for an endpoint, 4 in process. */
  readonly concurrency?: number;
  /** Working folder; default `.`. */
  readonly root?: string;
  /** Folder of results and runs; default `artifacts` below the root. */
  readonly out?: string;
  /** Root of local data; default `data/benchmarks` below the root. */
  readonly dataDir?: string;
  /** Settings per benchmark name, over the general ones. */
  readonly overrides?: Readonly<Record<string, TaskOverrides>>;
  /** What is known of the model. */
  readonly specialist?: SpecialistFacts;
  /** States that the model is not quantised. */
  readonly unquantized?: boolean;
  /** Scores what needs a judge: MedHELM's open scenarios, the faithfulness of answers over passages. */
  readonly judge?: Judge;
  /** Opens splits from the hub; the hub client by default. */
  readonly openHub?: OpenSplit;
  /** Takes known secrets out of what is written. */
  readonly redact?: (text: string) => string;
}
