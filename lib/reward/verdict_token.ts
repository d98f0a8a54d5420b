/**
 * Verdicts of judges that answer in prose, such as `GRADE: C`.
 *
 * @module
 */
import { splitReasoning } from "../core/reasoning.ts";
import { plainText } from "../filter/answer_text.ts";
import { judgeError } from "./judge_error.ts";

/** What a verdict looks like. */
export interface VerdictForm {
  /** Word before the verdict, such as `GRADE`; any case. */
  readonly cue: string;
  /** Allowed verdicts, compared without regard to case. */
  readonly values: readonly string[];
}

/**
 * Reads the last `CUE: value` of a reply, as whole words: the cue is found
 * first and its value checked then, so that a value that is not allowed never
 * falls back to an earlier one. Zero-width characters and markdown's stars do
 * not count.
 *
 * @returns The verdict as it stands in `values`.
 * @throws {JudgeError} `bad_verdict`, `truncated_reasoning`.
 * @throws {TypeError} When the cue or the values make no sense.
 * @example
 * ```ts
 * import { readVerdict } from "./verdict_token.ts";
 * import { assertEquals } from "@std/assert";
 * const reply = "GRADE: C. No reason to downgrade: it is fine.";
 * assertEquals(readVerdict(reply, { cue: "GRADE", values: ["C", "I"] }), "C");
 * ```
 */
export function readVerdict(reply: string, { cue, values }: VerdictForm): string {
  if (!/^\p{L}[\p{L} ]*$/u.test(cue) || values.length === 0) {
    throw new TypeError("Cannot read a verdict: wanted a cue of letters and at least one value");
  }
  const { text, problem } = splitReasoning(reply);
  if (problem !== null) {
    throw judgeError({ code: problem, message: "Cannot read the verdict: the reasoning never ended" });
  }
  const plain = plainText(text).replaceAll("*", "");
  const cues = plain.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}_])${cue}\\s*[:=]\\s*([\\p{L}\\p{N}_.+-]*)`, "giu"),
  );
  const found = [...cues].at(-1)?.[1]?.replace(/[.+-]+$/, "");
  const verdict = values.find((value) => value.toLowerCase() === found?.toLowerCase());
  if (verdict !== undefined) return verdict;
  throw judgeError({
    code: "bad_verdict",
    message: `Cannot read the verdict: wanted "${cue}: " and one of ${values.join(", ")}`,
    reply: found ?? text,
  });
}
