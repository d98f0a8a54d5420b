/** @module */
import type { Context } from "../core/context.ts";
import type { ModelResponse } from "../model/model.ts";
import type { DocStub } from "../task/prepare_task.ts";
import type { PreparedDoc } from "../task/build_doc.ts";
import type { Task } from "../task/task.ts";
import { askDoc, type AskOptions, type DocReplies } from "./ask_doc.ts";
import { blankSample, encodeSample, type SampleData, type SampleTokens } from "./sample.ts";
import type { SampleGrader } from "./sample_grader.ts";
import type { SampleJudge } from "./sample_judge.ts";
import { type DocScore, scoreDoc, withScores } from "./score_doc.ts";
import type { Unit, UnitOutcome } from "./unit.ts";
import { outcomeOfError } from "./unit_outcome.ts";

/** How the samples of a task are asked and recorded. */
export interface SampleUnitOptions extends Omit<AskOptions, "epoch"> {
  /** 0-based repetition of the doc; default 0. */
  readonly epoch?: number;
  /** Prefix keys all samples of the task share, outermost first. */
  readonly prefixes?: readonly string[];
  /** Stamped on multiple-choice samples: `loglikelihood`, or the choice protocol in use. */
  readonly choiceProtocol?: string | null;
  /** Adds what a judge says to the scores. */
  readonly judge?: SampleJudge;
  /** Runs the code of the replies. */
  readonly grade?: SampleGrader;
  /** Replaces {@linkcode askDoc}, for choice protocols. */
  readonly ask?: (prepared: PreparedDoc, options: AskOptions, context: Context) => Promise<DocReplies>;
}

/**
 * Makes the unit of one sample: build, ask, filter, score, record. What was
 * answered is kept also when it cannot be scored. A reply cut by the token
 * limit is scored and `limited`; one from which no answer can be read is
 * scored 0 and `unparsed`; a failed request is an `error`, never a 0.
 *
 * @example
 * ```ts
 * import { sampleUnit } from "./sample_unit.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { prepareTask } from "../task/prepare_task.ts";
 * import { scriptedModel } from "../model/scripted_model.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const [stub] = prepareTask(task, { test: [{ q: "1+1=", a: "2" }] }).stubs();
 * const outcome = await sampleUnit(task, stub!, { model: scriptedModel(() => "2") }).run({});
 * assert(outcome.status === "ok" && outcome.data.score === 1);
 * ```
 */
export function sampleUnit(task: Task, stub: DocStub, options: SampleUnitOptions): Unit {
  const { epoch = 0, prefixes, choiceProtocol = null, ask = askDoc } = options;
  const id = `${task.name}/${stub.doc.id}${epoch > 0 ? `/e${epoch}` : ""}`;
  const judged = judging(options.judge);
  return {
    id,
    group: task.name,
    ...(prefixes && prefixes.length > 0 ? { prefixes } : {}),
    run: async (context) => {
      const sample: Draft = blankSample(task.name, stub.doc.id);
      sample.docIndex = stub.docIndex;
      sample.epoch = epoch;
      sample.choiceProtocol = choiceProtocol;
      try {
        const prepared = stub.build();
        sample.prompt = prepared.requests[0]?.prompt ?? null;
        sample.target = prepared.target;
        sample.choices = prepared.choices;
        sample.hashes = prepared.hashes;
        const replies = await ask(prepared, { ...options, epoch }, context);
        recordReplies(sample, replies);
        const unrun = scoreDoc(task, prepared, replies);
        const texts = replies.responses.map((response) => response.text);
        const graded = await options.grade?.(prepared, texts, context);
        if (graded !== undefined) sample.code = graded.code;
        const run = graded === undefined ? unrun : withScores(task, unrun, graded.scores);
        const score = await judged(run, { task, prepared, replies, context });
        sample.scores = score.scores;
        sample.score = score.score;
        sample.answer = score.answer;
        sample.unparsed = score.unparsed;
        return outcomeOf(sample, replies, score.reason);
      } catch (error) {
        // Also after an abort: the engine decides what it was, and keeps what is known.
        const failed = outcomeOfError(error);
        return { ...failed, data: { ...encodeSample(sample), ...failed.data } };
      }
    },
  };
}

interface Scored {
  readonly task: Task;
  readonly prepared: PreparedDoc;
  readonly replies: DocReplies;
  readonly context: Context;
}

/** Puts a judge's values over the scores; the primary one becomes the sample's. */
function judging(judge: SampleJudge | undefined): (score: DocScore, scored: Scored) => Promise<DocScore> {
  return async (score, { task, prepared, replies, context }) => {
    if (judge === undefined) return score;
    const values = await judge({
      fields: prepared.doc.fields,
      prompt: prepared.requests[0]?.prompt ?? "",
      response: replies.responses[0]?.text ?? "",
      target: prepared.target,
      scores: score.scores,
    }, context);
    const primary = values[`${task.primaryMetric},none`];
    return {
      ...score,
      scores: { ...score.scores, ...values },
      score: typeof primary === "number" ? primary : score.score,
    };
  };
}

/** A sample in the making. */
type Draft = { -readonly [K in keyof SampleData]: SampleData[K] };

function recordReplies(sample: Draft, { responses, logliks, picked }: DocReplies): void {
  if (logliks === null || picked !== undefined) {
    sample.replies = responses.map((response) => response.rawText ?? response.text);
  }
  if (logliks !== null) sample.logliks = logliks.map(({ loglik, isGreedy }) => [loglik, isGreedy]);
  sample.tokens = sumTokens(responses);
  sample.cached = responses.length > 0 && responses.every((response) => response.cached === true);
  sample.requests = responses.reduce((sum, response) => sum + response.attempts, 0);
  const serving = responses.find((response) => response.serving !== undefined)?.serving;
  if (serving !== undefined) sample.serving = { ...serving };
}

function sumTokens(responses: readonly ModelResponse[]): SampleTokens {
  let input: number | null = 0;
  let output: number | null = 0;
  for (const { usage } of responses) {
    input = input === null || usage.inputTokens === null ? null : input + usage.inputTokens;
    output = output === null || usage.outputTokens === null ? null : output + usage.outputTokens;
  }
  return { input, output };
}

function outcomeOf(sample: SampleData, replies: DocReplies, unreadable: string | null): UnitOutcome {
  const generated = replies.logliks === null && (replies.picked === undefined || replies.freeReply === true);
  const problem = replies.responses.find((response) => response.problem !== undefined)?.problem;
  const cut = generated && replies.responses.some((response) => response.finishReason === "length");
  if (cut || problem === "truncated_reasoning") {
    return { status: "limited", reason: problem ?? "token_limit", data: encodeSample(sample) };
  }
  // The nearer cause names itself: an empty reply is why nothing could be read.
  const reason = sample.unparsed ? problem ?? unreadable ?? "no_answer" : undefined;
  return { status: "ok", ...(reason === undefined ? {} : { reason }), data: encodeSample(sample) };
}
