/**
 * A backtracking matcher with a budget of steps: the same answer on every
 * machine, and an end in sight whatever the pattern and the text.
 *
 * @module
 */
import type { ParsedRegex } from "./regex_ast.ts";
import type { RegexNode } from "./regex_node.ts";
import { classTest, wordClass } from "./regex_class.ts";

/** Thrown inside when the budget is used up. Not for callers of filters. */
export class RegexBudgetError extends Error {
  /** Name of the class. */
  override name = "RegexBudgetError";
}

/** One match: code-point offsets of group 0, 1 …; -1 where a group took no part. */
export type MatchSpans = Int32Array;

type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;

/** Width of a node in code points, or null when it varies. */
function width(node: RegexNode): number | null {
  switch (node.t) {
    case "char":
    case "any":
    case "class":
      return 1;
    case "at":
    case "look":
      return 0;
    case "group":
    case "atomic":
      return width(node.body);
    case "seq":
      return node.items.map(width).reduce((a, b) => (a === null || b === null ? null : a + b), 0);
    case "alt": {
      const all = new Set(node.options.map(width));
      return all.size === 1 ? [...all][0] as number | null : null;
    }
    case "repeat": {
      const one = width(node.body);
      return node.min === node.max && one !== null ? one * node.min : null;
    }
    default:
      return null;
  }
}

const lower = (code: number): number => {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) as number;
};

/** A compiled pattern; `run` is not re-entrant. */
export class BudgetMatcher {
  readonly #start: Matcher;
  readonly #groups: number;
  #text: Uint32Array = new Uint32Array();
  #caps: Int32Array = new Int32Array();
  #left = 0;

  /**
   * Compiles a parsed pattern.
   *
   * @throws {SyntaxError} On a look-behind without a fixed width, as in Python.
   */
  constructor(parsed: ParsedRegex) {
    this.#groups = parsed.groups;
    this.#start = this.#compile(parsed.root);
  }

  /**
   * All matches that do not overlap, from left to right.
   *
   * @param text Code points.
   * @param budget Steps allowed for all of them together.
   * @throws {RegexBudgetError} When the budget is used up.
   */
  run(text: Uint32Array, budget: number): MatchSpans[] {
    this.#text = text;
    this.#left = budget;
    this.#caps = new Int32Array(2 * (this.#groups + 1));
    const found: MatchSpans[] = [];
    try {
      // as in Python: after an empty match the same place is tried again for one that is not empty
      let emptyAt = -1;
      for (let from = 0; from <= text.length;) {
        const spans = this.#matchAt(from, emptyAt);
        if (spans === null) from++;
        else {
          found.push(spans);
          const end = spans[1] as number;
          emptyAt = end === from ? end : -1;
          from = end;
        }
      }
    } catch (error) {
      if (error instanceof RangeError) throw new RegexBudgetError("stack");
      throw error;
    }
    return found;
  }

  #matchAt(from: number, emptyAt: number): MatchSpans | null {
    this.#caps.fill(-1);
    this.#step();
    let end = -1;
    if (!this.#start(from, (at) => at !== from || from !== emptyAt ? (end = at, true) : false)) return null;
    this.#caps[0] = from;
    this.#caps[1] = end;
    return this.#caps.slice();
  }

  #step(): void {
    if (--this.#left < 0) throw new RegexBudgetError("steps");
  }

  #single(node: RegexNode): ((code: number) => boolean) | null {
    if (node.t === "any") return node.all ? () => true : (code) => code !== 10;
    if (node.t === "class") return classTest(node);
    if (node.t !== "char") return null;
    if (!node.fold) return (code) => code === node.code;
    const wanted = lower(node.code);
    return (code) => code === node.code || lower(code) === wanted;
  }

  #compile(node: RegexNode): Matcher {
    const test = this.#single(node);
    if (test) return (at, next) => at < this.#text.length && test(this.#text[at] as number) && next(at + 1);
    switch (node.t) {
      case "at":
        return this.#anchor(node);
      case "seq": {
        const parts = node.items.map((item) => this.#compile(item));
        const from = (index: number): Matcher => {
          const part = parts[index];
          if (!part) return (at, next) => next(at);
          if (index === parts.length - 1) return part;
          const rest = from(index + 1);
          return (at, next) => part(at, (middle) => rest(middle, next));
        };
        return from(0);
      }
      case "alt": {
        const options = node.options.map((item) => this.#compile(item));
        return (at, next) => options.some((option) => (this.#step(), option(at, next)));
      }
      case "group":
        return this.#group(node.index, this.#compile(node.body));
      case "look":
        return this.#look(node);
      case "atomic":
        return this.#atomic(this.#compile(node.body));
      case "ref":
        return this.#reference(node.index, node.fold);
      case "cond": {
        const yes = this.#compile(node.yes);
        const no = this.#compile(node.no);
        return (at, next) => ((this.#caps[2 * node.index + 1] as number) >= 0 ? yes : no)(at, next);
      }
      case "repeat": {
        const loop = this.#single(node.body) ? this.#loopSingle(node) : this.#loop(node);
        return node.mode === "possessive" ? this.#atomic(loop) : loop;
      }
      default:
        throw new TypeError(`Cannot compile the regex node "${node.t}"`);
    }
  }

  #anchor(node: Extract<RegexNode, { t: "at" }>): Matcher {
    const word = new RegExp(`[${wordClass(node.ascii)}]`, "u");
    const isWord = (at: number): boolean =>
      at >= 0 && at < this.#text.length && word.test(String.fromCodePoint(this.#text[at] as number));
    const holds = (at: number): boolean => {
      const text = this.#text;
      if (node.kind === "A" || (node.kind === "start" && !node.multi)) return at === 0;
      if (node.kind === "Z") return at === text.length;
      if (node.kind === "start") return at === 0 || text[at - 1] === 10;
      if (node.kind === "end") {
        return at === text.length || (text[at] === 10 && (node.multi || at === text.length - 1));
      }
      return (isWord(at - 1) !== isWord(at)) === (node.kind === "b");
    };
    return (at, next) => holds(at) && next(at);
  }

  #group(index: number, body: Matcher): Matcher {
    return (at, next) => {
      const start = this.#caps[2 * index] as number;
      const end = this.#caps[2 * index + 1] as number;
      const done = body(at, (to) => {
        const kept = [this.#caps[2 * index] as number, this.#caps[2 * index + 1] as number];
        this.#caps[2 * index] = at;
        this.#caps[2 * index + 1] = to;
        if (next(to)) return true;
        this.#caps[2 * index] = kept[0] as number;
        this.#caps[2 * index + 1] = kept[1] as number;
        return false;
      });
      if (!done) {
        this.#caps[2 * index] = start;
        this.#caps[2 * index + 1] = end;
      }
      return done;
    };
  }

  #look(node: Extract<RegexNode, { t: "look" }>): Matcher {
    const back = node.behind ? width(node.body) : 0;
    if (back === null) {
      throw new SyntaxError("Cannot read the regex: look-behind requires fixed-width pattern");
    }
    const body = this.#compile(node.body);
    return (at, next) => {
      this.#step();
      const kept = this.#caps.slice();
      const found = at - back >= 0 && body(at - back, (to) => !node.behind || to === at);
      if (found === node.negated) {
        this.#caps.set(kept);
        return false;
      }
      if (node.negated) this.#caps.set(kept);
      if (next(at)) return true;
      this.#caps.set(kept);
      return false;
    };
  }

  #atomic(body: Matcher): Matcher {
    return (at, next) => {
      let end = -1;
      return body(at, (to) => (end = to, true)) && next(end);
    };
  }

  #reference(index: number, fold: boolean): Matcher {
    return (at, next) => {
      const from = this.#caps[2 * index] as number;
      const to = this.#caps[2 * index + 1] as number;
      if (to < 0 || at + to - from > this.#text.length) return false;
      for (let i = from; i < to; i++) {
        this.#step();
        const a = this.#text[i] as number;
        const b = this.#text[at + i - from] as number;
        if (a !== b && !(fold && lower(a) === lower(b))) return false;
      }
      return next(at + to - from);
    };
  }

  #loopSingle(node: Extract<RegexNode, { t: "repeat" }>): Matcher {
    const test = this.#single(node.body) as (code: number) => boolean;
    const { min, max } = node;
    return (at, next) => {
      const limit = Math.min(this.#text.length, at + max);
      let to = at;
      const more = () => to < limit && test(this.#text[to] as number);
      if (node.mode === "lazy") {
        for (;; to++) {
          this.#step();
          if (to - at >= min && next(to)) return true;
          if (!more()) return false;
        }
      }
      while (more()) {
        this.#step();
        to++;
      }
      for (; to - at >= min; to--) {
        this.#step();
        if (next(to)) return true;
      }
      return false;
    };
  }

  #loop(node: Extract<RegexNode, { t: "repeat" }>): Matcher {
    const body = this.#compile(node.body);
    const { min, max, mode } = node;
    const turn = (count: number, at: number, next: Next): boolean => {
      this.#step();
      const again = () =>
        count < max && body(at, (to) => (to > at || count < min) && turn(count + 1, to, next));
      if (count < min) return again();
      return mode === "lazy" ? next(at) || again() : again() || next(at);
    };
    return (at, next) => turn(0, at, next);
  }
}
