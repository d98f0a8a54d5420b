/**
 * The rules of the answer extractor, one function each.
 *
 * @module
 */
import { comparable } from "./answer_text.ts";
import { type Label, labelAt, type LabelRun, readLabels, skipClose, skipOpen } from "./read_labels.ts";

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

/** Labels and options of a row, ready to be looked for. */
export interface Rows {
  /** Labels, longest first. */
  readonly labels: readonly Label[];
  /** Comparable texts of the options, longest first; made when first looked at. */
  readonly texts: readonly { readonly words: string; readonly index: number }[];
  /** Whether labels are numbers. */
  readonly numeric: boolean;
}

/** The option whose text is the whole sentence at an offset. */
function choiceAt(text: string, from: number, rows: Rows): LabelRun | null {
  const start = skipOpen(text, from);
  const initial = (text[start] ?? "").toLowerCase();
  if (!rows.texts.some((one) => one.words[0] === initial)) return null;
  const piece = text.slice(start, start + 2 * (rows.texts[0]?.words.length ?? 0) + 40);
  const end = piece.search(/\n|[.!?](?:\s|$)/);
  const said = comparable(end < 0 ? piece : piece.slice(0, end));
  const hits = rows.texts.filter((one) => one.words === said);
  return hits.length === 1 ? { indices: [(hits[0] as { index: number }).index], end: start } : null;
}

/** Last explicit declaration: `answer is B`, `Answer: **B**`, `\boxed{B}`. A declared refusal counts as one. */
export function declared(text: string, rows: Rows): LabelRun | "refused" | null {
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
export function lone(lines: readonly string[], rows: Rows): LabelRun[] {
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
export function lineStart(lines: readonly string[], rows: Rows): LabelRun[] {
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

/** Labels in brackets or between marks: `(B)`, `**B**`. Numbers there are references. */
export function bracketed(text: string, rows: Rows): LabelRun[] {
  if (rows.numeric) return [];
  return [...text.matchAll(BRACKETED)].flatMap((match) => {
    const token = match[1] ?? match[3];
    const label = rows.labels.find((one) => one.core === token);
    return label ? [{ indices: [label.index], end: match.index }] : [];
  });
}

/** Options whose text stands in the reply as whole words, not inside a longer option's text. */
export function byText(text: string, rows: Rows): LabelRun[] {
  let said = ` ${comparable(text)} `;
  const found: LabelRun[] = [];
  for (const { words, index } of rows.texts) {
    if (words.length < 2 || !said.includes(` ${words} `)) continue;
    found.push({ indices: [index], end: 0 });
    said = said.replaceAll(` ${words} `, "  ");
  }
  return found;
}
