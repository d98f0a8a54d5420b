/**
 * Which API of a server is asked, and how multiple choice is answered there.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import type { Model } from "../model/model.ts";
import type { ShapeOptions } from "../run/choose_shape.ts";
import { openModel } from "./bench_model.ts";
import type { SettledBench } from "./bench_settings.ts";

/** A model with how it is asked. */
export interface OpenedModel extends ShapeOptions {
  /** The model, wrapped. */
  readonly model: Model;
}

/** Options of {@linkcode openBenchModel}. */
export interface OpenBenchModelOptions {
  /** Stops probing. */
  readonly signal: AbortSignal;
  /** Says which step was taken. */
  readonly say: (line: string) => void;
}

/**
 * Opens the model of a command.
 *
 * @throws {ModelError} when a server cannot be reached.
 * @example
 * ```ts ignore
 * const opened = await openBenchModel(bench, { signal, say: console.error });
 * ```
 */
export async function openBenchModel(
  bench: SettledBench,
  _options: OpenBenchModelOptions,
): Promise<OpenedModel> {
  const { flags, settings } = bench;
  const api = flags.api === "chat" ? "chat" : "completions";
  const model = await openModel(settings.model, {
    flags,
    env: readEnv,
    api,
    frozen: settings.mode === "canonical",
  });
  return { model, ...(flags.api === undefined ? {} : { api: flags.api }) };
}
