/**
 * lm-eval's `multi_choice_regex` filter: a pattern, else the text of a choice,
 * else a letter after a colon.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { Filter, FilterArgs } from "./filter.ts";
import { escapeRegex, pythonRegExp } from "../core/regex/python_regex.ts";
import { bounded, regexArgs, selectMatch } from "./regex_filter.ts";

/**
 * `multi_choice_regex(regex_pattern, group_select, fallback, ignore_case,
 * ignore_punctuation, regexes_to_ignore)`. Gives `(A)`, `(B)` … or the fallback.
 * Here punctuation is every character of the Unicode category P.
 */
export function multiChoiceRegexFilter(args: FilterArgs): Filter {
  const { regex, select, fallback } = regexArgs(args);
  const given = args["regexes_to_ignore"];
  const ignored = given === undefined || given === null
    ? []
    : (Array.isArray(given) ? given : [given]).map((pattern) => pythonRegExp(String(pattern)));
  const normal = (text: string): string => {
    let out = text;
    for (const one of ignored) out = one.replace(out, "");
    if (args["ignore_case"] === true) out = out.toLowerCase();
    if (args["ignore_punctuation"] === true) out = out.replace(/\p{P}/gu, "");
    return out;
  };
  return (responses, fields, notes) => {
    const choices: unknown = fields["choices"];
    if (!Array.isArray(choices)) {
      throw new TaskError('Cannot filter by "multi_choice_regex": wanted a column "choices" with a list', {
        code: "missing_choices",
      });
    }
    const letters = choices.map((_, i) => String.fromCodePoint(65 + i));
    const labelOf = new Map(choices.map((choice, i) => [normal(pyStrip(String(choice))), `(${letters[i]})`]));
    // Python's alternation takes the first that fits, so longer texts come first
    const texts = [...labelOf.keys()].sort((a, b) => [...b].length - [...a].length);
    const byText = pythonRegExp(texts.map(escapeRegex).join("|"));
    const byLetter = pythonRegExp(`:[\\s]*(${letters.join("|")})`);
    const read = (text: string): string | null => {
      const match = selectMatch(regex, text, select);
      if (match) return match;
      const named = selectMatch(byText, normal(text), select);
      if (named && labelOf.has(named)) return labelOf.get(named) as string;
      const letter = selectMatch(byLetter, text, select);
      return letter ? `(${letter})` : null;
    };
    return responses.map((one) =>
      bounded(notes, fallback, () => {
        const answer = read(typeof one === "string" ? one : "");
        if (answer === null) notes.unparsed("no_match");
        return answer ?? fallback;
      })
    );
  };
}
