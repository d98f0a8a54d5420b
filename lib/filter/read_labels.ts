/**
 * Reads labels at a place in a reply: whole tokens only, decoration skipped.
 *
 * @module
 */

/** A label of a row, ready to be matched. */
export interface Label {
  /** As the row has it. */
  readonly label: string;
  /** Position among the labels. */
  readonly index: number;
  /** Without brackets and dots around it. */
  readonly core: string;
}

/** Labels read at one place. */
export interface LabelRun {
  /** Positions among the labels, without repeats, in reading order. */
  readonly indices: readonly number[];
  /** Offset behind the last one and its decoration. */
  readonly end: number;
}

const OPEN = /(?:[\s*_`"'“”‘$([{<]|\\(?:boxed|text|textbf|mathrm|mathbf|bf)?\s?[{([]|\\[([]){0,16}/y;
const CLOSE = /[*_`"'“”’$)\]}>\\]{0,16}/y;
const JOIN = /\s{0,4}(?:,\s{0,4}(?:and|or|und|&)?|and|or|und|&|\/|\+)\s{0,4}/iy;
const GLUED = /[\p{L}\p{N}_]|['\-–][\p{L}\p{N}]|\.\d/uy;
const AFTER_ARTICLE = /\s+(?:because|since|as|is|which|due|given|based|for|with|—|–|-)(?![\p{L}])/iuy;
const LOWER_WORD = /[*_`"')\]}>$]{0,4}\s+\p{Ll}/uy;

function at(regex: RegExp, text: string, from: number): RegExpExecArray | null {
  regex.lastIndex = from;
  return regex.exec(text);
}

/** Offset behind opening decoration. */
export function skipOpen(text: string, from: number): number {
  return from + (at(OPEN, text, from)?.[0].length ?? 0);
}

/** Offset behind closing decoration. */
export function skipClose(text: string, from: number): number {
  return from + (at(CLOSE, text, from)?.[0].length ?? 0);
}

/**
 * Labels longest first, so that `10` is tried before `1`.
 *
 * @example Brackets belong to the decoration
 * ```ts
 * import { prepareLabels } from "./read_labels.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(prepareLabels(["(A)", "(B)"]).map((one) => one.core), ["A", "B"]);
 * ```
 */
export function prepareLabels(labels: readonly string[]): Label[] {
  return labels
    .map((label, index) => ({
      label,
      index,
      core: label.normalize("NFKC").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") || label,
    }))
    .sort((a, b) => b.core.length - a.core.length);
}

/** The label at an offset, or null. `cued` lets a lower-case letter count when nothing but an end follows it. */
export function labelAt(
  text: string,
  from: number,
  options: { labels: readonly Label[]; cued: boolean },
): Label | null {
  for (const one of options.labels) {
    const token = text.slice(from, from + one.core.length);
    if (token.toLowerCase() !== one.core.toLowerCase()) continue;
    const end = from + token.length;
    if (at(GLUED, text, end)) continue;
    if (token.length === 1 && /\p{L}/u.test(token)) {
      const wordFollows = at(LOWER_WORD, text, end) !== null;
      if (token !== one.core && (!options.cued || wordFollows)) continue;
      // "A deficiency", "I think": an article and a pronoun, unless a reason follows the letter
      if (
        /[AI]/.test(token) && end === skipClose(text, end) && wordFollows && !at(AFTER_ARTICLE, text, end)
      ) continue;
    }
    return one;
  }
  return null;
}

/**
 * The run of labels at an offset: `B`, `**B**`, `A, B and C`.
 *
 * @returns Null when no label stands there.
 *
 * @example A list
 * ```ts
 * import { prepareLabels, readLabels } from "./read_labels.ts";
 * import { assertEquals } from "@std/assert";
 * const labels = prepareLabels(["A", "B", "C"]);
 * assertEquals(readLabels("A, B and C", 0, { labels, cued: true })?.indices, [0, 1, 2]);
 * ```
 */
export function readLabels(
  text: string,
  from: number,
  options: { labels: readonly Label[]; cued: boolean },
): LabelRun | null {
  const first = labelAt(text, skipOpen(text, from), options);
  if (first === null) return null;
  const indices = [first.index];
  let end = skipClose(text, skipOpen(text, from) + first.core.length);
  for (let turn = 0; turn < options.labels.length; turn++) {
    const join = at(JOIN, text, end);
    if (!join) break;
    const start = skipOpen(text, end + join[0].length);
    const next = labelAt(text, start, { ...options, cued: false });
    if (next === null) break;
    const after = start + next.core.length;
    // "A, I think" goes on as a sentence; a list does not
    if (at(LOWER_WORD, text, after) && !at(JOIN, text, after)) break;
    if (!indices.includes(next.index)) indices.push(next.index);
    end = skipClose(text, after);
  }
  return { indices, end };
}
