/**
 * Mistakes in a task literal, found before anything runs.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import type { FilterPipeline, OutputType } from "./task.ts";
import type { TaskLiteral } from "./task_literal.ts";

const OUTPUT_TYPES: readonly OutputType[] = [
  "multiple_choice",
  "loglikelihood",
  "loglikelihood_rolling",
  "generate_until",
];

const KEYS = new Set<string>([
  ...["name", "alias", "version", "outputType", "data", "trainingSplit", "validationSplit", "testSplit"],
  ...[
    "fewshotSplit",
    "loadRows",
    "processDocs",
    "prompt",
    "target",
    "choices",
    "description",
    "targetDelimiter",
  ],
  ...[
    "fewshotDelimiter",
    "genPrefix",
    "fewshot",
    "generation",
    "repeats",
    "filters",
    "metrics",
    "processResults",
  ],
  ...["primaryMetric", "answer", "unsafeCode", "parity", "metadata", "diagnostic"],
  ...["optionTexts", "chatForm", "resources", "joinResources", "judgedBy"],
]);

/** Refuses a literal: what was wanted and what was found. */
export function refuseTask(name: string, wanted: string, found: unknown): never {
  const shown = typeof found === "string" ? found : JSON.stringify(found) ?? typeof found;
  throw new TaskError(`Cannot define task "${name}": wanted ${wanted}, found "${shown}"`, {
    code: "bad_task",
  });
}

/** Choices are there where they are needed, differ, and fit the declared reader. */
export function checkChoices(name: string, literal: TaskLiteral): void {
  const { choices } = literal;
  if (literal.outputType === "multiple_choice" && choices === undefined) refuseTask(name, "choices", "none");
  if (choices === undefined && (literal.answer === "letter" || literal.answer === "choice_text")) {
    refuseTask(name, `choices for answer "${literal.answer}"`, "none");
  }
  if (choices === undefined || typeof choices === "function") return;
  if (choices.length < 2) refuseTask(name, "at least two choices", choices);
  if (new Set(choices).size < choices.length) refuseTask(name, "choices that differ", choices);
  if (literal.answer === "letter" && choices.some((choice) => !/^\(?[A-Z0-9]\)?$/i.test(choice))) {
    refuseTask(name, 'one-letter choices for answer "letter"', choices);
  }
}

/** Filter pipelines have names of their own, and the primary metric names one of them. */
export function checkFilters(
  name: string,
  filters: readonly FilterPipeline[],
  primary: string | undefined,
): void {
  const names = filters.map((filter) => filter.name);
  if (filters.length === 0) refuseTask(name, "at least one filter pipeline", filters);
  if (new Set(names).size < names.length) {
    refuseTask(name, "filter pipelines with names that differ", names.join(", "));
  }
  const filter = primary?.split(",")[1];
  if (filter !== undefined && !names.includes(filter)) {
    refuseTask(name, `primaryMetric under one of the filters ${names.join(", ")}`, primary);
  }
}

/** Counts are whole and in range. */
export function checkNumbers(name: string, literal: TaskLiteral): void {
  const { repeats = 1 } = literal;
  if (!Number.isInteger(repeats) || repeats < 1) refuseTask(name, "repeats of 1 or more", repeats);
  const count = literal.fewshot?.count ?? null;
  if (count !== null && (!Number.isInteger(count) || count < 0)) {
    refuseTask(name, "a shot count of 0 or more", count);
  }
}

/**
 * Checks name, keys, output type, callbacks, choices and counts.
 *
 * @throws {TaskError} With code `bad_task`.
 *
 * @example
 * ```ts
 * import { checkLiteral } from "./check_literal.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => checkLiteral({ name: "a b", prompt: () => "", target: () => "" }));
 * ```
 */
export function checkLiteral(given: TaskLiteral): void {
  const { name, outputType = "generate_until" } = given;
  // names of lm-eval's files may hold more, but nothing that parts a list or a path
  const legal = given.parity === true ? /^[^\s,/\\]+$/u : /^[\w.:=-]+$/;
  if (typeof name !== "string" || !legal.test(name)) {
    refuseTask(String(name), "a name of letters, digits and _ . : = -", name);
  }
  const unknown = Object.keys(given).find((key) => !KEYS.has(key));
  if (unknown !== undefined) refuseTask(name, `one of the keys ${[...KEYS].join(", ")}`, unknown);
  if (!OUTPUT_TYPES.includes(outputType)) {
    refuseTask(name, `outputType ${OUTPUT_TYPES.join(", ")}`, outputType);
  }
  for (const key of ["prompt", "target"] as const) {
    if (typeof given[key] !== "function") refuseTask(name, `a function as ${key}`, given[key]);
  }
  checkChoices(name, given);
  checkNumbers(name, given);
}
