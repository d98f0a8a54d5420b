/**
 * Syntax tree of a Python regular expression.
 *
 * @module
 */

/** Member of a character class: a range of code points, or a category letter of `dDsSwW`. */
export type ClassItem = { readonly lo: number; readonly hi: number } | { readonly category: string };

/** Syntax tree. Flags are resolved: each node carries those that concern it. */
export type RegexNode =
  | { readonly t: "char"; readonly code: number; readonly fold: boolean }
  | { readonly t: "any"; readonly all: boolean }
  | {
    readonly t: "class";
    readonly negated: boolean;
    readonly items: readonly ClassItem[];
    readonly fold: boolean;
    readonly ascii: boolean;
  }
  | {
    readonly t: "at";
    readonly kind: "start" | "end" | "A" | "Z" | "b" | "B";
    readonly multi: boolean;
    readonly ascii: boolean;
  }
  | { readonly t: "group"; readonly index: number; readonly body: RegexNode }
  | { readonly t: "look"; readonly behind: boolean; readonly negated: boolean; readonly body: RegexNode }
  | { readonly t: "atomic"; readonly body: RegexNode }
  | { readonly t: "ref"; readonly index: number; readonly fold: boolean }
  | { readonly t: "cond"; readonly index: number; readonly yes: RegexNode; readonly no: RegexNode }
  | {
    readonly t: "repeat";
    readonly min: number;
    readonly max: number;
    readonly mode: "greedy" | "lazy" | "possessive";
    readonly body: RegexNode;
  }
  | { readonly t: "seq"; readonly items: readonly RegexNode[] }
  | { readonly t: "alt"; readonly options: readonly RegexNode[] };
