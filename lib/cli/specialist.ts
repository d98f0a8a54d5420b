// deno-lint-ignore-file camelcase -- keys as they stand in the file
/**
 * A specialist: the model of a niche, as `config/specialists/NICHE.yaml` tells.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { type ConfigShape, readConfigFile } from "./config_file.ts";

/** How to start a model server for the length of the run. */
export interface ServeConfig {
  /** Program and arguments; a single text is split at spaces. */
  readonly command: readonly string[];
  /** Working folder; the root by default. */
  readonly cwd: string | null;
  /** Variables added to a clean environment (PATH, HOME, LANG, TMPDIR and CUDA_* are kept). */
  readonly env: Readonly<Record<string, string>>;
  /** URL or path that answers 2xx when the server is ready; `/models` of the base URL by default. */
  readonly health: string | null;
  /** How long it may take to get ready. */
  readonly readyTimeoutMs: number;
  /** How long it may take to end before it is killed. */
  readonly stopTimeoutMs: number;
}

/** What a specialist's file says; null = not said. */
export interface Specialist {
  /** The file, or null when there is none. */
  readonly file: string | null;
  /** Weights; `gguf:` of it is the model when no other is named. */
  readonly modelPath: string | null;
  /** Adapter on top of the weights; recorded. */
  readonly adapterPath: string | null;
  /** Version for the result file. */
  readonly modelVersion: string | null;
  /** Name of the quantisation; makes `quantized` true. */
  readonly quantizationConfig: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly modelManifestPath: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly sgfp4ManifestPath: string | null;
  /** Recorded in the result's settings. */
  readonly promptTemplate: string | null;
  /** Text or path of the chat template; its SHA-256 goes into the fingerprint. */
  readonly chatTemplate: string | null;
  /** Pinned version of the task definition. */
  readonly taskRevision: string | null;
  /** Pinned revision of the data. */
  readonly datasetRevision: string | null;
  /** Model id, when no flag names one. */
  readonly model: string | null;
  /** Endpoint, when no flag names one. */
  readonly baseUrl: string | null;
  /** Server to start. */
  readonly serve: ServeConfig | null;
  /** Task to least score; below it the run exits 1. */
  readonly hardFloor: Readonly<Record<string, number>>;
}

const TEXT_KEYS = [
  "model_path",
  "adapter_path",
  "model_version",
  "quantization_config",
  "model_manifest_path",
  "sgfp4_manifest_path",
  "prompt_template",
  "chat_template",
  "task_revision",
  "dataset_revision",
  "model",
  "base_url",
] as const;

const SHAPE: ConfigShape = {
  ...Object.fromEntries(TEXT_KEYS.map((key) => [key, "text" as const])),
  hard_floor: "map",
  serve: {
    command: "texts",
    cwd: "text",
    env: "map",
    health: "text",
    ready_timeout_s: "number",
    stop_timeout_s: "number",
  },
};

/**
 * Reads a specialist's file. A missing file gives a specialist of nulls.
 *
 * @param path The file.
 * @param options `required`: a missing file is an error (it was named by a flag).
 * @throws {UsageError} `bad_config`, `unknown_key`, `missing_config`.
 * @example No file, no facts
 * ```ts
 * import { readSpecialist } from "./specialist.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await readSpecialist("no/such.yaml")).model, null);
 * ```
 */
export async function readSpecialist(
  path: string,
  options: { required?: boolean } = {},
): Promise<Specialist> {
  const found = await readConfigFile(path, SHAPE);
  if (found === null && options.required === true) {
    throw new UsageError(`Cannot read "${path}": there is no such file`, {
      code: "missing_config",
      hint: "Check --config and --root",
    });
  }
  const raw = found ?? {};
  const text = (key: (typeof TEXT_KEYS)[number]): string | null => {
    const value = raw[key];
    return value === undefined || value === null || value === "" ? null : String(value);
  };
  return {
    file: found === null ? null : path,
    modelPath: text("model_path"),
    adapterPath: text("adapter_path"),
    modelVersion: text("model_version"),
    quantizationConfig: text("quantization_config"),
    modelManifestPath: text("model_manifest_path"),
    sgfp4ManifestPath: text("sgfp4_manifest_path"),
    promptTemplate: text("prompt_template"),
    chatTemplate: text("chat_template"),
    taskRevision: text("task_revision"),
    datasetRevision: text("dataset_revision"),
    model: text("model"),
    baseUrl: text("base_url"),
    serve: toServe(raw.serve, path),
    hardFloor: toFloors(raw.hard_floor, path),
  };
}

function toServe(raw: unknown, path: string): ServeConfig | null {
  if (raw === undefined || raw === null) return null;
  const given = raw as Record<string, unknown>;
  const command = typeof given.command === "string"
    ? given.command.split(/\s+/).filter((part) => part !== "")
    : (given.command as string[] | undefined) ?? [];
  if (command.length === 0) {
    throw new UsageError(`Cannot use "${path}": "serve" needs a "command"`, { code: "bad_config" });
  }
  const env = Object.entries((given.env ?? {}) as Record<string, unknown>);
  const seconds = (key: string, fallback: number): number =>
    Math.max(0, Number(given[key] ?? fallback)) * 1000;
  return {
    command,
    cwd: (given.cwd as string | undefined) ?? null,
    env: Object.fromEntries(env.map(([name, value]) => [name, String(value)])),
    health: (given.health as string | undefined) ?? null,
    readyTimeoutMs: seconds("ready_timeout_s", 300),
    stopTimeoutMs: seconds("stop_timeout_s", 10),
  };
}

function toFloors(raw: unknown, path: string): Record<string, number> {
  const floors = Object.entries((raw ?? {}) as Record<string, unknown>);
  for (const [task, floor] of floors) {
    if (typeof floor !== "number" || !(floor >= 0 && floor <= 1)) {
      throw new UsageError(
        `Cannot use "${path}": wanted a number from 0 to 1 for "hard_floor.${task}", found ${
          JSON.stringify(floor)
        }`,
        { code: "bad_config" },
      );
    }
  }
  return Object.fromEntries(floors) as Record<string, number>;
}
