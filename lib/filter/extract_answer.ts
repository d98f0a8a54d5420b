/**
 * Reads the chosen option out of a free reply.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { comparable, plainText } from "./answer_text.ts";
import { bracketed, byText, declared, lineStart, lone, type Rows } from "./answer_rules.ts";
import { type Label, type LabelRun, prepareLabels } from "./read_labels.ts";
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

/** Labels of the rows seen lately; most runs have one set of them. */
const known = new Map<string, readonly Label[]>();

function labelsOf(given: readonly string[]): readonly Label[] {
  const key = given.join("\0");
  let labels = known.get(key);
  if (labels === undefined) {
    labels = prepareLabels(given);
    if (new Set(labels.map((one) => one.core)).size < labels.length) {
      throw new DataError(`Cannot read answers: wanted different labels, found "${given.join('", "')}"`, {
        code: "repeated_label",
      });
    }
    if (known.size >= 100) known.clear();
    known.set(key, labels);
  }
  return labels;
}

function readRows(options: ExtractOptions): Rows {
  const choices = options.choices ?? [];
  const given = options.labels ?? defaultLabels(choices.length);
  if (given.length < choices.length) {
    throw new DataError(
      `Cannot read answers: wanted a label per option, found ${given.length} for ${choices.length}`,
      { code: "too_few_labels" },
    );
  }
  const labels = labelsOf(given);
  let texts: Rows["texts"] | undefined;
  return {
    labels,
    numeric: labels.some((one) => /^\d+$/.test(one.core)),
    get texts() {
      return texts ??= choices.map((choice, index) => ({ words: comparable(choice), index }))
        .filter((one) => one.words !== "")
        .sort((a, b) => b.words.length - a.words.length);
    },
  };
}
