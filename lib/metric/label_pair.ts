/**
 * Gold and predicted label as numbers, and the F1 of one label.
 *
 * @module
 */
import type { SampleView } from "../task/task.ts";
import { pickedChoice } from "./acc.ts";
import { goldTexts, replyText } from "./gold.ts";

/** `[gold, predicted]` as indices; -1 for a prediction that is none of the labels. */
export function labelPair(view: SampleView, labels: readonly string[] | undefined): [number, number] {
  if (view.outputType === "multiple_choice") {
    const first = Array.isArray(view.target) ? view.target[0] : view.target;
    const gold = typeof first === "number" ? first : view.choices.indexOf(String(first));
    return [gold, pickedChoice(view)];
  }
  const reply = replyText(view);
  const gold = goldTexts(view)[0] ?? "";
  if (labels !== undefined) return [labels.indexOf(gold), reply === null ? -1 : labels.indexOf(reply)];
  const read = (text: string | null): number =>
    text !== null && /^-?\d+$/.test(text.trim()) ? Number(text) : -1;
  return [read(gold), read(reply)];
}

/** F1 of one class from its counts; 0 where it is not defined. */
export function binaryF1(hit: number, falseHit: number, miss: number): number {
  return hit === 0 ? 0 : (2 * hit) / (2 * hit + falseHit + miss);
}
