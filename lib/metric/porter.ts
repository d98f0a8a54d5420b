/**
 * The Porter stemmer in the variant NLTK calls NLTK_EXTENSIONS (M. F. Porter,
 * "An algorithm for suffix stripping", 1980, with NLTK's changes).
 *
 * @module
 */

const IRREGULAR: Readonly<Record<string, string>> = {
  sky: "sky",
  skies: "sky",
  dying: "die",
  lying: "lie",
  tying: "tie",
  news: "news",
  innings: "inning",
  inning: "inning",
  outings: "outing",
  outing: "outing",
  cannings: "canning",
  canning: "canning",
  howe: "howe",
  proceed: "proceed",
  exceed: "exceed",
  succeed: "succeed",
};

/** True for each consonant; a `y` is one at the start and after a vowel. */
function consonants(word: string): boolean[] {
  const flags: boolean[] = [];
  for (let i = 0; i < word.length; i++) {
    const char = word[i] as string;
    flags.push(char === "y" ? i === 0 || !flags[i - 1] : !"aeiou".includes(char));
  }
  return flags;
}

/** Number of vowel-consonant turns. */
function measure(stem: string): number {
  const flags = consonants(stem);
  let turns = 0;
  for (let i = 1; i < flags.length; i++) if (flags[i] && !flags[i - 1]) turns++;
  return turns;
}

function endsConsonant(word: string): boolean {
  return consonants(word).at(-1) === true;
}

function endsDouble(word: string): boolean {
  return word.length >= 2 && word.at(-1) === word.at(-2) && endsConsonant(word);
}

/** Ends consonant-vowel-consonant (not w, x, y), or is vowel-consonant. */
function endsShort(word: string): boolean {
  const flags = consonants(word);
  const n = flags.length;
  if (n === 2) return !flags[0] && flags[1] === true;
  return n >= 3 && flags[n - 3] === true && !flags[n - 2] && flags[n - 1] === true &&
    !"wxy".includes(word[n - 1] as string);
}

type Rule = readonly [suffix: string, replacement: string];

/** The first suffix that fits decides; it is replaced when its stem passes. */
function apply(
  word: string,
  rules: readonly Rule[],
  passes: (stem: string, suffix: string) => boolean,
): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, word.length - suffix.length);
    return passes(stem, suffix) ? stem + replacement : word;
  }
  return word;
}

function step1a(word: string): string {
  if (word.endsWith("ies") && word.length === 4) return word.slice(0, -1);
  return apply(word, [["sses", "ss"], ["ies", "i"], ["ss", "ss"], ["s", ""]], () => true);
}

function step1b(word: string): string {
  if (word.endsWith("ied")) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  for (const suffix of ["ed", "ing"]) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    if (consonants(stem).every(Boolean)) continue;
    if (/(?:at|bl|iz)$/.test(stem)) return stem + "e";
    if (endsDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
    return measure(stem) === 1 && endsShort(stem) ? stem + "e" : stem;
  }
  return word;
}

function step1c(word: string): string {
  return apply(word, [["y", "i"]], (stem) => stem.length > 1 && endsConsonant(stem));
}

const STEP2: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["fulli", "ful"],
  ["logi", "log"],
];

function step2(word: string): string {
  if (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) return step2(word.slice(0, -2));
  return apply(word, STEP2, (stem, suffix) => measure(suffix === "logi" ? stem + "l" : stem) > 0);
}

const STEP3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const STEP4: readonly Rule[] = [
  "al",
  "ance",
  "ence",
  "er",
  "ic",
  "able",
  "ible",
  "ant",
  "ement",
  "ment",
  "ent",
  "ion",
  "ou",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
].map((suffix) => [suffix, ""]);

function step4(word: string): string {
  return apply(word, STEP4, (stem, suffix) => measure(stem) > 1 && (suffix !== "ion" || /[st]$/.test(stem)));
}

function step5(word: string): string {
  let out = word;
  if (word.endsWith("e")) {
    const stem = word.slice(0, -1);
    const turns = measure(stem);
    if (turns > 1 || (turns === 1 && !endsShort(stem))) out = stem;
  }
  return out.endsWith("ll") && measure(out.slice(0, -1)) > 1 ? out.slice(0, -1) : out;
}

/**
 * Stem of a lower-case word; words of one or two letters stay as they are.
 *
 * @example Two stems
 * ```ts
 * import { porterStem } from "./porter.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["running", "relational", "dying"].map(porterStem), ["run", "relat", "die"]);
 * ```
 */
export function porterStem(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word] as string;
  if (word.length <= 2) return word;
  return step5(step4(apply(step2(step1c(step1b(step1a(word)))), STEP3, (stem) => measure(stem) > 0)));
}
