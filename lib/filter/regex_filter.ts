/**
 * lm-eval's `regex` filter.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Filter, FilterArgs, FilterNotes } from "./filter.ts";
import { type PythonRegExp, pythonRegExp, RegexBudgetError } from "../core/regex/python_regex.ts";

/** Common arguments of the regex filters, checked. */
export interface RegexArgs {
  /** The compiled pattern. */
  readonly regex: PythonRegExp;
  /** Which match counts; negative from the end. */
  readonly select: number;
  /** What stands for "no match". */
  readonly fallback: string;
}

/**
 * Reads the arguments the regex filters share.
 *
 * @throws {TaskError} `bad_filter` on a pattern Python refuses or a `group_select` that is no whole number.
 */
export function regexArgs(args: FilterArgs): RegexArgs {
  const pattern = String(args["regex_pattern"] ?? "#### (\\-?[0-9\\.\\,]+)");
  const select = Number(args["group_select"] ?? 0);
  if (!Number.isInteger(select)) {
    throw new TaskError(
      `Cannot build the regex filter: wanted a whole group_select, found "${args["group_select"]}"`,
      {
        code: "bad_filter",
      },
    );
  }
  try {
    return { regex: pythonRegExp(pattern), select, fallback: String(args["fallback"] ?? "[invalid]") };
  } catch (cause) {
    throw new TaskError(`Cannot build the regex filter: ${(cause as Error).message}`, {
      code: "bad_filter",
      cause,
    });
  }
}

/**
 * The selected match of a text, stripped; null without one. Of several groups
 * the first that is not empty counts.
 *
 * @throws {RegexBudgetError} When the pattern needs too much work on this text.
 */
export function selectMatch(regex: PythonRegExp, text: string, select: number): string | null {
  const found = regex.findall(text);
  const match = found[select < 0 ? found.length + select : select];
  if (match === undefined) return null;
  const picked = Array.isArray(match) ? match.find((group) => group !== "") : match;
  return picked === undefined ? null : pyStrip(picked);
}

/** Runs a step, turning a used-up budget into an unparsed reply. */
export function bounded(notes: FilterNotes, fallback: string, step: () => string): string {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof RegexBudgetError)) throw error;
    notes.unparsed("regex_budget");
    return fallback;
  }
}

/** `regex(regex_pattern, group_select, fallback)`: what is no text counts as "". */
export function regexFilter(args: FilterArgs): Filter {
  const { regex, select, fallback } = regexArgs(args);
  return (responses, _fields, notes) =>
    responses.map((one) =>
      bounded(notes, fallback, () => {
        const match = selectMatch(regex, typeof one === "string" ? one : "", select);
        if (match === null) notes.unparsed("no_match");
        return match ?? fallback;
      })
    );
}
