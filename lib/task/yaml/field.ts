/**
 * `doc_to_text`, `doc_to_target`, `doc_to_choice` and their like: a column, a
 * template, a number, a list, a table or a function.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import { parsePythonLiteral } from "../../core/python_literal.ts";
import { pyStr } from "../../core/python.ts";
import type { Fields } from "../../dataset/doc.ts";
import { compileJinja, type JinjaTemplate } from "../jinja/compile_jinja.ts";
import { PyTuple } from "../jinja/value.ts";
import type { Target } from "../task.ts";
import { ResolvedFunction } from "./resolve_functions.ts";

/** Where a field stands, for messages, and what its rules depend on. */
export interface FieldPlace {
  /** Name of the task. */
  readonly task: string;
  /** The key, as in the file. */
  readonly key: string;
  /** Whether the task has choices: then a text of digits is an index. */
  readonly hasChoices: boolean;
  /** Whether a single word that is no column may stand for itself: its own scoring never looks at it. */
  readonly freeWord?: boolean;
}

/**
 * lm-eval takes a word that is no column for a template, so a misspelt column
 * makes every prompt, or every right answer, that same word.
 */
function refuseWord(value: string, doc: Fields, place: FieldPlace): void {
  if (place.freeWord === true || !/^[\p{L}_][\p{L}\p{N}_]+$/u.test(value)) return;
  throw new TaskError(
    `Cannot use ${place.key} of "${place.task}": wanted column "${value}", found "${
      Object.keys(doc).join('", "')
    }"`,
    {
      code: "missing_column",
      hint: `If the word itself is meant: ${place.key}: "{{'${value}'}}"`,
      details: { task: place.task, key: place.key, column: value },
    },
  );
}

function refuse(place: FieldPlace, wanted: string, found: unknown): never {
  const shown = typeof found === "object" ? JSON.stringify(found) : String(found);
  throw new TaskError(
    `Cannot load task "${place.task}": wanted ${place.key} as ${wanted}, found "${shown}"`,
    {
      code: "bad_task_key",
      details: { task: place.task, key: place.key },
    },
  );
}

/** Reads a text as a Python literal; the digits of `str.isdigit`, a list. */
function literal(text: string, place: FieldPlace): unknown {
  try {
    return parsePythonLiteral(text);
  } catch (cause) {
    throw new TaskError(
      `Cannot render ${place.key} of "${place.task}": wanted a Python literal, found "${text.slice(0, 80)}"`,
      { code: "bad_literal", cause, details: { task: place.task, key: place.key } },
    );
  }
}

const DIGITS = /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]+$/u;

function rendered(template: string): { template: JinjaTemplate; of: (doc: Fields) => unknown } {
  const compiled = compileJinja(template);
  return {
    template: compiled,
    of: (doc) => Object.hasOwn(doc, template) ? doc[template] : compiled.render(doc),
  };
}

/**
 * Makes `doc_to_text`.
 *
 * @throws {TaskError} `bad_task_key` on a form lm-eval does not know,
 * `template_syntax` on a broken template.
 */
export function textField(value: unknown, place: FieldPlace): (doc: Fields) => string | number {
  if (typeof value === "number") return () => value;
  if (value instanceof ResolvedFunction) return (doc) => value.call(doc);
  if (typeof value !== "string") return refuse(place, "a column, a template, a number or a function", value);
  const { of } = rendered(value);
  return (doc) => {
    if (Object.hasOwn(doc, value)) return doc[value] as string;
    refuseWord(value, doc, place);
    const text = of(doc) as string;
    return place.hasChoices && DIGITS.test(text) ? literal(text, place) as number : text;
  };
}

/** Makes `doc_to_target`. @throws {TaskError} As {@linkcode textField}. */
export function targetField(value: unknown, place: FieldPlace): (doc: Fields) => Target {
  if (typeof value === "number" || Array.isArray(value)) return () => value as Target;
  if (value instanceof ResolvedFunction) return (doc) => value.call(doc);
  if (typeof value !== "string") {
    return refuse(place, "a column, a template, a number, a list or a function", value);
  }
  const { of } = rendered(value);
  return (doc) => {
    if (Object.hasOwn(doc, value)) return doc[value] as Target;
    refuseWord(value, doc, place);
    const text = of(doc) as string;
    if (place.hasChoices && DIGITS.test(text)) return literal(text, place) as number;
    if (text.length < 2 || !text.startsWith("[") || !text.endsWith("]")) return text;
    try {
      return parsePythonLiteral(text) as Target;
    } catch {
      return text;
    }
  };
}

/** Makes `doc_to_choice`. @throws {TaskError} As {@linkcode textField}. */
export function choiceField(
  value: unknown,
  place: FieldPlace,
): readonly string[] | ((doc: Fields) => readonly string[]) {
  if (Array.isArray(value)) return value.map(pyStr);
  if (value instanceof ResolvedFunction) return (doc) => value.call(doc);
  if (typeof value === "object" && value !== null) return Object.values(value).map(pyStr);
  if (typeof value !== "string") {
    return refuse(place, "a column, a template, a list, a table or a function", value);
  }
  const { template } = rendered(value);
  return (doc) => {
    const column = Object.hasOwn(doc, value) ? doc[value] : undefined;
    if (column !== undefined) return Array.isArray(column) ? column : refuse(place, "a list", column);
    const direct = template.value(doc);
    if (Array.isArray(direct) && direct.every((one) => typeof one === "string")) return direct;
    if (direct instanceof PyTuple) return [...direct.items];
    const list = literal(template.render(doc), place);
    return Array.isArray(list) ? list as string[] : refuse(place, "a list", list);
  };
}

/** Makes `gen_prefix` or `description`: a column or a template; undefined when empty. */
export function prefixField(value: unknown, place: FieldPlace): ((doc: Fields) => string) | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (value instanceof ResolvedFunction) return (doc) => value.call(doc);
  if (typeof value !== "string") return refuse(place, "a column or a template", value);
  const { of } = rendered(value);
  return (doc) => of(doc) as string;
}
