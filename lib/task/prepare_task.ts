/**
 * A task meets its rows: which are evaluated, which serve as shots, what is
 * asked for each. Everything that can be wrong is found before the first
 * request.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { docBuilder } from "./build_doc.ts";
import { checkDocs, dataWarning } from "./check_docs.ts";
import { planShots, type ShotPlan, type ShotPool } from "./draw_shots.ts";
import { hashTask } from "./hash_doc.ts";
import { processDocs } from "./number_docs.ts";
import { pickDocs, shotPool, splitOf } from "./pick_docs.ts";
import type { PreparedDoc } from "./prepared_doc.ts";
import type { DocStub, PreparedTask, PrepareOptions, Splits } from "./prepared_task.ts";
import type { Task } from "./task.ts";

export type { DocStub, PreparedTask, PrepareOptions, Splits } from "./prepared_task.ts";

/**
 * Prepares a task on its rows. Evaluated are the rows of the test split, else
 * of the validation split; shots come from the few-shot split, else the fixed
 * examples, else training, validation or the evaluated rows themselves, and
 * are drawn in document order, so that `limit` changes none of the first
 * prompts.
 *
 * @throws {TaskError} `missing_split`, `no_docs`, `too_few_shots`.
 * @throws {DataError} See `checkDocs`.
 * @throws {RangeError} On a limit or position that makes no sense.
 *
 * @example
 * ```ts
 * import { prepareTask } from "./prepare_task.ts";
 * import { defineTask } from "./define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "sums", prompt: (doc) => `${doc.q}=`, target: (doc) => doc.a });
 * const splits = { test: [{ q: "1+1", a: "2" }, { q: "2+2", a: "4" }] };
 * const prepared = prepareTask(task, splits, { numFewshot: 1 });
 * const prompts = [...prepared.docs()].map((doc) => doc.requests[0]?.prompt);
 * assertEquals(prompts, ["2+2= 4\n\n1+1=", "1+1= 2\n\n2+2="]);
 * ```
 */
export function prepareTask(task: Task, splits: Splits, options: PrepareOptions = {}): PreparedTask {
  const evalSplit = task.testSplit ?? task.validationSplit;
  if (evalSplit === undefined) {
    throw new TaskError(`Cannot prepare task "${task.name}": wanted a test or validation split, found none`, {
      code: "missing_split",
    });
  }
  const all = processDocs(splitOf(task, splits, evalSplit, "evaluation"), task.processDocs);
  if (all.length === 0) {
    throw new TaskError(
      `Cannot prepare task "${task.name}": wanted rows in split "${evalSplit}", found none`,
      {
        code: "no_docs",
      },
    );
  }
  const chosen = pickDocs(all, options);
  const fixed = task.fewshot.count;
  const count = fixed === 0 ? 0 : options.numFewshot ?? fixed ?? 0;
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(`Cannot draw shots: wanted a count of 0 or more, found "${count}"`);
  }
  const seed = options.fewshotSeed === undefined ? 1234 : options.fewshotSeed;
  const faults = checkDocs(task, chosen.map(({ doc }) => doc));
  const rolling = task.outputType === "loglikelihood_rolling";
  const none: ShotPool = { docs: [], split: null };
  const pool = count === 0 || rolling ? none : shotPool(task, splits, { docs: all, split: evalSplit });
  const plan: ShotPlan = planShots(task, {
    pool,
    evalDocs: all,
    evalSplit,
    count: rolling ? 0 : count,
    seed,
  });
  if (plan.overlap > 0) faults.push(dataWarning("shots_overlap", plan.overlap));

  const build = docBuilder(task, options);
  const leaking = new Set<string>();
  const unfilled = new Set<string>();
  function* stubs(): Iterable<DocStub> {
    const draw = plan.start();
    for (const { doc, docIndex } of chosen) {
      const shots = draw(doc);
      yield {
        doc,
        docIndex,
        build: () => {
          if (plan.leaks(doc, shots)) leaking.add(doc.id);
          const built = build(doc, docIndex, shots);
          const text = built.requests[0]?.prompt ?? "";
          if (
            text.includes("undefined") && /\bundefined\b/.test(text) &&
            !JSON.stringify([doc.fields, shots, task.name]).includes("undefined")
          ) {
            unfilled.add(doc.id);
          }
          return built;
        },
      };
    }
  }
  function* docs(): Iterable<PreparedDoc> {
    for (const stub of stubs()) yield stub.build();
  }
  // a template that does not fit the columns shows on the first row, before anything is asked
  const first = chosen[0];
  if (first !== undefined) build(first.doc, first.docIndex, plan.start()(first.doc));
  return {
    task,
    numFewshot: rolling ? 0 : count,
    fewshotSeed: seed,
    evalDocs: chosen.map(({ doc }) => doc),
    totalDocs: all.length,
    evalSplit,
    get warnings() {
      const counted: [string, number][] = [
        ["shot_contains_item", leaking.size],
        ["undefined_in_prompt", unfilled.size],
      ];
      return [...faults, ...counted.filter(([, n]) => n > 0).map(([code, n]) => dataWarning(code, n))];
    },
    stubs,
    docs,
    hash: () => {
      const hashes = [];
      for (const doc of docs()) hashes.push(doc.hashes);
      return hashTask(hashes, task.filters.length);
    },
  };
}
