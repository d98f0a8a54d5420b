/**
 * Reads the chosen option out of a free reply.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { comparable, plainText } from "./answer_text.ts";
import {
  type Label,
  labelAt,
  type LabelRun,
  prepareLabels,
  readLabels,
  skipClose,
  skipOpen,
} from "./read_labels.ts";
import { stripReasoning } from "./strip_reasoning.ts";

/** Name and version of the extractor, for fingerprints. Changes when any reply is read otherwise. */
export const ANSWER_EXTRACTOR = "letter/1";

/** What the extractor has to know about the row. */
export interface ExtractOptions {
  /** Labels of the options, from the row; `A`, `B` … (beyond 26 options `1`, `2` …) when absent. */
  readonly labels?: readonly string[];
  /** Texts of the options, in the order of the labels. */
  readonly choices?: readonly string[];
  /** `single` (default): one option, a list is ambiguous. `multi`: a set of options. */
  readonly mode?: "single" | "multi";
}

/** What was read. */
export interface ExtractedAnswer {
  /** The label; in multi mode the labels in row order, joined by ",". Null: nothing that counts. */
  readonly answer: string | null;
  /** Positions of the chosen options, in row order. */
  readonly indices: readonly number[];
  /** Rule that read it: `declared`, `lone`, `line_start`, `bracketed`, `choice_text`; `none`. */
  readonly method: string;
  /** Why there is no answer: `no_answer`, `ambiguous`, `truncated_reasoning`; null when there is one. */
  readonly reason: string | null;
}

const CUE = /\\boxed\s?\{|answer|choice|option|antwort|réponse|respuesta|risposta|答案/gi;
const LINK =
  /s?[\s*_`"')\]]{0,8}(?:(?:is|was|would be|should be|must be|will be|seems to be|appears to be|ist|est|es|是|为)(?!\p{Ll})[\s*_]{0,4}[:=]?|[:=]|-{1,2}>|→|[-–—](?=\s))[\s*_`]{0,12}/iuy;
const FILLER =
  /(?:(?:the|option|choice|letter|answer|clearly|definitely|therefore|thus|most|likely|probably|indeed|simply|correct|best)\s{1,4}){0,5}/iy;
const REFUSAL =
  /[\s*_"'(]{0,8}(?:none\b|neither\b|cannot\b|can't\b|can not\b|don't know|do not know|unknown\b|undetermined\b|impossible\b|insufficient\b|n\/a\b|no answer\b)/iy;

function sticky(regex: RegExp, text: string, from: number): number {
  regex.lastIndex = from;
  const found = regex.exec(text);
  return found ? found[0].length : -1;
}

interface Rows {
  readonly labels: readonly Label[];
  /** Comparable texts of the options, longest first. */
  readonly texts: readonly { readonly words: string; readonly index: number }[];
  /** First characters of these texts, and the length of the longest. */
  readonly initials: ReadonlySet<string>;
  readonly longest: number;
  readonly numeric: boolean;
}

/** The option whose text is the whole sentence at an offset. */
function choiceAt(text: string, from: number, rows: Rows): LabelRun | null {
  const start = skipOpen(text, from);
  if (!rows.initials.has((text[start] ?? "").toLowerCase())) return null;
  const piece = text.slice(start, start + 2 * rows.longest + 40);
  const end = piece.search(/\n|[.!?](?:\s|$)/);
  const said = comparable(end < 0 ? piece : piece.slice(0, end));
  const hits = rows.texts.filter((one) => one.words === said);
  return hits.length === 1 ? { indices: [(hits[0] as { index: number }).index], end: start } : null;
}

/** Last explicit declaration: `answer is B`, `Answer: **B**`, `\boxed{B}`. A declared refusal counts as one. */
function declared(text: string, rows: Rows): LabelRun | "refused" | null {
  let last: LabelRun | "refused" | null = null;
  for (const cue of text.matchAll(CUE)) {
    let from = cue.index + cue[0].length;
    if (!cue[0].startsWith("\\")) {
      if (/\p{L}/u.test(text[cue.index - 1] ?? " ") && cue[0] !== "答案") continue;
      const link = sticky(LINK, text, from);
      if (link < 0) continue;
      from += link;
      from += Math.max(0, sticky(FILLER, text, from));
    }
    const run = choiceAt(text, from, rows) ?? readLabels(text, from, { labels: rows.labels, cued: true });
    if (run) last = run;
    else if (sticky(REFUSAL, text, from) > 0) last = "refused";
  }
  return last;
}

const END_OF_LINE = /[\s.)\]:;!*_`"'$}>]*$/y;

/** Lines that are a label and nothing else; the last line wins, then the first, then the only one. */
function lone(lines: readonly string[], rows: Rows): LabelRun[] {
  const read = (line: string): LabelRun[] => {
    if (line.length > 200) return [];
    const run = readLabels(line, 0, { labels: rows.labels, cued: false });
    return run && sticky(END_OF_LINE, line, run.end) >= 0 ? [run] : [];
  };
  const last = read(lines.at(-1) ?? "");
  if (last.length > 0) return last;
  const first = read(lines[0] ?? "");
  return first.length > 0 ? first : lines.flatMap(read);
}

/** Lines that open with `B.`, `B)`, `B:` (`Yes,` for labels that are words). Numbers there are list items. */
function lineStart(lines: readonly string[], rows: Rows): LabelRun[] {
  if (rows.numeric) return [];
  return lines.flatMap((line) => {
    const from = skipOpen(line, 0);
    const label = labelAt(line, from, { labels: rows.labels, cued: false });
    if (label === null) return [];
    // "(B) is" is left to the bracket rule, which looks at all of them
    if (/[([{<]/.test(line.slice(0, from))) return [];
    const end = skipClose(line, from + label.core.length);
    const mark = line[end] ?? "";
    const ends = /[.:]/.test(mark) || line[end - 1] === ")" || (mark === "," && label.core.length > 1);
    return ends ? [{ indices: [label.index], end }] : [];
  });
}

const BRACKETED = /[([{<]\s?([\p{L}\p{N}]{1,12})\s?[)\]}>]|(\*\*|__|`|\$)([\p{L}\p{N}]{1,12})\.?\2/gu;

function bracketed(text: string, rows: Rows): LabelRun[] {
  if (rows.numeric) return [];
  return [...text.matchAll(BRACKETED)].flatMap((match) => {
    const token = match[1] ?? match[3];
    const label = rows.labels.find((one) => one.core === token);
    return label ? [{ indices: [label.index], end: match.index }] : [];
  });
}

/** Options whose text stands in the reply as whole words, not inside a longer option's text. */
function byText(text: string, rows: Rows): LabelRun[] {
  let said = ` ${comparable(text)} `;
  const found: LabelRun[] = [];
  for (const { words, index } of rows.texts) {
    if (words.length < 2 || !said.includes(` ${words} `)) continue;
    found.push({ indices: [index], end: 0 });
    said = said.replaceAll(` ${words} `, "  ");
  }
  return found;
}

function defaultLabels(count: number): string[] {
  return Array.from({ length: count }, (_, i) => count <= 26 ? String.fromCharCode(65 + i) : String(i + 1));
}

/**
 * Reads the chosen option of a multiple-choice reply.
 *
 * Rules, first that finds something decides: the last explicit declaration
 * (`the answer is (B)`, `ANSWER: $B$`, `\boxed{B}`, or the text of an option
 * after such a cue); a line that is a label and nothing else; a line that opens
 * with `B.`, `B)` or `B:`; a bracketed or marked label; the text of exactly one
 * option. Labels count as whole tokens only; a lower-case letter only after a
 * cue; an article or pronoun is no letter. Different options under one rule are
 * ambiguous. Reasoning is removed first. Linear in the length of the reply.
 *
 * @throws {DataError} `too_few_labels` when there are more options than labels, `repeated_label`.
 *
 * @example Shapes
 * ```ts
 * import { extractAnswer } from "./extract_answer.ts";
 * import { assertEquals } from "@std/assert";
 * const labels = ["A", "B", "C", "D"];
 * assertEquals(extractAnswer("First A? No. The answer is (B).", { labels }).answer, "B");
 * assertEquals(extractAnswer("**Answer:** b", { labels }).answer, "B");
 * assertEquals(extractAnswer("ANSWER: Cannot be determined", { labels }).reason, "no_answer");
 * ```
 */
export function extractAnswer(text: string, options: ExtractOptions = {}): ExtractedAnswer {
  const rows = readRows(options);
  const none = (reason: string): ExtractedAnswer => ({ answer: null, indices: [], method: "none", reason });
  const stripped = stripReasoning(text);
  if (stripped.problem !== null) return none(stripped.problem);
  const plain = plainText(stripped.text);
  const said = declared(plain, rows);
  if (said === "refused") return none("no_answer");
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  const rules: readonly (readonly [string, () => readonly LabelRun[]])[] = [
    ["declared", () => said === null ? [] : [said]],
    ["lone", () => lone(lines, rows)],
    ["line_start", () => lineStart(lines, rows)],
    ["bracketed", () => bracketed(plain, rows)],
    ["choice_text", () => byText(plain, rows)],
  ];
  const byIndex = new Map(rows.labels.map((one) => [one.index, one.label]));
  for (const [method, read] of rules) {
    const indices = [...new Set(read().flatMap((run) => run.indices))].sort((a, b) => a - b);
    if (indices.length === 0) continue;
    if (indices.length > 1 && options.mode !== "multi") return none("ambiguous");
    return { answer: indices.map((i) => byIndex.get(i)).join(","), indices, method, reason: null };
  }
  return none("no_answer");
}

function readRows(options: ExtractOptions): Rows {
  const choices = options.choices ?? [];
  const given = options.labels ?? defaultLabels(choices.length);
  if (given.length < choices.length) {
    throw new DataError(
      `Cannot read answers: wanted a label per option, found ${given.length} for ${choices.length}`,
      {
        code: "too_few_labels",
      },
    );
  }
  const labels = prepareLabels(given);
  if (new Set(labels.map((one) => one.core)).size < labels.length) {
    throw new DataError(`Cannot read answers: wanted different labels, found "${given.join('", "')}"`, {
      code: "repeated_label",
    });
  }
  const texts = choices.map((choice, index) => ({ words: comparable(choice), index }))
    .filter((one) => one.words !== "")
    .sort((a, b) => b.words.length - a.words.length);
  const initials = new Set(texts.map((one) => one.words[0] as string));
  return {
    labels,
    texts,
    initials,
    longest: texts[0]?.words.length ?? 0,
    numeric: labels.some((one) => /^\d+$/.test(one.core)),
  };
}
