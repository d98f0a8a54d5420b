/**
 * Golden runs of lm-eval in two forms: the files of the shared folder, and a
 * compact one in tests/golden (hash of every request, a few whole ones).
 *
 * @module
 */
import { canonicalJson } from "../../lib/core/canonical.ts";
import { sha256 } from "../../lib/core/hash.ts";
import type { Request } from "../../lib/task/request.ts";
import type { GenerationOptions } from "../../lib/task/task.ts";

/** lm-eval's names of generation parameters. */
export function generationKwargs(generation: GenerationOptions): Record<string, unknown> {
  const { until, maxTokens, temperature, topP, seed, doSample, extra } = generation;
  const named = {
    "until": until,
    "max_gen_toks": maxTokens,
    "temperature": temperature,
    "top_p": topP,
    "seed": seed,
    "do_sample": doSample,
    ...extra,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** A request as a line of a golden requests.jsonl, without its number. */
export function goldenLine(request: Request): Record<string, unknown> {
  const { task, docIndex, idx, type, prompt, continuation, generation } = request;
  const args = type === "loglikelihood"
    ? [prompt, continuation]
    : type === "loglikelihood_rolling"
    ? [prompt]
    : [prompt, generationKwargs(generation ?? {})];
  return { task, "doc_id": docIndex, idx, type, args };
}

/** Short hash of a request line. */
export function lineHash(line: Record<string, unknown>): string {
  const { task, doc_id: docId, idx, type, args } = line;
  return sha256(canonicalJson({ task, "doc_id": docId, idx, type, args })).slice(0, 16);
}
