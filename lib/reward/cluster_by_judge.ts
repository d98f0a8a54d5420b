/**
 * Groups of texts as a judge sees them.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { LlmDiversityConfig } from "./diversity_config.ts";
import { buildDiversityPrompt } from "./diversity_prompt.ts";
import { judgeError, judgeErrorAbout } from "./judge_error.ts";

/** Group and label of each text. */
export interface JudgedGroups {
  /** Ids in the judge's words. */
  readonly ids: readonly string[];
  /** What each group has in common; may be "". */
  readonly labels: readonly string[];
  /** The reply. */
  readonly raw: string;
}

/** Asks the judge for groups. @throws {JudgeError} when an index is missing, repeated or invented. */
export async function clusterByJudge(
  texts: readonly string[],
  config: LlmDiversityConfig,
  options: { readonly about?: string; readonly context?: Context },
): Promise<JudgedGroups> {
  const { judge, instructions, maxTokens, temperature } = config;
  const { about = "", context } = options;
  try {
    const { value, raw } = await judge.requestJson(
      buildDiversityPrompt(texts, { instructions, context: about }),
      {
        requestId: "diversity-clustering",
        temperature,
        maxTokens,
        keys: ["assignments"],
        ...(context === undefined ? {} : { context }),
      },
    );
    return { ...readAssignments(value.assignments, texts.length), raw };
  } catch (error) {
    context?.signal?.throwIfAborted();
    throw judgeErrorAbout(`the diversity of ${texts.length} texts`, error);
  }
}

function readAssignments(list: unknown, count: number): { ids: string[]; labels: string[] } {
  const bad = (wanted: string): never => {
    throw judgeError({
      code: "bad_assignments",
      message: `wanted ${wanted}`,
      reply: JSON.stringify(list) ?? "none",
    });
  };
  if (!Array.isArray(list)) return bad("a list of assignments");
  const found: { id: string; label: string }[] = [];
  for (const one of list) {
    const { index, cluster_id: id, label = "" } = one ?? {};
    if (!Number.isInteger(index) || index < 0 || index >= count) return bad(`indices from 0 to ${count - 1}`);
    if (found[index] !== undefined) return bad(`index ${index} once`);
    if (typeof id !== "string" || pyStrip(id) === "") return bad(`a cluster_id for index ${index}`);
    if (typeof label !== "string") return bad(`a text as label of index ${index}`);
    found[index] = { id: pyStrip(id), label: pyStrip(label) };
  }
  for (let index = 0; index < count; index++) {
    if (found[index] === undefined) return bad(`index ${index} too`);
  }
  return { ids: found.map(({ id }) => id), labels: found.map(({ label }) => label) };
}
