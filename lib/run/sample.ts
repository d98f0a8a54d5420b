/**
 * The record of one answered sample, and its form in the ledger.
 *
 * @module
 */
import type { SampleValue, Target } from "../task/task.ts";
import type { LedgerRecord } from "./ledger_line.ts";
import type { SampleCode } from "./sample_grader.ts";
import type { UnitStatus } from "./unit.ts";

/** Token counts of a sample, summed over its requests; null where the server did not say. */
export interface SampleTokens {
  /** Tokens of the prompts. */
  readonly input: number | null;
  /** Generated tokens. */
  readonly output: number | null;
}

/** Everything known about one sample of one epoch. JSON-safe. */
export interface Sample {
  /** Id of the unit: `task/doc id`, with `/e1` and so on for further epochs. */
  readonly id: string;
  /** Name of the task. */
  readonly task: string;
  /** Id of the doc. */
  readonly docId: string;
  /** 0-based position among the evaluated docs. */
  readonly docIndex: number;
  /** 0-based repetition. */
  readonly epoch: number;
  /** Outcome class. */
  readonly status: UnitStatus;
  /** Stable reason when not plainly scored. */
  readonly reason: string | null;
  /** Sentence for people, for errors. */
  readonly message: string | null;
  /** Context of the first request, as sent; for chat the JSON text of the messages. */
  readonly prompt: string | null;
  /** Right answer. */
  readonly target: Target | null;
  /** Choices of a multiple-choice doc. */
  readonly choices: readonly string[] | null;
  /** Reply as received, one per repeat; null for log-likelihoods. */
  readonly replies: readonly string[] | null;
  /** Log-likelihood and whether it was the greedy continuation, per request; null for replies. */
  readonly logliks: readonly (readonly [loglik: number, isGreedy: boolean])[] | null;
  /** What was read as the answer: text, index of a choice, or null. */
  readonly answer: string | number | null;
  /** True when no answer could be read from the reply; the score is then 0. */
  readonly unparsed: boolean;
  /** Value per `metric,filter`; empty when not scored. */
  readonly scores: Readonly<Record<string, SampleValue>>;
  /** Value of the primary metric, when it is a number; null when not scored. */
  readonly score: number | null;
  /** Tokens. */
  readonly tokens: SampleTokens;
  /** True when every reply came from the response cache. */
  readonly cached: boolean;
  /** Physical requests it took, retries included. */
  readonly requests: number;
  /** lm-eval's hashes of doc, prompt and target; null when the prompt could not be built. */
  readonly hashes: { readonly doc: string; readonly prompt: string; readonly target: string } | null;
  /** How a multiple-choice answer was obtained; null for plain generation. */
  readonly choiceProtocol: string | null;
  /** What the server said about itself. */
  readonly serving: Readonly<Record<string, unknown>> | null;
  /** What became of the code in the replies; absent where none was run. */
  readonly code?: readonly SampleCode[];
  /** Time it took. */
  readonly durationMs: number;
  /** Times it was run. */
  readonly attempts: number;
}

/** What a unit records of a sample; the rest of {@linkcode Sample} is in the ledger line itself. */
export type SampleData = Omit<Sample, "id" | "status" | "reason" | "message" | "durationMs" | "attempts">;

/**
 * Gives the `data` of a ledger line for a sample: snake_case, empty fields left out.
 *
 * @example
 * ```ts
 * import { blankSample, encodeSample } from "./sample.ts";
 * import { assert } from "@std/assert";
 * const data = encodeSample({ ...blankSample("t", "d"), score: 1 });
 * assert(data.doc_id === "d" && data.score === 1 && !("replies" in data));
 * ```
 */
export function encodeSample(sample: SampleData): Record<string, unknown> {
  const data: Record<string, unknown> = {
    "task": sample.task,
    "doc_id": sample.docId,
    "doc_index": sample.docIndex,
  };
  if (sample.epoch > 0) data.epoch = sample.epoch;
  if (sample.prompt !== null) data.prompt = sample.prompt;
  if (sample.target !== null) data.target = sample.target;
  if (sample.choices !== null && sample.choices.length > 0) data.choices = sample.choices;
  if (sample.replies !== null) data.replies = sample.replies;
  if (sample.logliks !== null) data.logliks = sample.logliks;
  data.answer = sample.answer;
  if (sample.unparsed) data.unparsed = true;
  data.scores = sample.scores;
  data.score = sample.score;
  data.tokens = sample.tokens;
  if (sample.cached) data.cached = true;
  data.requests = sample.requests;
  if (sample.hashes !== null) data.hashes = sample.hashes;
  if (sample.choiceProtocol !== null) data["choice_protocol"] = sample.choiceProtocol;
  if (sample.serving !== null) data.serving = sample.serving;
  if (sample.code !== undefined) {
    data.code = sample.code.map(({ perTest, durationMs, ...rest }) => ({
      ...rest,
      "per_test": perTest,
      "duration_ms": Math.round(durationMs),
    }));
  }
  return data;
}

function decodeCode(rows: readonly Record<string, unknown>[]): SampleCode[] {
  return rows.map(({ per_test: perTest, duration_ms: durationMs, ...rest }) =>
    ({ ...rest, perTest, durationMs }) as unknown as SampleCode
  );
}

/**
 * Reads a sample back from a line of the ledger.
 *
 * @example
 * ```ts
 * import { decodeSample } from "./sample.ts";
 * import { assert } from "@std/assert";
 * const sample = decodeSample({
 *   ordinal: 0, status: "ok", id: "t/d", attempts: 1, finishedUtc: "", durationMs: 2,
 *   data: { task: "t", doc_id: "d", doc_index: 0, score: 1, scores: { "acc,none": 1 } },
 * });
 * assert(sample.score === 1 && sample.scores["acc,none"] === 1);
 * ```
 */
export function decodeSample(record: LedgerRecord): Sample {
  const data = record.data as Record<string, never>;
  return {
    id: record.id,
    // A unit that was given up could record nothing but its id.
    task: data.task ?? record.id.slice(0, Math.max(0, record.id.indexOf("/"))),
    docId: data.doc_id ?? record.id.slice(record.id.indexOf("/") + 1),
    docIndex: data.doc_index ?? 0,
    epoch: data.epoch ?? 0,
    status: record.status,
    reason: record.reason ?? null,
    message: record.message ?? null,
    prompt: data.prompt ?? null,
    target: data.target ?? null,
    choices: data.choices ?? null,
    replies: data.replies ?? null,
    logliks: data.logliks ?? null,
    answer: data.answer ?? null,
    unparsed: data.unparsed ?? false,
    scores: data.scores ?? {},
    score: data.score ?? null,
    tokens: data.tokens ?? { input: null, output: null },
    cached: data.cached ?? false,
    requests: data.requests ?? 0,
    hashes: data.hashes ?? null,
    choiceProtocol: data.choice_protocol ?? null,
    serving: data.serving ?? null,
    ...(data.code === undefined ? {} : { code: decodeCode(data.code) }),
    durationMs: record.durationMs,
    attempts: record.attempts,
  };
}

/**
 * A sample of which nothing is known yet but its doc.
 *
 * @example
 * ```ts
 * import { blankSample } from "./sample.ts";
 * import { assert } from "@std/assert";
 * assert(blankSample("t", "d").score === null);
 * ```
 */
export function blankSample(task: string, docId: string): SampleData {
  return {
    task,
    docId,
    docIndex: 0,
    epoch: 0,
    prompt: null,
    target: null,
    choices: null,
    replies: null,
    logliks: null,
    answer: null,
    unparsed: false,
    scores: {},
    score: null,
    tokens: { input: null, output: null },
    cached: false,
    requests: 0,
    hashes: null,
    choiceProtocol: null,
    serving: null,
  };
}
