/**
 * From question, shots and delimiters to the text or the messages of a
 * request, as lm-eval 0.4.13 joins them.
 *
 * @module
 */
import { isPySpace } from "../core/python_strip.ts";
import type { ChatMessage } from "./task.ts";

/** One solved example. */
export interface Shot {
  /** Text of the question. */
  readonly question: string;
  /** Text of the answer; undefined when the row has none. */
  readonly answer: string | undefined;
  /** Start of the answer, when the task puts one. */
  readonly genPrefix: string | undefined;
}

/** Everything that goes into one prompt. */
export interface PromptParts {
  /** System instruction and description, joined. */
  readonly head: string;
  /** Solved examples in order. */
  readonly shots: readonly Shot[];
  /** Text of the question that is asked. */
  readonly question: string;
  /** Start of the answer that is put into the model's mouth. */
  readonly genPrefix: string | undefined;
  /** Between question and answer of a shot. */
  readonly shotTargetDelimiter: string;
  /** After every shot. */
  readonly shotDelimiter: string;
  /** Between the question and its answer prefix. */
  readonly targetDelimiter: string;
}

/**
 * Joins two texts by a delimiter unless one is missing or there is whitespace
 * at the joint already.
 *
 * @example
 * ```ts
 * import { joinAtJoint } from "./render_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(joinAtJoint("a", "b", " "), "a b");
 * assertEquals(joinAtJoint("a\n", "b", " "), "a\nb");
 * assertEquals(joinAtJoint("", "b", " "), "b");
 * ```
 */
export function joinAtJoint(
  left: string | null | undefined,
  right: string | null | undefined,
  by: string,
): string {
  if (!left) return right ?? "";
  if (!right) return left;
  const blank = isPySpace(left[left.length - 1] as string) || isPySpace(right[0] as string);
  return blank ? left + right : left + by + right;
}

function answerOf(shot: Shot): string {
  return shot.genPrefix ? joinAtJoint(shot.genPrefix, shot.answer, " ") : shot.answer ?? "";
}

/** lm-eval takes an empty answer for none: no delimiters then. */
function shotText(shot: Shot, parts: PromptParts): string {
  const { question } = shot;
  const answer = answerOf(shot);
  if (!shot.answer) return joinAtJoint(question, shot.genPrefix, parts.shotTargetDelimiter);
  if (shot.genPrefix) return joinAtJoint(question, answer, parts.shotTargetDelimiter) + parts.shotDelimiter;
  return question + parts.shotTargetDelimiter + answer + parts.shotDelimiter;
}

/**
 * The prompt as plain text. No delimiter follows the head: a description
 * brings its own line breaks.
 *
 * @example
 * ```ts
 * import { renderText } from "./render_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * const text = renderText({
 *   head: "Sums.\n",
 *   shots: [{ question: "1+1=", answer: "2", genPrefix: undefined }],
 *   question: "2+2=",
 *   genPrefix: undefined,
 *   shotTargetDelimiter: " ",
 *   shotDelimiter: "\n\n",
 *   targetDelimiter: " ",
 * });
 * assertEquals(text, "Sums.\n1+1= 2\n\n2+2=");
 * ```
 */
export function renderText(parts: PromptParts): string {
  let text = parts.head;
  for (const shot of parts.shots) text += shotText(shot, parts);
  return text + joinAtJoint(parts.question, parts.genPrefix, parts.targetDelimiter);
}

/**
 * The prompt as messages: the head as system message, shots as turns or, with
 * `multiturn` false, all in one user message. An answer prefix becomes a
 * trailing assistant message.
 *
 * @example
 * ```ts
 * import { renderChat } from "./render_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * const parts = {
 *   head: "",
 *   shots: [{ question: "1+1=", answer: "2", genPrefix: undefined }],
 *   question: "2+2=",
 *   genPrefix: undefined,
 *   shotTargetDelimiter: " ",
 *   shotDelimiter: "\n\n",
 *   targetDelimiter: " ",
 * };
 * assertEquals(renderChat(parts, false), [{ role: "user", content: "1+1= 2\n\n2+2=" }]);
 * assertEquals(renderChat(parts, true).map((message) => message.role), ["user", "assistant", "user"]);
 * ```
 */
export function renderChat(parts: PromptParts, multiturn: boolean): ChatMessage[] {
  const messages: ChatMessage[] = parts.head ? [{ role: "system", content: parts.head }] : [];
  if (multiturn) {
    for (const shot of parts.shots) {
      messages.push({ role: "user", content: shot.question });
      const answer = answerOf(shot);
      if (answer !== "") messages.push({ role: "assistant", content: answer });
    }
    messages.push({ role: "user", content: parts.question });
  } else {
    const shots = parts.shots.map((shot) => shotText(shot, parts)).join("");
    messages.push({ role: "user", content: shots + parts.question });
  }
  if (parts.genPrefix) messages.push({ role: "assistant", content: parts.genPrefix });
  return messages;
}

/**
 * The JSON text of messages as Python's `json.dumps(…, ensure_ascii=False)`
 * writes it: what lm-eval hashes and hands to API models.
 *
 * @example
 * ```ts
 * import { messagesJson } from "./render_prompt.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(messagesJson([{ role: "user", content: "é" }]), '[{"role": "user", "content": "é"}]');
 * ```
 */
export function messagesJson(messages: readonly ChatMessage[]): string {
  const one = (message: ChatMessage): string =>
    `{"role": ${JSON.stringify(message.role)}, "content": ${JSON.stringify(message.content)}}`;
  return `[${messages.map(one).join(", ")}]`;
}
