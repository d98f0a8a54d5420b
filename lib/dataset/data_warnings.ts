/**
 * What is wrong with data that must be used as it is.
 *
 * @module
 */
import { equalChoice, isBlankChoice } from "./choices.ts";
import type { Doc } from "./doc.ts";
import { findOverlap, normalQuestion, type ReadItem } from "./overlap.ts";

/** Counts of faulty rows; goes into results as `data_warnings`. */
export interface DataWarnings {
  /** Rows with two equal options: the right one cannot be told from its twin. */
  readonly equalChoices: number;
  /** Rows with an option that is blank or `N/A`. */
  readonly blankChoices: number;
  /** Rows whose question repeats that of an earlier row. */
  readonly repeatedQuestions: number;
  /** Docs of the few-shot pool that are evaluated, too. */
  readonly poolOverlap: number;
}

/**
 * Counts the faults of a task's data without changing a row: tasks that must
 * equal another harness keep its data, and say what it is like.
 *
 * @example
 * ```ts
 * import { countWarnings } from "./data_warnings.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const docs = [["a", "a"], ["a", "N/A"]].map((o, index) => ({ id: `${index}`, index, fields: { q: "Q?", o } }));
 * const read = (f: { q?: string; o?: string[] }) => ({ question: f.q ?? "", choices: f.o ?? [] });
 * assertEquals(countWarnings({ docs, pool: [] }, read), {
 *   equalChoices: 1, blankChoices: 1, repeatedQuestions: 1, poolOverlap: 0,
 * });
 * ```
 */
export function countWarnings(
  data: { readonly docs: readonly Doc[]; readonly pool?: readonly Doc[] },
  read: ReadItem,
): DataWarnings {
  const items = data.docs.map((doc) => read(doc.fields));
  const choices = items.map((item) => item.choices ?? []);
  return {
    equalChoices: choices.filter((texts) => equalChoice(texts) !== undefined).length,
    blankChoices: choices.filter((texts) => texts.some(isBlankChoice)).length,
    repeatedQuestions: items.length - new Set(items.map((item) => normalQuestion(item.question))).size,
    poolOverlap: data.pool === undefined ? 0 : findOverlap(data.pool, data.docs, read).count,
  };
}
