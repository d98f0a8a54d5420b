/**
 * A specialist: the model of a niche, as `config/specialists/NICHE.yaml` tells.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import type { ZodType } from "../deps/zod.ts";
import { type ConfigReading, keysOf, readConfigFile } from "./config_file.ts";
import { type ServeConfig, type ServeKeys, serveSchema, toServeConfig, underRoot } from "./serve_config.ts";

/** What a specialist's file says; null = not said. */
export interface Specialist {
  /** The file, or null when there is none. */
  readonly file: string | null;
  /** Weights; `gguf:` of it is the model when no other is named. */
  readonly modelPath: string | null;
  /** Adapter (LoRA) on top of the weights: loaded for `gguf:`, of a server's model only recorded. */
  readonly adapterPath: string | null;
  /** Version for the result file. */
  readonly modelVersion: string | null;
  /** Name of the quantisation; makes `quantized` true. */
  readonly quantizationConfig: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly modelManifestPath: string | null;
  /** File whose SHA-256 goes into the fingerprint. */
  readonly sgfp4ManifestPath: string | null;
  /** Text or path of a text around every prompt, which stands for its `{prompt}`. */
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

type Keys = { readonly [K in (typeof TEXT_KEYS)[number]]?: string | null } & {
  readonly hard_floor?: Record<string, number> | null;
  readonly serve?: ServeKeys | null;
};

const READING: ConfigReading<Keys> = {
  texts: TEXT_KEYS,
  schema: (z) => {
    const text = z.string({ error: "text" });
    const error = "a number from 0 to 1";
    return keysOf(z, {
      ...Object.fromEntries(TEXT_KEYS.map((key) => [key, text])),
      hard_floor: z.record(z.string(), z.number({ error }).min(0, { error }).max(1, { error }), {
        error: "keys and values",
      }),
      serve: serveSchema(z),
    }) as ZodType<Keys>;
  },
};

/** Options of {@linkcode readSpecialist}. */
export interface SpecialistOptions {
  /** A missing file is an error: it was named by a flag. Default false. */
  readonly required?: boolean;
  /** Folder against which paths in the file are taken. @default {"."} */
  readonly root?: string;
}

/**
 * Reads a specialist's file. A missing file gives a specialist of nulls.
 *
 * @param path The file.
 * @throws {UsageError} `bad_config`, `unknown_key`, `missing_config`.
 * @example No file, no facts
 * ```ts
 * import { readSpecialist } from "./specialist.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals((await readSpecialist("no/such.yaml")).model, null);
 * ```
 */
export async function readSpecialist(path: string, options: SpecialistOptions = {}): Promise<Specialist> {
  const found = await readConfigFile(path, READING);
  if (found === null && options.required === true) {
    throw new UsageError(`Cannot read "${path}": there is no such file`, {
      code: "missing_config",
      hint: "Check --config and --root",
    });
  }
  const raw: Keys = found ?? {};
  const text = (key: (typeof TEXT_KEYS)[number]): string | null => {
    const value = raw[key];
    return value === undefined || value === null || value === "" ? null : value;
  };
  const filePath = (key: (typeof TEXT_KEYS)[number]): string | null => {
    const value = text(key);
    return value === null ? null : underRoot(options.root ?? ".", value);
  };
  return {
    file: found === null ? null : path,
    modelPath: filePath("model_path"),
    adapterPath: filePath("adapter_path"),
    modelVersion: text("model_version"),
    quantizationConfig: text("quantization_config"),
    modelManifestPath: filePath("model_manifest_path"),
    sgfp4ManifestPath: filePath("sgfp4_manifest_path"),
    promptTemplate: text("prompt_template"),
    chatTemplate: text("chat_template"),
    taskRevision: text("task_revision"),
    datasetRevision: text("dataset_revision"),
    model: text("model"),
    baseUrl: text("base_url"),
    serve: toServeConfig(raw.serve, { path, root: options.root ?? "." }),
    hardFloor: raw.hard_floor ?? {},
  };
}
