/**
 * What a Python file beside a task file defines: sources of its functions,
 * its constants, what it imports. Nothing of it is ever run.
 *
 * @module
 */
import { parsePythonLiteral } from "../../core/python_literal.ts";
import { readPythonString } from "../../core/python_string.ts";

/** A parsed Python file. */
export interface PythonModule {
  /** Path of the file. */
  readonly path: string;
  /** All top-level statements in order. */
  readonly statements: readonly string[];
  /** Top-level name to the source text of the statement that defines it last. */
  readonly sources: ReadonlyMap<string, string>;
  /** Imported name to `[module, name there]`. */
  readonly imports: ReadonlyMap<string, readonly [string, string]>;
}

/** Cuts Python source into top-level statements, comments between them dropped. */
export function topLevelStatements(text: string): string[] {
  const statements: string[] = [];
  let start = -1;
  let end = 0;
  let depth = 0;
  let decorated = false;
  const close = (): void => {
    if (start >= 0) statements.push(text.slice(start, end).trimEnd());
    start = -1;
  };
  for (let at = 0; at < text.length;) {
    const lineStart = at;
    const first = text[at] as string;
    const begins = depth === 0 && !/[\s#)\]}]/.test(first) &&
      !/(?:else|elif|except|finally)\b/y.test(text.slice(at, at + 8));
    if (begins && !decorated) close();
    if (begins && start < 0) start = lineStart;
    if (begins) decorated = first === "@";
    while (at < text.length && text[at] !== "\n") {
      const char = text[at] as string;
      const string = /['"]/.test(char) ? readPythonString(text, at) : null;
      if (string !== null) at = string.end;
      else if (char === "#") { while (at < text.length && text[at] !== "\n") at++; }
      else {
        if ("([{".includes(char)) depth++;
        if (")]}".includes(char)) depth = Math.max(0, depth - 1);
        at += char === "\\" ? 2 : 1;
      }
    }
    const line = text.slice(lineStart, at);
    if (line.trim() !== "" && !(depth === 0 && /^\s*#/.test(line))) end = at;
    at++;
  }
  close();
  return statements;
}

function importsOf(statement: string): [string, readonly [string, string]][] {
  const found = /^from\s+([\w.]+)\s+import\s+\(?([\s\S]*?)\)?$/.exec(statement);
  if (found === null) return [];
  return (found[2] as string).split(",").map((part) => part.replace(/#[^\n]*/g, "").trim()).filter(Boolean)
    .map((part) => {
      const [name = "", alias = name] = part.split(/\s+as\s+/);
      return [alias, [found[1] as string, name]];
    });
}

/**
 * Parses a Python file far enough to find its functions and constants.
 *
 * @example
 * ```ts
 * import { literalOf, parsePythonModule } from "./python_module.ts";
 * import { assertEquals } from "@std/assert";
 * const module = parsePythonModule("utils.py", "A = ['x']\n\ndef f(doc):\n    return A\n");
 * assertEquals(module.sources.get("f"), "def f(doc):\n    return A");
 * assertEquals(literalOf(module, "A"), ["x"]);
 * ```
 */
export function parsePythonModule(path: string, text: string): PythonModule {
  const sources = new Map<string, string>();
  const imports = new Map<string, readonly [string, string]>();
  const statements = topLevelStatements(text.replaceAll("\r\n", "\n"));
  for (const statement of statements) {
    const name = /^(?:@[\s\S]*?\n)?(?:async\s+)?(?:def|class)\s+([^\W\d]\w*)/u.exec(statement)?.[1] ??
      /^([^\W\d]\w*)\s*(?::[^=\n]+)?=(?!=)/u.exec(statement)?.[1];
    if (name !== undefined) sources.set(name, statement);
    for (const [alias, from] of importsOf(statement)) imports.set(alias, from);
  }
  return { path, statements, sources, imports };
}

const literals = new WeakMap<PythonModule, Map<string, unknown>>();

/** The value of a constant of the module, or undefined when it is none. */
export function literalOf(module: PythonModule, name: string): unknown {
  let known = literals.get(module);
  if (known === undefined) literals.set(module, known = new Map());
  if (!known.has(name)) known.set(name, readLiteral(module.sources.get(name)));
  return known.get(name);
}

function readLiteral(source: string | undefined): unknown {
  const right = source === undefined ? null : /^\w+\s*(?::[^=\n]+)?=\s*([\s\S]*)$/.exec(source);
  // a call or another expression is seen before the text is read
  if (right === null || !/^["'[({\d.+-]|^(?:[rRuU]["']|True\b|False\b|None\b)/.test(right[1] as string)) {
    return undefined;
  }
  try {
    return parsePythonLiteral(right[1] as string);
  } catch {
    return undefined;
  }
}
