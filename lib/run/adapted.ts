/**
 * What a client had to change because its server refuses a parameter.
 *
 * @module
 */
import { type Adaptation, FROZEN_PARAMETERS } from "../model/adaptation.ts";
import type { Model } from "../model/model.ts";

function adaptationsOf(model: Model): readonly Adaptation[] {
  const list = model.info.adaptations;
  return Array.isArray(list) ? list as readonly Adaptation[] : [];
}

/**
 * Why a run on this model is not canonical: frozen parameters that were not
 * sent, or not as the protocol says; in order of learning.
 *
 * @example
 * ```ts
 * import { lostReasons } from "./adapted.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lostReasons(scriptedModel(["A"])), []);
 * ```
 */
export function lostReasons(model: Model): string[] {
  return adaptationsOf(model)
    .filter(({ parameter, renamedTo }) => renamedTo === null && FROZEN_PARAMETERS.includes(parameter))
    .map(({ parameter }) => `changed ${parameter}, which the server refuses`);
}

/**
 * Decoding parameters as the server got them, with the list of what was
 * changed under `adaptations`; the same object when nothing was.
 *
 * @example
 * ```ts
 * import { sentParams } from "./adapted.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(sentParams({ temperature: 0 }, scriptedModel(["A"])), { temperature: 0 });
 * ```
 */
export function sentParams(params: Readonly<Record<string, unknown>>, model: Model): Record<string, unknown> {
  const adaptations = adaptationsOf(model);
  if (adaptations.length === 0) return params;
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    const found = adaptations.find(({ parameter }) => parameter === name);
    if (found === undefined) sent[name] = value;
    else if (found.value !== undefined) sent[name] = found.value;
    else if (found.renamedTo !== null) sent[found.renamedTo] = value;
  }
  const shown = adaptations.map(({ parameter, renamedTo, value }) => ({
    "parameter": parameter,
    "renamed_to": renamedTo,
    ...(value === undefined ? {} : { "value": value }),
  }));
  return { ...sent, "adaptations": shown };
}
