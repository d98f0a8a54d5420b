/**
 * Inspect's JSON logs (EvalLog version 2) as stored answers.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import type { SampleValue } from "../task/task.ts";
import type { LmEvalConfig } from "./lm_eval_config.ts";
import type { StoredRun, StoredSample } from "./stored_run.ts";

/** Inspect's grades as numbers: correct, partial, incorrect, no answer. */
const GRADES: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

function grade(value: unknown): SampleValue {
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  return typeof value === "string" && Object.hasOwn(GRADES, value) ? GRADES[value] as number : null;
}

function textOf(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

function toSample(sample: LmEvalConfig, index: number): StoredSample {
  const reply = sample.output?.completion ?? sample.output?.choices?.[0]?.message?.content;
  return {
    docId: String(sample.id),
    docIndex: index,
    epoch: Math.max(0, Number(sample.epoch ?? 1) - 1),
    fields: { input: sample.input, ...sample.metadata },
    target: Array.isArray(sample.target) ? sample.target.map(String) : String(sample.target ?? ""),
    choices: sample.choices ?? [],
    requests: [[textOf(sample.input), null]],
    replies: reply === undefined ? null : [textOf(reply)],
    logliks: null,
    filtered: {},
    scores: Object.fromEntries(
      Object.entries<LmEvalConfig>(sample.scores ?? {}).map(([name, score]) => [
        `${name},none`,
        grade(score.value),
      ]),
    ),
    hashes: null,
    error: sample.error ? String(sample.error.message ?? "error") : reply === undefined ? "no_reply" : null,
  };
}

/**
 * Reads an Inspect log in its JSON form: the replies become stored answers,
 * the grades of its scorers their scores (C 1, P 0.5, I and N 0). A sample
 * with an error has no score. Logs in the `.eval` form are converted first:
 * `inspect log convert --to json`.
 *
 * @throws {ResultError} `bad_import` when it is no such log.
 *
 * @example
 * ```ts
 * import { importInspect } from "./import_inspect.ts";
 * import { assertEquals } from "@std/assert";
 * const log = {
 *   version: 2, eval: { task: "demo", model: "m" },
 *   samples: [{ id: 1, input: "1+1", target: "2", output: { completion: "2" }, scores: { match: { value: "C" } } }],
 * };
 * assertEquals(importInspect(log).tasks[0]?.samples[0]?.scores, { "match,none": 1 });
 * ```
 */
export function importInspect(log: unknown): StoredRun {
  const { version, eval: about, samples } = (log ?? {}) as LmEvalConfig;
  if (version !== 2 || typeof about?.task !== "string" || !Array.isArray(samples)) {
    throw new ResultError(
      `Cannot import the log: wanted an Inspect log of version 2 with samples, found version "${version}"`,
      {
        code: "bad_import",
      },
    );
  }
  const seen = new Map<string, number>();
  const stored = samples.map((sample: LmEvalConfig): StoredSample => {
    const key = String(sample.id);
    if (!seen.has(key)) seen.set(key, seen.size);
    return toSample(sample, seen.get(key) as number);
  });
  return {
    from: "inspect",
    model: String(about.model ?? ""),
    createdUtc: about.created === undefined ? null : new Date(about.created).toISOString(),
    tasks: [{
      name: about.task,
      alias: about.task,
      version: about.task_version ?? 0,
      outputType: "generate_until",
      numFewshot: 0,
      totalDocs: about.dataset?.samples ?? null,
      filters: [{ name: "none", steps: [{ function: "take_first" }] }],
      opaqueFilters: [],
      metrics: [],
      samples: stored,
    }],
    groups: [],
  };
}
