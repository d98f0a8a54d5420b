/**
 * Jinja templates as lm-eval renders them: StrictUndefined, the last newline
 * kept, no trimming of blocks, Python's way of printing values, no autoescape.
 *
 * Only the template is parsed; values go in as they are and are never rendered
 * again. Checked against jinja2 3.1 on 73 own constructs.
 *
 * @module
 */
import { isBenchError, TaskError } from "../../core/errors.ts";
import type { Stmt } from "./ast.ts";
import { Scope } from "./evaluate.ts";
import { evaluate } from "./evaluate.ts";
import { execute } from "./execute.ts";
import { parseTemplate } from "./parse_template.ts";
import { makeDict, Namespace, PyFunction, toNumber } from "./value.ts";

/** A compiled template. */
export interface JinjaTemplate {
  /** The template as given. */
  readonly source: string;
  /** Fills it with a row. @throws {TaskError} `template_undefined` and others, naming the template. */
  render(fields: Readonly<Record<string, unknown>>): string;
  /**
   * The value of a template that is one single `{{ … }}`, unprinted: lists stay
   * lists. Any other template gives its text.
   */
  value(fields: Readonly<Record<string, unknown>>): unknown;
}

const GLOBALS: readonly (readonly [string, PyFunction])[] = [
  [
    "range",
    new PyFunction("range", (args) => {
      const [a = 0, b, step = 1] = args.map(toNumber);
      const [from, to] = b === undefined ? [0, a] : [a, b];
      const out: number[] = [];
      for (let i = from; step > 0 ? i < to : i > to; i += step) out.push(i);
      return out;
    }),
  ],
  [
    "namespace",
    new PyFunction("namespace", (_args, kwargs) => {
      const made = new Namespace();
      for (const [name, value] of Object.entries(kwargs)) made.attributes.set(name, value);
      return made;
    }),
  ],
  ["dict", new PyFunction("dict", (_args, kwargs) => makeDict(Object.entries(kwargs)))],
];

function openScope(fields: Readonly<Record<string, unknown>>): Scope {
  const globals = new Scope(null, { ...Object.fromEntries(GLOBALS), ...fields });
  return new Scope(globals);
}

function shortened(source: string): string {
  return source.length > 120 ? `${source.slice(0, 117)}...` : source;
}

function naming<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isBenchError(error) || error.details.template !== undefined) throw error;
    throw new TaskError(`Cannot render "${shortened(source)}": ${error.message}`, {
      code: error.code,
      hint: error.code === "template_undefined"
        ? "Check the column names of the data set, or use the default filter"
        : "Mend the template",
      details: { template: source, missing: /'([^']*)'/.exec(error.message)?.[1] ?? null },
      cause: error,
    });
  }
}

const cache = new Map<string, readonly Stmt[]>();

/**
 * Compiles a Jinja template.
 *
 * @throws {TaskError} With code `template_syntax`, naming the line.
 *
 * @example Render a row
 * ```ts
 * import { compileJinja } from "./compile_jinja.ts";
 * import { assertEquals } from "@std/assert";
 * const template = compileJinja("{{question.strip()}}\nA. {{choices[0]}}\n");
 * assertEquals(template.render({ question: " Why? ", choices: ["x"] }), "Why?\nA. x\n");
 * ```
 */
export function compileJinja(source: string): JinjaTemplate {
  let body = cache.get(source);
  if (body === undefined) {
    body = naming(source, () => parseTemplate(source));
    if (cache.size >= 2_000) cache.clear();
    cache.set(source, body);
  }
  const statements = body;
  const [only] = statements;
  return {
    source,
    render: (fields) => naming(source, () => execute(statements, openScope(fields))),
    value: (fields) =>
      naming(source, () => {
        if (statements.length === 1 && only?.type === "output") return evaluate(only.expr, openScope(fields));
        return execute(statements, openScope(fields));
      }),
  };
}
