/**
 * Which option a response chose, when rules cannot say.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { compileTemplate } from "../core/template.ts";
import { extractAnswer } from "../filter/extract_answer.ts";
import { fenced, fenceWord } from "./fence.ts";
import type { Judge } from "./judge.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";
import template from "./prompts/extraction.md" with { type: "text" };

/** What can be chosen and who reads. */
export interface JudgeExtractOptions {
  /** Labels of the options, such as `A` to `E`. */
  readonly labels: readonly string[];
  /** Texts of the options, in the same order. */
  readonly choices: readonly string[];
  /** Asked only when the rules find nothing. */
  readonly judge: Judge;
  /** Signal and events. */
  readonly context?: Context;
}

/** The option that was found. */
export interface ExtractedOption {
  /** Its label; null when the response chose none. */
  readonly answer: string | null;
  /** Who found it. */
  readonly by: "rules" | "judge";
}

const fill = compileTemplate(template.trim(), ["options", "response", "labels", "word"]);

/**
 * Reads the chosen option by rules; only when they find none a judge reads,
 * who may say "none" and must quote the response: a quote that does not stand
 * in it is the judge's own answer, and an error.
 *
 * @throws {JudgeError} `out_of_set`, `bad_quote`, or whatever keeps a reply away.
 * @example
 * ```ts
 * import { extractWithJudge } from "./judge_extract.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"option": "none", "quote": ""}']) });
 * const options = { labels: ["A", "B"], choices: ["12", "13"], judge };
 * assertEquals(await extractWithJudge("It must be fourteen", options), { answer: null, by: "judge" });
 * ```
 */
export async function extractWithJudge(
  response: string,
  options: JudgeExtractOptions,
): Promise<ExtractedOption> {
  const { labels, choices, judge, context } = options;
  const { answer } = extractAnswer(response, { labels, choices });
  if (answer !== null) return { answer, by: "rules" };
  const word = fenceWord([response]);
  const prompt = fill({
    options: labels.map((label, i) => `${label}: ${choices[i] ?? ""}`).join("\n"),
    response: fenced("response", response, word),
    labels: [...labels, "none"].map((label) => JSON.stringify(label)).join(", "),
    word,
  });
  try {
    const { value } = await judge.requestJson(prompt, {
      requestId: "extract-option",
      keys: ["option"],
      ...(context === undefined ? {} : { context }),
    });
    const { option, quote } = value;
    if (option === "none") return { answer: null, by: "judge" };
    if (typeof option !== "string" || !labels.includes(option)) {
      throw judgeError({
        code: "out_of_set",
        message: `wanted an option, found ${JSON.stringify(option) ?? "none"}`,
      });
    }
    if (typeof quote !== "string" || quote.trim() === "" || !response.includes(quote.trim())) {
      throw judgeError({
        code: "bad_quote",
        message: "wanted a quote from the response",
        reply: String(quote),
      });
    }
    return { answer: option, by: "judge" };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout("which option a response chose", error);
  }
}
