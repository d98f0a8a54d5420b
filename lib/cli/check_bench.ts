/**
 * What can be known to be wrong with a command before anything is loaded.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { loadZod } from "../deps/zod.ts";
import type { SettledBench } from "./bench_settings.ts";
import { usageError } from "./endpoint_settings.ts";
import { checkGeneration } from "./generation.ts";

/**
 * Refuses what cannot work: a root or model file that is not there, decoding
 * parameters out of range, an adapter or a server nothing would use.
 *
 * @throws {UsageError} `missing_root`, `missing_model_file`, `bad_value`, `bad_config`.
 * @example
 * ```ts
 * import { checkBench } from "./check_bench.ts";
 * import { benchSettings } from "./bench_settings.ts";
 * import { readSpecialist } from "./specialist.ts";
 * import { assertRejects } from "@std/assert";
 * const specialist = await readSpecialist("no/such.yaml");
 * const flags = { tasks: ["pubmedqa"], model: "gguf:no/such.gguf" };
 * const settings = benchSettings({ flags, specialist, env: () => undefined });
 * await assertRejects(() => checkBench({ flags, specialist, settings }), Error, "no/such.gguf");
 * ```
 */
export async function checkBench({ flags, specialist, settings }: SettledBench): Promise<void> {
  const { model, root } = settings;
  if (flags.root !== undefined && !await isThere(root, "isDirectory")) {
    throw usageError(
      `Cannot use "--root ${root}": wanted a folder, found none`,
      "missing_root",
      "Make it first",
    );
  }
  const { kind, rest } = model.name;
  const files = kind === "gguf" || kind === "replay" ? [rest] : [];
  if (kind === "gguf" && specialist.adapterPath !== null) files.push(specialist.adapterPath);
  for (const file of files) {
    if (await isThere(file, "isFile")) continue;
    throw usageError(
      `Cannot use the model "${model.id}": wanted the file "${file}", found none`,
      "missing_model_file",
      "Check the path; it is taken against the working folder, in a config against the root",
    );
  }
  // A model named by a flag stands in for the one of the config, with all that goes with it.
  if (flags.model === undefined) {
    const stray = kind === "openai" ? [] : [
      ...(specialist.adapterPath === null || kind === "gguf" ? [] : ["adapter_path"]),
      ...(specialist.serve === null ? [] : ["serve"]),
    ];
    if (stray[0] !== undefined) {
      throw new UsageError(
        `Cannot use "${specialist.file}": wanted a model for "${stray[0]}", found ${model.id}`,
        { code: "bad_config", hint: 'Add "model: openai:NAME" with "base_url", or "model_path"' },
      );
    }
  }
  if (Object.keys(settings.genKwargs).length > 0) checkGeneration(settings.genKwargs, await loadZod());
}

async function isThere(path: string, kind: "isFile" | "isDirectory"): Promise<boolean> {
  try {
    return (await Deno.stat(path))[kind];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
