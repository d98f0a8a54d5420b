/**
 * Parts that several prompts have in common.
 *
 * @module
 */
import { pyStr } from "../core/python.ts";
import { pyStrip } from "../core/python_strip.ts";
import { fenced } from "./fence.ts";
import type { RubricPolarity } from "./rubric.ts";

/** Text of a value that may be missing: null and undefined are none; else stripped. */
export function referenceText(value: unknown): string {
  return value === null || value === undefined ? "" : pyStrip(pyStr(value));
}

/** A fenced block and a blank line, or nothing for a blank text. */
export function optionalBlock(label: string, text: string, word: string): string {
  return pyStrip(text) === "" ? "" : `${fenced(label, pyStrip(text), word)}\n\n`;
}

/** What "better" means, for orders and comparisons. */
export function betterMeans(polarity: RubricPolarity): string {
  return polarity === "positive"
    ? "The criterion names a merit: better is what fulfils it more fully."
    : "The criterion names a flaw: better is what shows less of it.";
}
