/**
 * A task and the prompt of one row, for people.
 *
 * @module
 */
import type { Doc, Fields } from "../dataset/doc.ts";
import type { PreparedDoc } from "../task/prepared_doc.ts";
import type { Task } from "../task/task.ts";

/** A rule with a headline, so that blank lines of a prompt are seen as its own. */
function framed(title: string, text: string): string {
  return `--- ${title} ${"-".repeat(Math.max(3, 60 - title.length))}\n${text}\n`;
}

function metricNames(task: Task): string {
  return task.metrics.map((one) => "metric" in one ? one.metric : one.name).join(", ");
}

function shotsOf(task: Task): string {
  const { count, sampler } = task.fewshot;
  return count === null
    ? `the caller's choice (${sampler ?? "default"})`
    : `${count} (${sampler ?? "default"})`;
}

/**
 * What a task is, a line a property.
 *
 * @example
 * ```ts
 * import { describeTask } from "./show_task.ts";
 * import { findTask } from "../task/registry.ts";
 * import { assert } from "@std/assert";
 * assert(describeTask(await findTask("medmcqa")).includes("multiple_choice"));
 * ```
 */
export function describeTask(task: Task): string {
  const lines: [string, string | undefined][] = [
    ["task", task.name],
    ["shown as", task.alias],
    ["version", String(task.version)],
    ["asks for", task.outputType],
    [
      "data",
      task.data === undefined ? undefined : [task.data.path, task.data.config].filter(Boolean).join(", "),
    ],
    ["evaluates", task.testSplit ?? task.validationSplit],
    ["shots", shotsOf(task)],
    ["metrics", metricNames(task)],
    ["filters", task.filters.map((one) => one.name).join(", ")],
    ["repeats", task.repeats === 1 ? undefined : String(task.repeats)],
    ["runs code", task.unsafeCode === true ? "yes" : undefined],
  ];
  return lines.filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${key.padEnd(10)} ${value}\n`).join("");
}

/**
 * What is asked for a row: the prompt (or the messages) between rules, then
 * the continuations that are scored or the decoding, and the right answer.
 *
 * @example
 * ```ts
 * import { renderedDoc } from "./show_task.ts";
 * import { defineTask } from "../task/define_task.ts";
 * import { prepareTask } from "../task/prepare_task.ts";
 * import { assert } from "@std/assert";
 * const task = defineTask({ name: "t", prompt: (doc) => doc.q, target: (doc) => doc.a });
 * const [doc] = prepareTask(task, { test: [{ q: "1+1=", a: "2" }] }).docs();
 * assert(doc !== undefined && renderedDoc(doc).includes("1+1="));
 * ```
 */
export function renderedDoc(doc: PreparedDoc): string {
  const [first] = doc.requests;
  if (first === undefined) return "nothing is asked\n";
  const head = framed(`prompt of ${doc.doc.id.slice(0, 24)}`, first.prompt);
  const { target } = doc;
  const named = typeof target === "number" ? doc.requests[target]?.continuation : undefined;
  const gold = `${JSON.stringify(target)}${named === undefined ? "" : `  ${JSON.stringify(named)}`}`;
  if (first.type === "generate_until") {
    return `${head}${framed("decoding", JSON.stringify(first.generation ?? {}))}${
      framed("right answer", gold)
    }`;
  }
  const scored = doc.requests.map((one, i) => `${i}  ${JSON.stringify(one.continuation ?? "")}`).join("\n");
  return `${head}${framed("scored after it", scored)}${framed("right answer", gold)}`;
}

/** The row itself, for `--json`. */
export function docRecord(doc: PreparedDoc): { readonly fields: Fields; readonly id: Doc["id"] } {
  return { id: doc.doc.id, fields: doc.doc.fields };
}
