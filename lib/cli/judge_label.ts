/**
 * `deno task judge label`.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { BenchError } from "../core/errors.ts";
import { visibleText } from "../core/redact.ts";
import type { JudgeLabel } from "../reward/calibrate.ts";
import { labelsFromJsonl } from "../reward/calibration_codec.ts";
import { rewardKeysOf } from "../reward/rubric_key.ts";
import { allowedScores } from "../reward/rubric_reward.ts";
import { EXIT } from "./exit.ts";
import type { JudgeCall } from "./judge_command.ts";
import { readText } from "./read_text.ts";

/**
 * Asks a person for the scores of each response, one after another and blind
 * to any judge, and writes them after every answer. Away from a terminal it
 * writes null for what is missing, to be filled in.
 *
 * @returns 0 when every score is there, 3 when some are missing.
 * @throws {BenchError} `nothing_to_do` without a response.
 * @example
 * ```ts ignore
 * Deno.exit(await judgeLabel({ flags: {}, rubrics, file: "responses.jsonl", terminal }));
 * ```
 */
export async function judgeLabel({ flags, rubrics, file, terminal }: JudgeCall): Promise<number> {
  const { out = "labels.jsonl" } = flags;
  const items = labelsFromJsonl(await readText(file ?? ""));
  if (items.length === 0) {
    throw new BenchError(`Cannot label: wanted responses in "${file}", found none`, {
      code: "nothing_to_do",
    });
  }
  const keys = rewardKeysOf(rubrics);
  const before = new Map(
    (await readText(out).then(labelsFromJsonl, () => [])).map((one) => [idOf(one), one.scores]),
  );
  const scores = items.map((one): Record<string, number> => ({ ...one.scores, ...before.get(idOf(one)) }));
  const save = (): Promise<unknown> =>
    writeFileAtomic(out, items.map((one, i) => `${lineOf(one, scores[i] ?? {}, keys)}\n`).join(""));
  const missing = (): number =>
    scores.reduce((sum, row) => sum + keys.filter((key) => row[key] === undefined).length, 0);
  if (Deno.stdin.isTerminal()) {
    asking: for (const [i, item] of items.entries()) {
      for (const [j, rubric] of rubrics.entries()) {
        const key = keys[j] ?? "";
        if (scores[i]?.[key] !== undefined) continue;
        const levels = rubric.scoreMap ?? [[0, "no"], [1, "yes"]];
        terminal.out(
          `\n${i + 1} of ${items.length}\nQuestion: ${visibleText(item.question)}\n\n${
            visibleText(item.response)
          }\n\n` +
            `${rubric.title} (${rubric.polarity}): ${rubric.description}\n` +
            levels.map(([score, text]) => `  ${score}  ${text}\n`).join(""),
        );
        const score = askScore(allowedScores(rubric));
        if (score === "quit") break asking;
        if (score === "skip") continue;
        (scores[i] as Record<string, number>)[key] = score;
        await save();
      }
    }
  }
  await save();
  const left = missing();
  terminal.err(left === 0 ? `wrote ${out}\n` : `wrote ${out}: ${left} scores are missing\n`);
  return left === 0 ? EXIT.ok : EXIT.incomplete;
}

function askScore(allowed: readonly number[]): number | "skip" | "quit" {
  for (;;) {
    const answer = prompt(`Score (${allowed.join(", ")}; s skips, q ends):`)?.trim() ?? "q";
    if (answer === "q") return "quit";
    if (answer === "s") return "skip";
    const score = Number(answer);
    if (answer !== "" && allowed.includes(score)) return score;
  }
}

function idOf({ question, response }: JudgeLabel): string {
  return JSON.stringify([question, response]);
}

function lineOf(item: JudgeLabel, scores: Readonly<Record<string, number>>, keys: readonly string[]): string {
  return JSON.stringify({
    question: item.question,
    response: item.response,
    ...(item.groundTruth === undefined ? {} : { "ground_truth": item.groundTruth }),
    scores: Object.fromEntries(keys.map((key) => [key, scores[key] ?? null])),
  });
}
