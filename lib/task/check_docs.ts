/**
 * Faults of the rows that would bend a score: equal or empty choices, a gold
 * answer that is none of them, columns that are not there.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { isBlankChoice } from "../dataset/choices.ts";
import type { Doc } from "../dataset/doc.ts";
import { namingDoc } from "./naming_doc.ts";
import type { Task } from "./task.ts";

/** A fault found in the data: how often, and a sentence for people. */
export interface DataWarning {
  /** Stable reason in snake_case. */
  readonly code: string;
  /** Rows it was found in. */
  readonly count: number;
  /** Sentence for people. */
  readonly message: string;
}

const SENTENCES: Readonly<Record<string, string>> = {
  "equal_choices": "rows have two equal choices, so the gold answer is not unique",
  "empty_choice": "rows have a choice that is empty or N/A",
  "gold_not_in_choices": "rows have a gold answer that is none of the choices",
  "no_gold": "rows, all there are, have no right answer among their choices",
  "shots_overlap": "rows of the few-shot pool ask the same question as an evaluated row",
  "shot_contains_item": "prompts show the evaluated question with its answer among the shots",
  "undefined_in_prompt": 'prompts contain the word "undefined" that no column of the row has',
};

/**
 * Makes a warning of a code and a count.
 *
 * @example
 * ```ts
 * import { dataWarning } from "./check_docs.ts";
 * import { assert } from "@std/assert";
 * assert(dataWarning("equal_choices", 2).message.startsWith("2 rows"));
 * ```
 */
export function dataWarning(code: string, count: number): DataWarning {
  return { code, count, message: `${count} ${SENTENCES[code] ?? code}` };
}

/** Codes of the faults of one multiple-choice row. */
function faultsOf(task: Task, doc: Doc): string[] {
  const { fields } = doc;
  const choices = typeof task.choices === "function" ? task.choices(fields) : task.choices ?? [];
  const faults: string[] = [];
  const texts = (task.optionTexts?.(fields) ?? choices).map((text) =>
    typeof text === "number" ? `${text}` : text as string
  );
  if (new Set(texts).size < texts.length) faults.push("equal_choices");
  if (texts.some((text) => isBlankChoice(text))) faults.push("empty_choice");
  if (task.outputType !== "multiple_choice" || typeof task.prompt(fields) === "number") return faults;
  const target = task.target(fields);
  const golds: readonly unknown[] = Array.isArray(target) ? target : [target];
  const fit = golds.filter((one) =>
    typeof one === "number"
      ? Number.isInteger(one) && one >= 0 && one < choices.length
      : (choices as readonly unknown[]).includes(one)
  );
  if (fit.length < golds.length) faults.push("gold_not_in_choices");
  if (fit.length === 0) faults.push("no_gold");
  return faults;
}

function checkColumns(task: Task, docs: readonly Doc[]): void {
  const columns = Object.keys(task.data?.columns ?? {});
  for (const doc of docs) {
    const missing = columns.find((column) => !Object.hasOwn(doc.fields, column));
    if (missing === undefined) continue;
    throw new DataError(
      `Cannot use row ${doc.index} ("${doc.id}") for task "${task.name}": wanted column "${missing}" ` +
        `(${task.data?.columns?.[missing]}), found "${Object.keys(doc.fields).join('", "')}"`,
      { code: "missing_column", details: { task: task.name, column: missing, index: doc.index } },
    );
  }
}

/**
 * Looks at every evaluated row before anything is asked. Benchmarks with
 * `parity` keep their rows as they are and the faults are counted; on all other
 * multiple-choice tasks a fault is an error that names the row.
 *
 * @throws {DataError} `missing_column`; for own tasks `equal_choices`,
 * `empty_choice`, `gold_not_in_choices`.
 *
 * @example
 * ```ts
 * import { checkDocs } from "./check_docs.ts";
 * import { defineTask } from "./define_task.ts";
 * import { numberDocs } from "./number_docs.ts";
 * import { assertThrows } from "@std/assert";
 * const task = defineTask({
 *   name: "t",
 *   outputType: "multiple_choice",
 *   prompt: (doc) => doc.q,
 *   choices: (doc) => doc.options,
 *   target: (doc) => doc.gold,
 * });
 * assertThrows(() => checkDocs(task, numberDocs([{ q: "?", options: ["5 mg", "5 mg"], gold: 1 }])));
 * ```
 */
export function checkDocs(task: Task, docs: readonly Doc[]): DataWarning[] {
  checkColumns(task, docs);
  if (task.outputType !== "multiple_choice" && task.optionTexts === undefined) return [];
  const counts = new Map<string, number>();
  let first: { readonly doc: Doc; readonly code: string } | undefined;
  for (const doc of docs) {
    for (const code of namingDoc(task, doc, () => faultsOf(task, doc))) {
      first ??= { doc, code };
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  // single rows are counted already; only a task without any right answer is a fault of its own
  if (counts.get("no_gold") !== docs.length || task.processResults !== undefined) counts.delete("no_gold");
  const warnings = [...counts].map(([code, count]) => dataWarning(code, count));
  if (first !== undefined && task.parity !== true) {
    throw new DataError(
      `Cannot use row ${first.doc.index} ("${first.doc.id}") for task "${task.name}": ` +
        warnings.map((warning) => warning.message).join("; "),
      {
        code: first.code,
        hint: "Mend or drop these rows; compactChoices and shuffleChoices keep the gold answer right",
        details: { task: task.name, index: first.doc.index, counts: Object.fromEntries(counts) },
      },
    );
  }
  return warnings;
}

/**
 * Refuses to spend requests on a task none of whose rows can be answered
 * right; a column or label that does not exist is the usual cause.
 *
 * @throws {DataError} `no_gold`.
 *
 * @example
 * ```ts
 * import { dataWarning, requireGold } from "./check_docs.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => requireGold({ task: { name: "t" }, warnings: [dataWarning("no_gold", 2)] }));
 * ```
 */
export function requireGold(
  prepared: { readonly task: Pick<Task, "name">; readonly warnings: readonly DataWarning[] },
): void {
  const found = prepared.warnings.find(({ code }) => code === "no_gold");
  if (found === undefined) return;
  const { name } = prepared.task;
  throw new DataError(`Cannot score task "${name}": ${found.message}`, {
    code: "no_gold",
    hint: `Compare target and choices: deno task tasks show ${name}`,
    details: { task: name, count: found.count },
  });
}
