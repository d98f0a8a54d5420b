/**
 * Ports of metrics and aggregations over pairs of gold and reply.
 *
 * @module
 */
import { pythonRegExp } from "../../core/regex/python_regex.ts";
import type { TaskFunction } from "../task_functions.ts";
import type { PortTable, Row } from "./port.ts";

// deno-lint-ignore no-explicit-any
type Pair = readonly [any, any];

/** Share of equal pairs: what micro-averaged F1 is with one label per sample. */
function microF1(pairs: readonly Pair[]): number {
  return pairs.filter(([gold, reply]) => gold === reply).length / pairs.length;
}

/** F1 per gold label, weighted by how often it occurs. */
function weightedF1(pairs: readonly Pair[]): number {
  let sum = 0;
  for (const label of new Set(pairs.map(([gold]) => gold))) {
    const support = pairs.filter(([gold]) => gold === label).length;
    const predicted = pairs.filter(([, reply]) => reply === label).length;
    const hits = pairs.filter(([gold, reply]) => gold === label && reply === label).length;
    sum += support * (2 * hits / (support + predicted));
  }
  return sum / pairs.length;
}

const WORD = pythonRegExp("\\S+");

function squadTokens(text: string): string[] {
  const plain = text.toLowerCase().replace(/[!-/:-@[-`{-~]/g, "");
  return WORD.findall(pythonRegExp("\\b(a|an|the)\\b").replace(plain, " ")) as string[];
}

/** Mean token F1. */
function tokenF1Of(pairs: readonly Pair[]): number {
  const scores = pairs.map(([gold, reply]) => {
    const [want, got] = [squadTokens(gold), squadTokens(reply)];
    const left = [...want];
    let same = 0;
    for (const token of got) {
      const at = left.indexOf(token);
      if (at < 0) continue;
      left.splice(at, 1);
      same++;
    }
    if (same === 0) return 0;
    const [precision, recall] = [same / got.length, same / want.length];
    return 2 * precision * recall / (precision + recall);
  });
  return scores.reduce((sum, one) => sum + one, 0) / scores.length;
}

/** Mean share of equal tags over the common length. */
function tagAccuracy(pairs: readonly Pair[]): number {
  const shares = pairs.map(([gold, reply]) => {
    const tags = [...reply].flatMap((one) => [...one]);
    const length = Math.min(gold.length, tags.length);
    let equal = 0;
    for (let i = 0; i < length; i++) if (gold[i] === tags[i]) equal++;
    return equal / length;
  });
  return shares.reduce((sum, one) => sum + one, 0) / shares.length;
}

/** Probability mass of the true answers. */
const truthMass: TaskFunction = (row: Row, results: readonly (readonly [number, boolean])[]) => {
  const masses = results.map(([loglik]) => Math.exp(loglik));
  const all = masses.reduce((sum, one) => sum + one, 0);
  const labels = row["mc2_targets"]["labels"];
  return { acc: masses.reduce((sum, one, i) => labels[i] === 1 ? sum + one / all : sum, 0) };
};

/** Keys of sources to ports. */
export const SCORE_PORTS: PortTable = {
  "lm_eval.utils.weighted_f1_score": () => weightedF1,
  "32bf51c776dea610": () => microF1,
  "a005d869f287578b": () => tokenF1Of,
  "8fa0061ffa3518fc": () => tagAccuracy,
  "e6bf1b3cb7e57afb": () => truthMass,
  "f2425f71f2254eb5": () => (pair: unknown) => pair,
};
