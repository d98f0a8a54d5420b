/** @module */
import { ModelError } from "../core/errors.ts";
import { ANSWER_EXTRACTOR, extractAnswer } from "../filter/extract_answer.ts";
import { askChoices } from "../model/ask_choices.ts";
import type { ChosenProtocol } from "../model/choice_protocol.ts";
import type { PreparedDoc } from "../task/build_doc.ts";
import type { DocReplies } from "./ask_doc.ts";
import type { ShapeOptions } from "./choose_shape.ts";

/** New tokens of a free reply unless the task or the caller says otherwise. */
const TEXT_TOKENS = 1024;

/**
 * What a generated answer is called, one label a choice: the choices
 * themselves where each is one short word (`A`, `yes`), else `A`, `B` …
 *
 * @throws {RangeError} for more than 26 choices that are no short words.
 *
 * @example
 * ```ts
 * import { choiceLabels } from "./choice_asker.ts";
 * import { assert } from "@std/assert";
 * assert(choiceLabels(["yes", "no"]).join() === "yes,no");
 * assert(choiceLabels(["a long text", "another"]).join() === "A,B");
 * ```
 */
export function choiceLabels(choices: readonly string[]): string[] {
  if (choices.every((choice) => /^\S{1,12}$/.test(choice.trim()))) {
    return choices.map((choice) => choice.trim());
  }
  if (choices.length > 26) throw new RangeError(`Cannot label ${choices.length} choices: wanted at most 26`);
  return choices.map((_, at) => String.fromCharCode(65 + at));
}

/**
 * Makes what the engine needs to ask multiple choice by a chosen protocol;
 * null for log-likelihoods, which need nothing special. A reply from which no
 * label can be read is picked `null` with the reason, which scores 0.
 *
 * @example
 * ```ts
 * import { choiceAsker } from "./choice_asker.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assert } from "@std/assert";
 * const model = scriptedModel(() => "B");
 * const choices = choiceAsker({ api: "chat", choice: "text", model, why: "" });
 * assert(choices?.protocol === "text");
 * ```
 */
export function choiceAsker(chosen: ChosenProtocol): NonNullable<ShapeOptions["choices"]> | null {
  if (chosen.choice === "loglikelihood") return null;
  return {
    protocol: chosen.choice,
    ask: async (prepared, options, context): Promise<DocReplies> => {
      if (prepared.multipleInput) {
        throw new ModelError(
          `Cannot ask doc "${prepared.doc.id}" by "${chosen.choice}": its choices are contexts`,
          {
            code: "unsupported_request",
            hint: "Such a task needs log-likelihoods",
          },
        );
      }
      const labels = choiceLabels(prepared.choices);
      const first = prepared.requests[0];
      const answer = await askChoices({ ...chosen, model: options.model }, {
        prompt: first?.prompt ?? "",
        ...(first?.messages === undefined ? {} : { messages: first.messages }),
        continuations: prepared.requests.slice(0, labels.length).map((request) => request.continuation ?? ""),
        labels,
        generation: { temperature: 0, maxTokens: TEXT_TOKENS, ...options.generation },
      }, { ...context, epoch: options.epoch });
      return { responses: [answer.response], logliks: null, ...pick(answer, { labels, prepared }) };
    },
  };
}

function pick(
  answer: Awaited<ReturnType<typeof askChoices>>,
  { labels, prepared }: { labels: readonly string[]; prepared: PreparedDoc },
): Pick<DocReplies, "picked" | "reason" | "freeReply"> {
  if (typeof answer.label === "string") return { picked: labels.indexOf(answer.label), reason: null };
  // Without alternatives there is one token to read at most, which is no reply.
  if (answer.protocol === "top_logprobs") return { picked: null, reason: "no_answer" };
  const texts = labels.every((label, at) => label === prepared.choices[at]?.trim())
    ? {}
    : { choices: prepared.choices };
  const read = extractAnswer(answer.text ?? "", { labels, ...texts });
  const picked = read.indices.length === 1 ? read.indices[0] ?? null : null;
  return { picked, reason: read.reason, freeReply: true };
}

/**
 * Name and version of how replies are read under a protocol, for fingerprints.
 *
 * @example
 * ```ts
 * import { extractionName } from "./choice_asker.ts";
 * import { assert } from "@std/assert";
 * assert(extractionName("text").startsWith("text:") && extractionName("top_logprobs") === "top_logprobs");
 * ```
 */
export function extractionName(protocol: string): string {
  return protocol === "text" || protocol === "constrained" ? `${protocol}:${ANSWER_EXTRACTOR}` : protocol;
}
