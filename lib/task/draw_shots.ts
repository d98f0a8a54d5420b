/**
 * Which solved examples stand before a question: lm-eval's pool, exclusion and
 * samplers, drawn in document order from one seeded stream.
 *
 * @module
 */
import { canonicalJson } from "../core/canonical.ts";
import { TaskError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { Doc, Fields } from "../dataset/doc.ts";
import { contentKey } from "./content_key.ts";
import { namingDoc } from "./naming_doc.ts";
import type { Task } from "./task.ts";

/** The rows shots are drawn from. */
export interface ShotPool {
  /** The rows, after the task's `processDocs`. */
  readonly docs: readonly Doc[];
  /** Split they came from; null for fixed examples. */
  readonly split: string | null;
}

/** What {@linkcode planShots} needs to know beside the task. */
export interface ShotPlanOptions {
  /** Where shots come from. */
  readonly pool: ShotPool;
  /** All evaluated docs, before any limit. */
  readonly evalDocs: readonly Doc[];
  /** Split the evaluated docs came from. */
  readonly evalSplit: string;
  /** Shots per prompt. */
  readonly count: number;
  /** Seed of the stream; null = a fresh one from the system. */
  readonly seed: number | null;
}

/** A checked way to draw shots. */
export interface ShotPlan {
  /** Rows of the pool that ask what an evaluated row asks. */
  readonly overlap: number;
  /** Starts a fresh stream; call the result once per evaluated doc, in order. */
  start(): (doc: Doc) => readonly Fields[];
  /** Whether one of the shots asks the same as the doc. */
  leaks(doc: Doc, shots: readonly Fields[]): boolean;
}

/** Rows Python would call equal give equal texts; computed once per row. */
function rowTexts(): (fields: Fields) => string {
  const known = new WeakMap<Fields, string>();
  return (fields) => {
    let text = known.get(fields);
    if (text === undefined) known.set(fields, text = canonicalJson(fields, { wide: true }));
    return text;
  };
}

function tooFew(task: Task, asked: number, available: number): never {
  throw new TaskError(
    `Cannot draw shots for task "${task.name}": wanted ${asked}, found ${available} rows to draw from`,
    {
      code: "too_few_shots",
      hint: `Ask for at most ${Math.max(available, 0)} shots or give a larger few-shot split`,
      details: { task: task.name, asked, available },
    },
  );
}

function mostRepeats(texts: readonly string[]): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const text of texts) {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count > most) most = count;
  }
  return most;
}

/**
 * Decides how the shots of a task are drawn and checks that there are enough.
 *
 * For tasks with `parity` the rules are lm-eval's: a doc is kept out of its
 * own shots only when few-shot split and test split have the same name (or
 * neither is set). On all other tasks no doc ever sees itself: rows of another
 * split that ask the same question leave the pool, and a doc that is drawn
 * from its own split is excluded by id and by content.
 *
 * @throws {TaskError} With code `too_few_shots`, before any request exists.
 *
 * @example
 * ```ts
 * import { planShots } from "./draw_shots.ts";
 * import { defineTask } from "./define_task.ts";
 * import { numberDocs } from "./number_docs.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const docs = numberDocs([{ q: "1+1", a: "2" }, { q: "2+2", a: "4" }]);
 * const pool = { docs, split: "test" };
 * const plan = planShots(task, { pool, evalDocs: docs, evalSplit: "test", count: 1, seed: 1234 });
 * assertEquals(plan.start()(docs[0]!).map((shot) => shot.q), ["2+2"]);
 * ```
 */
export function planShots(task: Task, options: ShotPlanOptions): ShotPlan {
  const { pool, evalDocs, evalSplit, count, seed } = options;
  if (count === 0) return { overlap: 0, start: () => () => [], leaks: () => false };
  const parity = task.parity === true;
  const sameSplit = pool.split === evalSplit;
  const keyOf = (fields: Fields): string => contentKey(task, fields);
  const keyOfDoc = (doc: Doc): string => namingDoc(task, doc, () => keyOf(doc.fields));
  const evalKeys = new Set(evalDocs.map(keyOfDoc));
  const poolKeys = pool.docs.map(keyOfDoc);
  const overlap = sameSplit ? 0 : poolKeys.filter((key) => evalKeys.has(key)).length;
  const keep = (i: number): boolean => parity || sameSplit || !evalKeys.has(poolKeys[i] as string);
  const docs = pool.docs.filter((_, i) => keep(i));
  const keys = poolKeys.filter((_, i) => keep(i));

  const lmEvalExcludes = (task.fewshot.split ?? task.fewshotSplit ?? null) === (task.testSplit ?? null);
  const excludes = parity ? lmEvalExcludes : sameSplit;
  const textOf = rowTexts();
  const sameness = parity ? docs.map((doc) => excludes ? textOf(doc.fields) : "") : keys;
  const first = task.fewshot.sampler === "first_n";
  const available = docs.length - (excludes ? mostRepeats(sameness) : 0);
  if (count > available) tooFew(task, count, available);

  const start = (): (doc: Doc) => readonly Fields[] => {
    const random = new Random(seed);
    return (doc) => {
      const own = excludes ? (parity ? textOf(doc.fields) : keyOf(doc.fields)) : null;
      const allowed = (i: number): boolean =>
        own === null || (sameness[i] !== own && (parity || docs[i]?.id !== doc.id));
      const all = (): number[] => docs.map((_, i) => i).filter(allowed);
      let picked: number[];
      if (first) picked = (excludes ? all() : docs.slice(0, count).map((_, i) => i)).slice(0, count);
      else {
        picked = random.sampleIndices(docs.length, excludes ? count + 1 : count).filter(allowed).slice(
          0,
          count,
        );
        if (picked.length < count) picked = random.sample(all(), count);
      }
      return picked.map((i) => (docs[i] as Doc).fields);
    };
  };
  const poolKeySet = new Set(keys);
  const leaks = (doc: Doc, shots: readonly Fields[]): boolean => {
    const key = keyOf(doc.fields);
    return poolKeySet.has(key) && shots.some((shot) => keyOf(shot) === key);
  };
  return { overlap, start, leaks };
}
