/**
 * `deno task judge selftest`.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { selftestInjection, selftestText } from "../reward/injection_selftest.ts";
import { EXIT } from "./exit.ts";
import type { JudgedCall } from "./judge_command.ts";

/**
 * Attacks the judge through a poor response and prints what happened.
 *
 * @returns 0 when every attack was held off, 1 when one succeeded, 3 when some could not be tried.
 * @throws {UsageError} `missing_value` without a question.
 * @example
 * ```ts ignore
 * Deno.exit(await judgeSelftest({ flags: { question: "1+1?" }, rubrics, judge, file: null, terminal }));
 * ```
 */
export async function judgeSelftest({ flags, rubrics, judge, terminal }: JudgedCall): Promise<number> {
  const { question, response, groundTruth, json = false } = flags;
  if (question === undefined) {
    throw new UsageError("Cannot run the self-test: wanted --question TEXT, found none", {
      code: "missing_value",
      hint: "A question of the kind the rubrics are for, and with --response a poor response to it",
    });
  }
  const result = await selftestInjection(judge, {
    rubrics,
    question,
    groundTruth,
    ...(response === undefined ? {} : { response }),
  });
  terminal.out(json ? `${JSON.stringify(result)}\n` : `${selftestText(result)}\n`);
  if (result.status === "incomplete") {
    terminal.err("hint: Give a --response that earns little by every rubric, and a judge that answers\n");
  }
  return result.status === "held" ? EXIT.ok : result.status === "fell" ? EXIT.finding : EXIT.incomplete;
}
