/**
 * Right answers and replies as texts, the way lm-eval casts them.
 *
 * @module
 */
import type { SampleView } from "../task/task.ts";
import { pyStr } from "../core/python.ts";

/**
 * All accepted texts of a sample. A number is an index where there are
 * choices, else its own text.
 *
 * @example Index into the choices
 * ```ts
 * import { goldTexts } from "./gold.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(goldTexts({ target: 1, choices: ["no", "yes"] }), ["yes"]);
 * assertEquals(goldTexts({ target: ["a", "b"], choices: [] }), ["a", "b"]);
 * ```
 */
export function goldTexts(view: Pick<SampleView, "target" | "choices">): string[] {
  const list: readonly (string | number)[] = Array.isArray(view.target)
    ? view.target
    : [view.target as string | number];
  return list.map((one) => {
    if (typeof one === "string") return one;
    return view.choices[one] ?? pyStr(one);
  });
}

/**
 * The reply a generation metric looks at: the first one; null when no answer could be read.
 *
 * @example Unparsed
 * ```ts
 * import { replyText } from "./gold.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(replyText({ responses: [null] }), null);
 * ```
 */
export function replyText(view: Pick<SampleView, "responses">): string | null {
  return view.responses[0] ?? null;
}

/**
 * Whether the reply is one of the accepted texts, character by character.
 *
 * @example Equal
 * ```ts
 * import { textsEqual } from "./gold.ts";
 * import { assert } from "@std/assert";
 * assert(textsEqual({ target: "yes", choices: [], responses: ["yes"] }));
 * ```
 */
export function textsEqual(view: Pick<SampleView, "target" | "choices" | "responses">): boolean {
  const reply = replyText(view);
  return reply !== null && goldTexts(view).includes(reply);
}
