/**
 * From the syntax tree of a Python regex to a native one, where that means the
 * same and where its worst case can be told beforehand.
 *
 * @module
 */
import type { RegexNode } from "./regex_node.ts";
import { classSource, wordClass } from "./regex_class.ts";

/** Upper bound of the work of a native match: `(length + 1) ** degree * factor` steps. */
export interface RegexCost {
  /** Exponent of the text length; Infinity when it can be exponential. */
  readonly degree: number;
  /** Constant factor. */
  readonly factor: number;
}

const NEVER: RegexCost = { degree: Infinity, factor: Infinity };

function isSingle(node: RegexNode): boolean {
  return node.t === "char" || node.t === "any" || node.t === "class";
}

/** Worst-case cost of matching at one position. Nested repetition counts as exponential. */
export function matchCost(node: RegexNode): RegexCost {
  switch (node.t) {
    case "seq": {
      return node.items.map(matchCost).reduce(
        (a, b) => ({ degree: a.degree + b.degree, factor: a.factor * b.factor }),
        { degree: 0, factor: 1 },
      );
    }
    case "alt": {
      return node.options.map(matchCost).reduce(
        (a, b) => ({ degree: Math.max(a.degree, b.degree), factor: a.factor + b.factor }),
        { degree: 0, factor: 0 },
      );
    }
    case "group":
    case "look":
      return matchCost(node.body);
    case "repeat": {
      if (node.max === 0) return { degree: 0, factor: 1 };
      if (isSingle(node.body)) {
        const width = node.max - node.min;
        return width <= 8 ? { degree: 0, factor: width + 1 } : { degree: 1, factor: 1 };
      }
      if (node.max > 1) return NEVER;
      const inner = matchCost(node.body);
      return { degree: inner.degree, factor: inner.factor + 1 };
    }
    default:
      return { degree: 0, factor: 1 };
  }
}

/** What a native regex would do differently: references, atoms, captures that must outlive a repetition. */
function isForeign(node: RegexNode, inLoop: boolean, inBehind: boolean): boolean {
  switch (node.t) {
    case "ref":
    case "cond":
    case "atomic":
      return true;
    case "group":
      return inLoop || inBehind || isForeign(node.body, inLoop, inBehind);
    case "look":
      return isForeign(node.body, inLoop || node.negated, inBehind || node.behind);
    case "repeat":
      return node.mode === "possessive" || isForeign(node.body, inLoop || node.max > 1, inBehind);
    case "seq":
      return node.items.some((item) => isForeign(item, inLoop, inBehind));
    case "alt":
      return node.options.some((item) => isForeign(item, inLoop, inBehind));
    default:
      return false;
  }
}

function folds(node: RegexNode, into: Set<boolean>): Set<boolean> {
  if (node.t === "char" || node.t === "class" || node.t === "ref") into.add(node.fold);
  else if (node.t === "seq") node.items.forEach((item) => folds(item, into));
  else if (node.t === "alt") node.options.forEach((item) => folds(item, into));
  else if ("body" in node) folds(node.body, into);
  return into;
}

function source(node: RegexNode): string {
  switch (node.t) {
    case "char":
      return /^[A-Za-z0-9 ]$/.test(String.fromCodePoint(node.code))
        ? String.fromCodePoint(node.code)
        : `\\u{${node.code.toString(16)}}`;
    case "any":
      return node.all ? "[\\s\\S]" : "[^\\n]";
    case "class":
      return classSource(node);
    case "at": {
      if (node.kind === "start") return node.multi ? "(?<![^\\n])" : "(?<![\\s\\S])";
      if (node.kind === "end") return node.multi ? "(?![^\\n])" : "(?=\\n?(?![\\s\\S]))";
      if (node.kind === "A") return "(?<![\\s\\S])";
      if (node.kind === "Z") return "(?![\\s\\S])";
      const w = `[${wordClass(node.ascii)}]`;
      return node.kind === "b"
        ? `(?:(?<=${w})(?!${w})|(?<!${w})(?=${w}))`
        : `(?:(?<=${w})(?=${w})|(?<!${w})(?!${w}))`;
    }
    case "group":
      return `(${source(node.body)})`;
    case "look":
      return `(?${node.behind ? "<" : ""}${node.negated ? "!" : "="}${source(node.body)})`;
    case "repeat": {
      const count = node.max === Infinity ? `{${node.min},}` : `{${node.min},${node.max}}`;
      return `(?:${source(node.body)})${count}${node.mode === "lazy" ? "?" : ""}`;
    }
    case "seq":
      return node.items.map((item) => item.t === "alt" ? `(?:${source(item)})` : source(item)).join("");
    case "alt":
      return node.options.map(source).join("|");
    default:
      throw new TypeError(`Cannot translate a regex node: wanted a native one, found "${node.t}"`);
  }
}

/**
 * The native regex (flags `g` and `u`) that means the same, or null when there is none.
 *
 * @example End of text as Python sees it
 * ```ts
 * import { parseRegex } from "./regex_ast.ts";
 * import { nativeRegex } from "./regex_js.ts";
 * import { assert } from "@std/assert";
 * assert(nativeRegex(parseRegex("a$").root)?.test("a\n"));
 * ```
 */
export function nativeRegex(root: RegexNode): RegExp | null {
  const cases = folds(root, new Set());
  if (cases.size > 1 || isForeign(root, false, false)) return null;
  return new RegExp(source(root), cases.has(true) ? "giu" : "gu");
}
