/**
 * Span F1 of named entities written as `TAG: entity $$ …`.
 *
 * @module
 */
import { pythonRegExp } from "../../core/regex/python_regex.ts";
import { pyStrip } from "../../core/python_strip.ts";

const MARKS = /[!"$%&'()*+,-./:;<=>?[\]^_`{|}~•@.""-,`]+/g;
const TINY = 1e-13;

function plain(text: string): string {
  const bare = pythonRegExp("\\b(a|an|the)\\b").replace(text.replace(MARKS, " "), " ");
  const joined = pythonRegExp("\\s+").replace(pythonRegExp("\\s{3,}|\\t").replace(bare, ""), " ");
  return joined.toLowerCase();
}

function spans(tagged: string | readonly string[]): string[] {
  const text = typeof tagged === "string" ? tagged : tagged.map(pyStrip).join(" ");
  const pieces = pyStrip(text).split("$$").flatMap((part) => part.split("$")).filter((part) => part !== "")
    .flatMap((part) => pyStrip(part).split(". ")).flatMap((part) => part.split(", ")).map(pyStrip);
  const found: string[] = [];
  for (const piece of pieces) {
    const halves = piece.split(": ");
    if (halves.length === 2) found.push(halves.map((half) => plain(pyStrip(half))).join("\u0000"));
  }
  return found;
}

/** F1 of all spans of all pairs of gold and reply, counted together. */
export function spanF1(pairs: readonly (readonly [string | readonly string[], string])[]): number {
  let hits = 0;
  let wrong = 0;
  let missed = 0;
  for (const [gold, reply] of pairs) {
    const left = spans(gold);
    for (const span of spans(reply)) {
      const at = left.indexOf(span);
      if (at < 0) wrong++;
      else {
        hits++;
        left.splice(at, 1);
      }
    }
    missed += left.length;
  }
  const precision = hits / (hits + wrong + TINY);
  const recall = hits / (hits + missed + TINY);
  return 2 * (precision * recall) / (precision + recall + TINY);
}
