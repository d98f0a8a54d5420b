/**
 * One line of lm-eval's `samples_*.jsonl`.
 *
 * @module
 */
import type { OutputType, SampleValue, Target } from "../task/task.ts";
import type { StoredSample } from "./stored_run.ts";
import type { LmEvalConfig } from "./lm_eval_config.ts";

type Line = LmEvalConfig;

function argumentsOf(line: Line): (readonly [string, unknown])[] {
  return Object.values<Line>(line.arguments ?? {}).map((one) => [String(one.arg_0 ?? ""), one.arg_1]);
}

/** Arrays of numpy are printed, `[0.1 0.2]`; a score is a number, a list or such a text. */
function score(value: unknown): SampleValue {
  if (typeof value === "string" && /^\[[-\d.e\s]*\]$/.test(value)) {
    return value.slice(1, -1).trim().split(/\s+/).map(Number);
  }
  return value as SampleValue;
}

/** With one continuation after different contexts the contexts are the choices. */
function isMultipleInput(requests: readonly (readonly [string, unknown])[]): boolean {
  return requests.length > 1 && new Set(requests.map(([, rest]) => rest)).size === 1 &&
    new Set(requests.map(([context]) => context)).size > 1;
}

/** The file does not say which context is right; the recorded `acc` does. */
function goldOfInputs(line: Line, logliks: readonly (readonly [number, boolean])[]): number {
  const values = logliks.map(([value]) => value);
  const best = values.indexOf(Math.max(...values));
  return Number(line.acc) === 1 ? best : best === 0 ? 1 : 0;
}

interface Chosen {
  readonly choices: readonly string[];
  readonly target: Target;
}

function chosen(line: Line, config: Line, parts: Pick<StoredSample, "requests" | "logliks">): Chosen {
  const logliks = parts.logliks ?? [];
  const metrics: Line[] = config.metric_list ?? [];
  const mutual = metrics.some((one) => one.metric === "acc_mutual_info");
  const count = mutual ? logliks.length / 2 : logliks.length;
  const requests = parts.requests.slice(0, count);
  if (isMultipleInput(requests)) {
    return { choices: requests.map(([context]) => context), target: goldOfInputs(line, logliks) };
  }
  // Under a chat template lm-eval drops the delimiter.
  const delimiter: string = config.target_delimiter ?? " ";
  const choices = requests.map(([, rest]) => {
    const text = String(rest);
    return text.startsWith(delimiter) ? text.slice(delimiter.length) : text;
  });
  const gold = String(line.target);
  const at = /^\d+$/.test(gold) ? Number(gold) : choices.indexOf(gold);
  return { choices, target: /^\[[\d,\s]*\]$/.test(gold) ? JSON.parse(gold) : at < 0 ? -100 : at };
}

function replies(line: Line, type: OutputType): Pick<StoredSample, "replies" | "logliks"> {
  const first: unknown[] = line.resps?.[0] ?? [];
  if (type === "generate_until") return { replies: first.map(String), logliks: null };
  if (type === "loglikelihood_rolling") {
    return { replies: null, logliks: line.filtered_resps.map((value: unknown) => [Number(value), false]) };
  }
  return {
    replies: null,
    logliks: line.filtered_resps.map(([value, greedy]: [unknown, unknown]) => [
      Number(value),
      String(greedy) === "True" || greedy === true,
    ]),
  };
}

/**
 * Joins the lines of one doc, one a filter, to a stored sample.
 *
 * @example
 * ```ts
 * import { fromLmEvalLines } from "./lm_eval_sample.ts";
 * import { assertEquals } from "@std/assert";
 * const line = {
 *   doc_id: 0, doc: { q: "1+1" }, target: "2", arguments: { gen_args_0: { arg_0: "1+1=", arg_1: {} } },
 *   resps: [["2"]], filtered_resps: ["2"], filter: "none", metrics: ["exact_match"], exact_match: 1,
 * };
 * const sample = fromLmEvalLines([line], { output_type: "generate_until" });
 * assertEquals([sample.replies, sample.scores], [["2"], { "exact_match,none": 1 }]);
 * ```
 */
export function fromLmEvalLines(lines: readonly LmEvalConfig[], config: LmEvalConfig): StoredSample {
  const line = lines[0] as Line;
  const type: OutputType = config.output_type ?? "generate_until";
  const requests = argumentsOf(line);
  const answers = replies(line, type);
  const multiple = type === "multiple_choice";
  const { choices, target } = multiple
    ? chosen(line, config, { requests, logliks: answers.logliks })
    : { choices: [], target: String(line.target) };
  const filtered: Record<string, readonly (string | null)[]> = {};
  const scores: Record<string, SampleValue> = {};
  for (const one of lines) {
    const filter = String(one.filter ?? "none");
    if (type === "generate_until") filtered[filter] = one.filtered_resps.flat();
    for (const metric of one.metrics ?? []) scores[`${metric},${filter}`] = score(one[metric]);
  }
  return {
    docId: String(line.doc_id),
    docIndex: Number(line.doc_id),
    epoch: 0,
    fields: line.doc ?? {},
    target,
    choices,
    requests,
    ...answers,
    filtered,
    scores,
    hashes: typeof line.doc_hash === "string"
      ? { doc: line.doc_hash, prompt: line.prompt_hash, target: line.target_hash }
      : null,
    error: null,
  };
}
