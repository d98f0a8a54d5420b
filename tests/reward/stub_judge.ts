/**
 * Judges without a model, for tests.
 *
 * @module
 */
import type { Judge, JudgeRequest } from "../../lib/reward/judge.ts";
import { parseJudgeReply } from "../../lib/reward/judge_reply.ts";

/** A judge that answers by a function, and what it was asked. */
export interface StubJudge extends Judge {
  readonly calls: { readonly prompt: string; readonly request: JudgeRequest }[];
}

/** Makes a judge from a function of the prompt; a text is parsed as a reply would be. */
export function stubJudge(
  answer: (prompt: string, request: JudgeRequest) => unknown,
  id = "builtin:stub",
): StubJudge {
  const calls: StubJudge["calls"] = [];
  return {
    calls,
    info: { id, baseUrl: null, accepts: ["chat"] },
    async requestJson(prompt, request) {
      calls.push({ prompt, request });
      const found = await answer(prompt, request);
      if (found instanceof Error) throw found;
      const raw = typeof found === "string" ? found : JSON.stringify(found) ?? "";
      return { value: (request.parser ?? parseJudgeReply)(raw, request.keys ?? []), raw };
    },
  };
}
