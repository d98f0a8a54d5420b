/**
 * A row as a solved example, and its right answer as an index.
 *
 * @module
 */
import { pyStr } from "../core/python.ts";
import type { Fields } from "../dataset/doc.ts";
import type { Shot } from "./render_prompt.ts";
import type { Target, Task } from "./task.ts";

/** A constant, or what a callback gives for the row. */
export function valueFor<T>(value: T | ((doc: Fields) => T) | undefined, fields: Fields): T | undefined {
  return typeof value === "function" ? (value as (doc: Fields) => T)(fields) : value;
}

/**
 * Looks up the target among the choices: its index, -100 when it is none of
 * them (lm-eval's mark). A negative index counts from the end, as in Python.
 *
 * @example
 * ```ts
 * import { goldIndex } from "./make_shot.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([goldIndex("yes", ["no", "yes"]), goldIndex(7, ["no", "yes"])], [1, -100]);
 * ```
 */
export function goldIndex(target: Target, choices: readonly string[]): Target {
  if (Array.isArray(target)) return target.map((one) => goldIndex(one, choices)) as number[];
  if (typeof target === "string") return choices.includes(target) ? choices.indexOf(target) : -100;
  const index = target as number;
  return Number.isInteger(index) && index < choices.length && index >= -choices.length ? index : -100;
}

/**
 * Makes a shot of a row: its question, and the text of its answer (of the
 * first one, when several are right).
 *
 * @example
 * ```ts
 * import { defineTask } from "./define_task.ts";
 * import { makeShot } from "./make_shot.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * assertEquals(makeShot(task, { q: "1+1", a: ["2", "two"] }).answer, "2");
 * ```
 */
export function makeShot(task: Task, fields: Fields): Shot {
  const config = task.fewshot;
  const choices = valueFor(config.choices ?? task.choices, fields);
  const prompt = (config.prompt ?? task.prompt)(fields);
  const all = (config.target ?? task.target)(fields);
  const target = Array.isArray(all) ? all[0] : all;
  const question = typeof prompt === "number" ? choices?.[prompt] ?? "" : prompt;
  const answer = typeof target === "number" && choices ? choices.at(target) : target;
  return {
    question,
    answer: answer === undefined || answer === null ? undefined : pyStr(answer),
    genPrefix: valueFor(config.genPrefix ?? task.genPrefix, fields),
  };
}
