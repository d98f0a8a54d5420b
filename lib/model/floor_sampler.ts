/**
 * Sampling for the floor model: temperature and nucleus, reproducible.
 *
 * @module
 */
import type { GenerationOptions } from "../task/task.ts";
import { OTHER } from "./floor_background.ts";
import { mix } from "./floor_hash.ts";

/**
 * Makes the function that draws a symbol from a distribution, or undefined
 * when the request is greedy (no temperature, 0, or `doSample: false`). The
 * same prompt, seed and epoch draw the same symbols. Code units from 128 on
 * are never drawn: alone they are no text.
 */
export function floorSampler(
  prompt: string,
  generation: GenerationOptions,
  epoch: number,
): ((p: Float64Array) => number) | undefined {
  const { temperature = 0, topP = 1, seed = 0, doSample } = generation;
  if (!(temperature > 0) || doSample === false) return undefined;
  let state = mix(mix(prompt.length, seed), epoch);
  for (let i = 0; i < prompt.length; i++) state = Math.imul(state ^ prompt.charCodeAt(i), 0x01000193);
  let draws = 0;
  return (p) => {
    const weights = p.map((value, s) => s === OTHER ? 0 : value ** (1 / temperature));
    const order = Array.from(weights.keys()).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
    const total = weights.reduce((sum, value) => sum + value, 0);
    const nucleus: number[] = [];
    let mass = 0;
    for (const s of order) {
      nucleus.push(s);
      mass += weights[s] ?? 0;
      if (mass >= topP * total) break;
    }
    let left = mass * mix(state, draws++) / 2 ** 32;
    for (const s of nucleus) if ((left -= weights[s] ?? 0) < 0) return s;
    return nucleus[0] ?? 0;
  };
}
