/**
 * What a run may cost, before anything is asked.
 *
 * @module
 */
import { type Price, priceUsd } from "../model/price.ts";
import type { TaskJob } from "./task_job.ts";

/** Prompts that are looked at, per task. */
const PROBES = 8;
/** A token of Latin text is rarely shorter. */
const CHARS_PER_TOKEN = 4;
/** What is asked for when a task names no limit of its own. */
const DEFAULT_TOKENS = 256;

/**
 * US dollars a run may cost at most, about: prompts by their length (a few of
 * each task stand for all), replies by their token limit. Null when the price
 * is unknown.
 *
 * @example
 * ```ts
 * import { quoteJobs } from "./quote.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([quoteJobs([], { input: 1, output: 2 }), quoteJobs([], null)], [0, null]);
 * ```
 */
export function quoteJobs(jobs: readonly TaskJob[], price: Price | null): number | null {
  if (price === null) return null;
  let usd = 0;
  for (const { prepared, epochs, generation } of jobs) {
    const { task, evalDocs } = prepared;
    const step = Math.max(1, Math.floor(evalDocs.length / PROBES));
    const replyTokens = task.outputType === "generate_until"
      ? generation?.maxTokens ?? task.generation?.maxTokens ?? DEFAULT_TOKENS
      : 1;
    let probes = 0;
    let inputTokens = 0;
    let outputTokens = 0;
    for (const stub of prepared.stubs()) {
      if (stub.docIndex % step !== 0) continue;
      try {
        const { requests } = stub.build();
        for (const { prompt } of requests) inputTokens += Math.ceil(prompt.length / CHARS_PER_TOKEN);
        outputTokens += requests.length * replyTokens;
        probes++;
      } catch { /* the unit itself will say why */ }
    }
    const times = probes === 0 ? 0 : evalDocs.length * epochs / probes;
    usd += times * (priceUsd(price, { inputTokens, outputTokens }) ?? 0);
  }
  return usd;
}
