/**
 * Parser of Python's regular expressions (the `re` module of 3.11).
 *
 * @module
 */

import type { ClassItem, RegexNode } from "./regex_node.ts";

/** A parsed pattern. */
export interface ParsedRegex {
  /** The tree. */
  readonly root: RegexNode;
  /** Number of capture groups. */
  readonly groups: number;
}

interface Flags {
  i: boolean;
  m: boolean;
  s: boolean;
  x: boolean;
  a: boolean;
}

const SIMPLE: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7, "\\": 92 };

/**
 * Parses a pattern; wrong syntax is what Python refuses too.
 *
 * @param flags Letters of `imsxa` that hold from the start.
 * @throws {SyntaxError} With the position.
 *
 * @example Groups
 * ```ts
 * import { parseRegex } from "./regex_ast.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseRegex("(?P<x>a)(?:b)(c)").groups, 2);
 * ```
 */
export function parseRegex(pattern: string, flags = ""): ParsedRegex {
  return new Parser(pattern, flags).parse();
}

class Parser {
  readonly #chars: string[];
  #at = 0;
  #groups = 0;
  readonly #names = new Map<string, number>();
  #flags: Flags;

  constructor(pattern: string, flags: string) {
    this.#chars = [...pattern];
    const has = (letter: string) => flags.includes(letter);
    this.#flags = { i: has("i"), m: has("m"), s: has("s"), x: has("x"), a: has("a") };
  }

  parse(): ParsedRegex {
    const start = /^\(\?([aiLmsux]+)\)/.exec(this.#chars.join(""));
    if (start) {
      for (const letter of start[1] as string) {
        if (letter in this.#flags) this.#flags[letter as keyof Flags] = true;
      }
      this.#at = start[0].length;
    }
    const root = this.#alternation();
    if (this.#at < this.#chars.length) this.#fail("unbalanced parenthesis");
    return { root, groups: this.#groups };
  }

  #fail(why: string): never {
    const pattern = this.#chars.join("");
    throw new SyntaxError(`Cannot read the regex "${pattern}": ${why} at position ${this.#at}`);
  }

  #peek(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#chars[this.#at + i] !== text[i]) return false;
    return true;
  }

  #eat(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#at += text.length;
    return true;
  }

  #until(end: string): string {
    const close = this.#chars.indexOf(end, this.#at);
    if (close < 0) this.#fail(`missing "${end}"`);
    const text = this.#chars.slice(this.#at, close).join("");
    this.#at = close + 1;
    return text;
  }

  #alternation(): RegexNode {
    const options = [this.#sequence()];
    while (this.#eat("|")) options.push(this.#sequence());
    return options.length === 1 ? options[0] as RegexNode : { t: "alt", options };
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (this.#at < this.#chars.length && !this.#peek("|") && !this.#peek(")")) {
      const char = this.#chars[this.#at] as string;
      if (this.#flags.x && /\s/.test(char)) this.#at++;
      else if (this.#flags.x && char === "#") {
        while (this.#at < this.#chars.length && this.#chars[this.#at] !== "\n") this.#at++;
      } else if (this.#eat("(?#")) this.#until(")");
      else items.push(this.#quantified(this.#atom()));
    }
    return items.length === 1 ? items[0] as RegexNode : { t: "seq", items };
  }

  #quantified(atom: RegexNode): RegexNode {
    const [min, max] = this.#counts();
    if (min < 0) return atom;
    if (atom.t === "at") this.#fail("nothing to repeat");
    const mode = this.#eat("?") ? "lazy" : this.#eat("+") ? "possessive" : "greedy";
    const again = this.#at;
    if (this.#counts()[0] >= 0) {
      this.#at = again;
      this.#fail("multiple repeat");
    }
    return { t: "repeat", min, max, mode, body: atom };
  }

  #counts(): [number, number] {
    if (this.#eat("*")) return [0, Infinity];
    if (this.#eat("+")) return [1, Infinity];
    if (this.#eat("?")) return [0, 1];
    if (!this.#peek("{")) return [-1, -1];
    const found = /^\{(\d*)(,?)(\d*)\}/.exec(this.#chars.slice(this.#at, this.#at + 40).join(""));
    if (!found || (found[1] === "" && found[2] === "")) return [-1, -1];
    this.#at += found[0].length;
    const min = found[1] === "" ? 0 : Number(found[1]);
    const max = found[2] === "" ? min : found[3] === "" ? Infinity : Number(found[3]);
    if (max < min) this.#fail("min repeat greater than max repeat");
    return [min, max];
  }

  #atom(): RegexNode {
    const { i, m, s, a } = this.#flags;
    const char = this.#chars[this.#at++] as string;
    if (char === "(") return this.#group();
    if (char === "[") return this.#set();
    if (char === ".") return { t: "any", all: s };
    if (char === "^") return { t: "at", kind: "start", multi: m, ascii: a };
    if (char === "$") return { t: "at", kind: "end", multi: m, ascii: a };
    if (char === "*" || char === "+" || char === "?") this.#fail("nothing to repeat");
    if (char !== "\\") return { t: "char", code: char.codePointAt(0) as number, fold: i };
    const next = this.#chars[this.#at] ?? this.#fail("bad escape (end of pattern)");
    if ("AZbB".includes(next)) {
      this.#at++;
      return { t: "at", kind: next as "A" | "Z" | "b" | "B", multi: m, ascii: a };
    }
    if (/[1-9]/.test(next) && !/^[0-3][0-7][0-7]/.test(this.#chars.slice(this.#at, this.#at + 3).join(""))) {
      const digits = /^\d\d?/.exec(this.#chars.slice(this.#at, this.#at + 2).join(""))?.[0] as string;
      this.#at += digits.length;
      if (Number(digits) > this.#groups) this.#fail(`invalid group reference ${digits}`);
      return { t: "ref", index: Number(digits), fold: i };
    }
    const item = this.#escape();
    return "category" in item
      ? { t: "class", negated: false, items: [item], fold: i, ascii: a }
      : { t: "char", code: item.lo, fold: i };
  }

  /** Reads what follows a backslash, inside and outside of a class. */
  #escape(): ClassItem {
    const char = this.#chars[this.#at++] ?? this.#fail("bad escape (end of pattern)");
    if ("dDsSwW".includes(char)) return { category: char };
    let code = SIMPLE[char];
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const hex = this.#chars.slice(this.#at, this.#at + digits).join("");
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length !== digits) this.#fail("incomplete escape");
      this.#at += digits;
      code = parseInt(hex, 16);
    } else if (/[0-7]/.test(char)) {
      const octal = /^[0-7]{1,3}/.exec(char + this.#chars.slice(this.#at, this.#at + 2).join(""))
        ?.[0] as string;
      this.#at += octal.length - 1;
      code = parseInt(octal, 8);
    } else if (code === undefined) {
      if (/[A-Za-z0-9]/.test(char)) this.#fail(`bad escape \\${char}`);
      code = char.codePointAt(0) as number;
    }
    return { lo: code, hi: code };
  }

  #set(): RegexNode {
    const negated = this.#eat("^");
    const items: ClassItem[] = [];
    const member = (): ClassItem => {
      if (this.#eat("\\b")) return { lo: 8, hi: 8 };
      if (this.#eat("\\")) return this.#escape();
      const code = (this.#chars[this.#at++] ?? this.#fail("unterminated character set")).codePointAt(
        0,
      ) as number;
      return { lo: code, hi: code };
    };
    do {
      const from = member();
      if (this.#peek("-") && this.#chars[this.#at + 1] !== "]" && this.#at + 1 < this.#chars.length) {
        this.#at++;
        const to = member();
        if ("category" in from || "category" in to || to.lo < from.lo) this.#fail("bad character range");
        items.push({ lo: (from as { lo: number }).lo, hi: (to as { lo: number }).lo });
      } else items.push(from);
      if (this.#at >= this.#chars.length) this.#fail("unterminated character set");
    } while (!this.#eat("]"));
    return { t: "class", negated, items, fold: this.#flags.i, ascii: this.#flags.a };
  }

  #close<T extends RegexNode>(node: T): T {
    if (!this.#eat(")")) this.#fail("missing ), unterminated subpattern");
    return node;
  }

  #capture(name: string | null): RegexNode {
    const index = ++this.#groups;
    if (name !== null) {
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) this.#fail(`bad group name "${name}"`);
      if (this.#names.has(name)) this.#fail(`redefinition of group name "${name}"`);
      this.#names.set(name, index);
    }
    return this.#close({ t: "group", index, body: this.#scoped() });
  }

  #scoped(): RegexNode {
    const before = { ...this.#flags };
    const body = this.#alternation();
    this.#flags = before;
    return body;
  }

  #group(): RegexNode {
    if (!this.#eat("?")) return this.#capture(null);
    if (this.#eat("P<")) return this.#capture(this.#until(">"));
    if (this.#eat("P=")) {
      const name = this.#until(")");
      const index = this.#names.get(name) ?? this.#fail(`unknown group name "${name}"`);
      return { t: "ref", index, fold: this.#flags.i };
    }
    if (this.#eat(":")) return this.#close(this.#scoped());
    if (this.#eat(">")) return this.#close({ t: "atomic", body: this.#scoped() });
    for (const [mark, behind, negated] of LOOKS) {
      if (this.#eat(mark)) return this.#close({ t: "look", behind, negated, body: this.#scoped() });
    }
    if (this.#eat("(")) {
      const name = this.#until(")");
      const index = /^\d+$/.test(name) ? Number(name) : this.#names.get(name) ?? this.#fail("unknown group");
      const body = this.#scoped();
      const [yes, no] = body.t === "alt" ? body.options : [body];
      return this.#close({ t: "cond", index, yes: yes as RegexNode, no: no ?? { t: "seq", items: [] } });
    }
    const inline = /^([aiLmsux]*)(?:-([imsx]+))?:/.exec(this.#chars.slice(this.#at, this.#at + 20).join(""));
    if (!inline) this.#fail("unknown extension");
    this.#at += inline[0].length;
    const before = { ...this.#flags };
    for (const letter of inline[1] as string) {
      if (letter in this.#flags) this.#flags[letter as keyof Flags] = true;
    }
    for (const letter of inline[2] ?? "") this.#flags[letter as keyof Flags] = false;
    const body = this.#alternation();
    this.#flags = before;
    return this.#close(body);
  }
}

const LOOKS: readonly (readonly [string, boolean, boolean])[] = [
  ["<=", true, false],
  ["<!", true, true],
  ["=", false, false],
  ["!", false, true],
];
