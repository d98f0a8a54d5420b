/** @module */
import type { Context } from "../core/context.ts";
import { chooseProtocol } from "../model/choice_protocol.ts";
import type { Model } from "../model/model.ts";
import type { Task } from "../task/task.ts";
import { choiceAsker } from "./choice_asker.ts";
import type { ShapeOptions } from "./choose_shape.ts";

/**
 * Settles how multiple choice is answered, before the first question. What the
 * caller says stands; a model in this process that gives log-likelihoods is
 * believed; an endpoint is probed, since one that ignores `echo` would make
 * every score look like chance. The step taken is told as the event
 * `choice.protocol`.
 *
 * @throws {ModelError} `protocol_unsupported`, and what probing throws
 *
 * @example
 * ```ts
 * import { settleChoices } from "./settle_choices.ts";
 * import { floorModel } from "../model/floor_model.ts";
 * import { assert } from "@std/assert";
 * assert(await settleChoices([], floorModel(), {}) === null);
 * ```
 */
export async function settleChoices(
  tasks: readonly Task[],
  model: Model,
  options: ShapeOptions & Pick<Context, "signal"> & { readonly onEvent?: Context["emit"] },
): Promise<NonNullable<ShapeOptions["choices"]> | null> {
  if (options.choices !== undefined) return options.choices;
  if (!tasks.some((task) => task.outputType === "multiple_choice")) return null;
  const { accepts, baseUrl } = model.info;
  if (baseUrl === null && accepts.includes("loglikelihood")) return null;
  const api = accepts.includes("completion") || accepts.includes("loglikelihood") ? "completions" : "chat";
  const chosen = await chooseProtocol(
    { [api]: model },
    { api },
    options.signal === undefined ? {} : { signal: options.signal },
  );
  options.onEvent?.({ kind: "choice.protocol", api: chosen.api, protocol: chosen.choice, why: chosen.why });
  return choiceAsker(chosen);
}
