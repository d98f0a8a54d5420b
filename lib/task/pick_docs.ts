/**
 * Which rows are evaluated and which can serve as shots.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import type { Doc } from "../dataset/doc.ts";
import type { ShotPool } from "./draw_shots.ts";
import { numberDocs, processDocs } from "./number_docs.ts";
import type { PrepareOptions, Splits } from "./prepared_task.ts";
import type { Task } from "./task.ts";

/**
 * Docs of a split.
 *
 * @throws {TaskError} `missing_split`.
 */
export function splitOf(task: Task, splits: Splits, name: string, purpose: string): readonly Doc[] {
  const rows = splits[name];
  if (rows !== undefined) return numberDocs(rows);
  throw new TaskError(
    `Cannot prepare task "${task.name}": wanted split "${name}" for ${purpose}, ` +
      `found "${Object.keys(splits).join('", "')}"`,
    { code: "missing_split", details: { task: task.name, split: name } },
  );
}

/** The pool by lm-eval's order: few-shot split, fixed examples, training, validation, evaluated rows. */
export function shotPool(task: Task, splits: Splits, evaluated: ShotPool): ShotPool {
  const fixed = task.fewshot.split ?? task.fewshotSplit;
  if (fixed === undefined && task.fewshot.samples !== undefined) {
    return { docs: numberDocs(task.fewshot.samples), split: null };
  }
  const split = fixed ?? task.trainingSplit ?? task.validationSplit ?? evaluated.split as string;
  const process = fixed === undefined ? task.processDocs : task.fewshot.processDocs ?? task.processDocs;
  if (split === evaluated.split && process === task.processDocs) return evaluated;
  return { docs: processDocs(splitOf(task, splits, split, "shots"), process), split };
}

/** The evaluated docs that are asked for, with their positions. */
export function pickDocs(docs: readonly Doc[], options: PrepareOptions): { doc: Doc; docIndex: number }[] {
  const { limit, only } = options;
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new RangeError(`Cannot limit docs: wanted an integer of 1 or more, found "${limit}"`);
  }
  if (only === undefined) return docs.slice(0, limit).map((doc, docIndex) => ({ doc, docIndex }));
  return [...new Set(only)].sort((a, b) => a - b).map((index, docIndex) => {
    const doc = docs[index];
    if (doc !== undefined) return { doc, docIndex };
    throw new RangeError(`Cannot pick doc: wanted 0 to ${docs.length - 1}, found "${index}"`);
  });
}
