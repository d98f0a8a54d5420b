/**
 * lm-eval's filters of tagging tasks: part-of-speech pairs and entity spans.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import type { Filter, FilterArgs } from "./filter.ts";
import { pythonRegExp } from "../core/regex/python_regex.ts";
import { bounded } from "./regex_filter.ts";

/** `regex_pos`: the tags of all `('word', 'TAG')` pairs of a reply, `["invalid"]` without one. */
export function regexPosFilter(args: FilterArgs): Filter {
  const pattern = String(args["regex_pattern"] ?? "\\('([^']*)',\\s*'([^']*)'\\)");
  const regex = pythonRegExp(pattern);
  const fallback = String(args["fallback"] ?? "invalid");
  return (responses, _fields, notes) =>
    responses.map((one) => {
      let tags: string[] = [];
      bounded(notes, fallback, () => {
        tags = regex.findall(typeof one === "string" ? one : "").map((pair) =>
          Array.isArray(pair) ? pair[1] ?? "" : pair
        );
        return "";
      });
      if (tags.length > 0) return tags;
      notes.unparsed("no_match");
      return [fallback];
    });
}

const LABELS: readonly (readonly [string, string])[] = [
  ["person", "per"],
  ["location", "loc"],
  ["organization", "org"],
  ["counts", "counts"],
  ["date", "date"],
];

/** One line `label: a, b` as `lab: a $ lab: b`; null for other lines and for `none`. */
function spansOf(line: string): string[] {
  const colon = line.indexOf(":");
  if (colon < 0) return [];
  const label = LABELS.find(([name]) => pyStrip(line.slice(0, colon)) === name)?.[1];
  const rest = pyStrip(line.slice(colon + 1));
  if (label === undefined || rest === "" || rest === "none") return [];
  return rest.split(",").map(pyStrip).filter((part) => part !== "").map((part) => `${label}: ${part}`);
}

/** `format_span`: entity lists (`Person: Ann, Bob $$ Location: none`) as `per: ann $ per: bob`. */
export function formatSpanFilter(): Filter {
  return (responses) =>
    responses.map((one) =>
      (typeof one === "string" ? one : "").toLowerCase().split(/\$\$|\n/).flatMap(spansOf).join(" $ ")
    );
}
