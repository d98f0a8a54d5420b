/**
 * Numbered statements and a verdict for each.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { compileTemplate } from "../core/template.ts";
import { fenced, fenceWord } from "./fence.ts";
import type { Judge } from "./judge.ts";
import { judgeError } from "./judge_error.ts";
import { readPassed } from "./passed.ts";
import template from "./prompts/checklist.md" with { type: "text" };

const fill = compileTemplate(template.trim(), ["passages", "statements", "last", "word"]);

/**
 * Reads a list of `{ index, [key] }` with a yes or no for each of `count`
 * items; items are told apart by index, never by place.
 *
 * @throws {JudgeError} `bad_verdicts` that names the index that is missing, repeated or unknown; `bad_verdict`.
 * @example
 * ```ts
 * import { readVerdicts } from "./checklist.ts";
 * import { assertEquals } from "@std/assert";
 * const list = [{ index: 1, passed: "no" }, { index: 0, passed: true }];
 * assertEquals(readVerdicts(list, { count: 2, key: "passed" }), [true, false]);
 * ```
 */
export function readVerdicts(
  list: unknown,
  { count, key }: { readonly count: number; readonly key: string },
): boolean[] {
  const bad = (wanted: string): never => {
    throw judgeError({
      code: "bad_verdicts",
      message: `wanted ${wanted}`,
      reply: JSON.stringify(list) ?? "none",
    });
  };
  if (!Array.isArray(list)) return bad("a list of verdicts");
  const found = new Map<number, boolean>();
  for (const one of list) {
    const index = one?.index;
    if (!Number.isInteger(index) || index < 0 || index >= count) return bad(`indices from 0 to ${count - 1}`);
    if (found.has(index)) return bad(`index ${index} once`);
    found.set(index, readPassed(one[key]));
  }
  return Array.from({ length: count }, (_, index) => found.get(index) ?? bad(`a verdict for index ${index}`));
}

/**
 * Asks the judge which statements the passages support.
 *
 * @throws {JudgeError} when a verdict is missing.
 * @example
 * ```ts
 * import { checkItems } from "./checklist.ts";
 * import { defineJudge } from "./judge.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const judge = defineJudge({ model: scriptedModel(['{"verdicts": [{"index": 0, "supported": true}]}']) });
 * assertEquals(await checkItems(["Oslo is in Norway."], { passages: ["Oslo, Norway"], judge }), [true]);
 * ```
 */
export async function checkItems(
  statements: readonly string[],
  options: { readonly passages: readonly string[]; readonly judge: Judge; readonly context?: Context },
): Promise<boolean[]> {
  const { passages, judge, context } = options;
  const word = fenceWord([...passages, ...statements]);
  const list = (label: string, texts: readonly string[]): string =>
    texts.map((text, i) => `${label} ${i}\n${fenced(`${label.toLowerCase()} ${i}`, text, word)}`).join(
      "\n\n",
    );
  const { value } = await judge.requestJson(
    fill({
      passages: passages.length === 0 ? "There are no passages." : list("Passage", passages),
      statements: list("Statement", statements),
      last: statements.length - 1,
      word,
    }),
    { requestId: "checklist", keys: ["verdicts"], ...(context === undefined ? {} : { context }) },
  );
  return readVerdicts(value.verdicts, { count: statements.length, key: "supported" });
}
