/**
 * Which API of a server is asked, and how multiple choice is answered there.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import { isBenchError, UsageError } from "../core/errors.ts";
import type { BenchEvent } from "../core/context.ts";
import { chooseProtocol } from "../model/choice_protocol.ts";
import type { Model } from "../model/model.ts";
import { choiceAsker } from "../run/choice_asker.ts";
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
  /** Receives warnings of the probe. */
  readonly emit?: (event: BenchEvent) => void;
}

/**
 * Opens the model of a command. A server is probed before any data is loaded:
 * log-likelihoods over completions where it has them, else the protocol that
 * works; the step taken is said. Models in process need no probe.
 *
 * @throws {ModelError} when a server cannot be reached.
 * @throws {UsageError} `protocol_unsupported` when what was asked for cannot be had.
 * @example
 * ```ts ignore
 * const opened = await openBenchModel(bench, { signal, say: console.error });
 * ```
 */
export async function openBenchModel(
  bench: SettledBench,
  options: OpenBenchModelOptions,
): Promise<OpenedModel> {
  const { flags, settings } = bench;
  const { api = "auto", choiceProtocol: choice = "auto" } = flags;
  const frozen = settings.mode === "canonical";
  const { adapterPath } = bench.specialist;
  const open = (api: "completions" | "chat"): Promise<Model> =>
    openModel(settings.model, { flags, env: readEnv, api, frozen, cacheDir: cacheDir(bench), adapterPath });
  if (settings.model.name.kind !== "openai" && choice === "auto") return { model: await open("completions") };
  const clients = settings.model.name.kind !== "openai" ? { completions: await open("completions") } : {
    ...(api === "chat" ? {} : { completions: await open("completions") }),
    ...(api === "completions" ? {} : { chat: await open("chat") }),
  };
  try {
    const context = { signal: options.signal, ...(options.emit === undefined ? {} : { emit: options.emit }) };
    const chosen = await chooseProtocol(clients, { api, choice }, context);
    options.say(`asking the ${chosen.api} API, choices by ${chosen.choice}: ${chosen.why}`);
    const others = Object.values(clients).filter((client) => client !== chosen.model);
    for (const other of others) await other.close?.();
    return { model: chosen.model, api: chosen.api, choices: choiceAsker(chosen) };
  } catch (error) {
    for (const client of Object.values(clients)) await client.close?.();
    if (isBenchError(error) && error.code === "protocol_unsupported") {
      throw new UsageError(error.message, {
        code: error.code,
        ...(error.hint ? { hint: error.hint } : {}),
        cause: error,
      });
    }
    throw error;
  }
}

/** Replies are kept beside the runs, unless `--no-cache`. */
function cacheDir({ flags, settings }: SettledBench): string | null {
  return flags.noCache === true ? null : `${settings.out}/cache`;
}
