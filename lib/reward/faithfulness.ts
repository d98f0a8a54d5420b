/**
 * How much of an answer its passages bear out.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import { checkItems } from "./checklist.ts";
import type { Judge } from "./judge.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import template from "./prompts/statements.md" with { type: "text" };

/** What an answer is held against. */
export interface FaithfulnessOptions {
  /** What was asked. */
  readonly question: string;
  /** Texts the answer may rest on. */
  readonly passages: readonly string[];
  /** Who splits and who checks. */
  readonly judge: Judge;
  /** Signal and events. */
  readonly context?: Context;
}

/** An answer's statements and how many hold. */
export interface Faithfulness {
  /** Share of the statements that the passages support, 0..1; null when the answer states nothing. */
  readonly score: number | null;
  /** The statements. */
  readonly statements: readonly { readonly text: string; readonly supported: boolean }[];
}

const fill = compileTemplate(template.trim(), ["question", "answer", "word"]);

/**
 * Faithfulness as RAGAS defines it: the judge splits the answer into
 * statements, then says of each whether the passages support it. Two
 * questions; a blank answer needs none.
 *
 * @throws {JudgeError} when the statements or one verdict cannot be had.
 * @example
 * ```ts
 * import { faithfulness } from "./faithfulness.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const replies = [
 *   '{"statements": ["Oslo is in Norway.", "Oslo is old."]}',
 *   '{"verdicts": [{"index": 0, "supported": true}, {"index": 1, "supported": false}]}',
 * ];
 * const judge = defineJudge({ model: scriptedModel(replies) });
 * const passages = ["Oslo is the capital of Norway."];
 * const { score } = await faithfulness("Old Oslo is in Norway.", { question: "Oslo?", passages, judge });
 * assertEquals(score, 0.5);
 * ```
 */
export async function faithfulness(answer: string, options: FaithfulnessOptions): Promise<Faithfulness> {
  if (pyStrip(answer) === "") return { score: null, statements: [] };
  const { context } = options;
  try {
    const statements = await splitStatements(answer, options);
    if (statements.length === 0) return { score: null, statements: [] };
    const verdicts = await checkItems(statements, options);
    const checked = statements.map((text, i) => ({ text, supported: verdicts[i] === true }));
    return {
      score: checked.filter(({ supported }) => supported).length / checked.length,
      statements: checked,
    };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout("the faithfulness of an answer", error);
  }
}

async function splitStatements(
  answer: string,
  { question, judge, context }: FaithfulnessOptions,
): Promise<string[]> {
  const word = fenceWord([question, answer]);
  const { value } = await judge.requestJson(
    fill({ question: fenced("question", question, word), answer: fenced("answer", answer, word), word }),
    { requestId: "statements", keys: ["statements"], ...(context === undefined ? {} : { context }) },
  );
  const { statements } = value;
  if (Array.isArray(statements) && statements.every((one) => typeof one === "string" && one.trim() !== "")) {
    return statements;
  }
  throw judgeError({
    code: "bad_statements",
    message: "wanted a list of statements",
    reply: JSON.stringify(value),
  });
}
