/**
 * Tells whether two rows ask the same thing, whatever their ids, metadata or
 * order of options.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import type { Task } from "./task.ts";

const LABEL = /^\(?[a-z0-9]{1,2}[.):]+\s+/;

/**
 * The normalised question with its options in sorted order: letters in lower
 * case, blanks collapsed, option labels dropped, lines sorted. Two rows with
 * equal keys ask the same question with the same options.
 *
 * @example
 * ```ts
 * import { contentKey } from "./content_key.ts";
 * import { defineTask } from "./define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({
 *   name: "t",
 *   prompt: (doc) => `${doc.q}\nA. ${doc.a}\nB. ${doc.b}`,
 *   target: (doc) => doc.a,
 * });
 * assertEquals(
 *   contentKey(task, { q: "Which?", a: "x", b: "y" }),
 *   contentKey(task, { q: "which? ", a: "y", b: "x" }),
 * );
 * ```
 */
export function contentKey(task: Pick<Task, "prompt" | "choices">, fields: Fields): string {
  const prompt = task.prompt(fields);
  const choices = typeof task.choices === "function" ? task.choices(fields) : [];
  const text = typeof prompt === "string" ? prompt : "";
  const lines = [...text.split("\n"), ...choices].map((line) => {
    const plain = line.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
    return plain.replace(LABEL, "");
  });
  return lines.filter((line) => line !== "").sort().join("\n");
}
