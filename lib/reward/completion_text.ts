/**
 * The text of a completion that is judged.
 *
 * @module
 */
import { pyStrip } from "../core/python_strip.ts";
import type { Completion } from "./completion.ts";

/**
 * The final answer, stripped: the text itself, or the content of the last
 * message when the assistant wrote it. Text parts are joined without a
 * separator, other parts ignored. Everything else is "": earlier turns of the
 * assistant are no answer.
 *
 * @example Parts, and a conversation that ends with the user
 * ```ts
 * import { completionText } from "./completion_text.ts";
 * import { assertEquals } from "@std/assert";
 * const content = [{ type: "text", text: "A" }, { type: "text", text: "B" }];
 * assertEquals(completionText([{ role: "assistant", content }]), "AB");
 * assertEquals(completionText([{ role: "user", content: "A?" }]), "");
 * ```
 */
export function completionText(completion: Completion): string {
  const content = finalContent(completion);
  if (!Array.isArray(content)) return typeof content === "string" ? pyStrip(content) : "";
  const texts = content.map((part) =>
    typeof part?.text === "string" && (part.type ?? "text") === "text" ? part.text : ""
  );
  return pyStrip(texts.join(""));
}

/**
 * The original's form of {@linkcode completionText}: content made of parts is
 * no text and gives "".
 *
 * @example
 * ```ts
 * import { extractCompletionText } from "./completion_text.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(extractCompletionText([{ role: "assistant", content: " yes " }]), "yes");
 * ```
 */
export function extractCompletionText(completion: Completion): string {
  const content = finalContent(completion);
  return typeof content === "string" ? pyStrip(content) : "";
}

function finalContent(completion: Completion): unknown {
  if (typeof completion === "string") return completion;
  const last = Array.isArray(completion) ? completion.at(-1) : undefined;
  return typeof last === "object" && last !== null && last.role === "assistant" ? last.content : "";
}
