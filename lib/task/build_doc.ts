/**
 * One doc becomes the requests lm-eval would send for it, in its order.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";
import { pyStr } from "../core/python.ts";
import type { Doc, Fields } from "../dataset/doc.ts";
import { hashDoc } from "./hash_doc.ts";
import { namingDoc } from "./naming_doc.ts";
import { goldIndex, makeShot, valueFor } from "./make_shot.ts";
import type { BuildOptions, ChatShape, PreparedDoc } from "./prepared_doc.ts";
import {
  joinAtJoint,
  messagesJson,
  type PromptParts,
  renderChat,
  renderText,
  type Shot,
} from "./render_prompt.ts";
import type { Request } from "./request.ts";
import type { ChatMessage, Target, Task } from "./task.ts";

export type { BuildOptions, ChatShape, PreparedDoc } from "./prepared_doc.ts";

function badDoc(task: Task, doc: Doc, wanted: string, found: unknown): never {
  throw new TaskError(
    `Cannot build task "${task.name}", doc "${doc.id}": wanted ${wanted}, found "${pyStr(found)}"`,
    { code: "bad_prompt", details: { task: task.name, doc: doc.id, index: doc.index } },
  );
}

function wantsMutualInfo(task: Task): boolean {
  return task.metrics.some((one) => ("metric" in one ? one.metric : one.name) === "acc_mutual_info");
}

interface Context {
  readonly prompt: string;
  readonly messages?: readonly ChatMessage[];
}

function render(parts: PromptParts, chat: ChatShape): Context {
  if (chat === false) return { prompt: renderText(parts) };
  const messages = renderChat(parts, chat.multiturn);
  return { prompt: messagesJson(messages), messages };
}

/** Between context and continuation: nothing under a chat template, unless an answer prefix wants a blank. */
function continuationDelimiter(task: Task, genPrefix: string | undefined, chat: ChatShape): string {
  if (chat === false) return task.targetDelimiter;
  return genPrefix ? joinAtJoint(genPrefix, "x", task.targetDelimiter).slice(genPrefix.length, -1) : "";
}

/**
 * Makes the builder of a task: a function from a doc, its position and its
 * shots to a {@linkcode PreparedDoc}. The same input gives the same bytes.
 *
 * @throws {TaskError} From the builder, with code `bad_prompt`, when the prompt
 * of a row is neither a text nor the index of a choice.
 *
 * @example
 * ```ts
 * import { docBuilder } from "./build_doc.ts";
 * import { defineTask } from "./define_task.ts";
 * import { assertEquals } from "@std/assert";
 * const task = defineTask({
 *   name: "t",
 *   outputType: "multiple_choice",
 *   prompt: (doc) => doc.q,
 *   choices: ["no", "yes"],
 *   target: (doc) => doc.a,
 * });
 * const built = docBuilder(task)({ id: "1", index: 0, fields: { q: "Up?", a: "yes" } }, 0, []);
 * assertEquals(built.requests.map((request) => request.continuation), [" no", " yes"]);
 * assertEquals(built.target, 1);
 * ```
 */
export function docBuilder(
  task: Task,
  options: BuildOptions = {},
): (doc: Doc, docIndex: number, shots: readonly Fields[]) => PreparedDoc {
  const { chat = false, system } = options;
  const mutual = wantsMutualInfo(task);
  const shotCache = new WeakMap<Fields, Shot>();
  const shotOf = (fields: Fields): Shot => {
    let shot = shotCache.get(fields);
    if (shot === undefined) shotCache.set(fields, shot = makeShot(task, fields));
    return shot;
  };
  const build = (doc: Doc, docIndex: number, shots: readonly Fields[]): PreparedDoc => {
    const { fields } = doc;
    const question = task.prompt(fields);
    const rawTarget = task.target(fields);
    const multiple = task.outputType === "multiple_choice";
    const choices = valueFor(task.choices, fields) ?? [];
    if (multiple && (!Array.isArray(choices) || choices.length === 0)) badDoc(task, doc, "choices", choices);
    const multipleInput = typeof question === "number";
    if (multipleInput ? choices[question] === undefined : typeof question !== "string") {
      badDoc(task, doc, "a text or the index of a choice as prompt", question);
    }
    const genPrefix = valueFor(task.genPrefix, fields);
    const parts = (text: string): PromptParts => ({
      head: joinAtJoint(system, valueFor(task.description, fields), task.fewshotDelimiter),
      shots: shots.map(shotOf),
      question: text,
      genPrefix,
      shotTargetDelimiter: task.fewshot.targetDelimiter ?? task.targetDelimiter,
      shotDelimiter: task.fewshot.fewshotDelimiter ?? task.fewshotDelimiter,
      targetDelimiter: task.targetDelimiter,
    });

    const requests: Request[] = [];
    const ask = (idx: number, type: Request["type"], context: Context, rest: Partial<Request> = {}): void => {
      for (let repeat = 0; repeat < task.repeats; repeat++) {
        const id = `${task.name}/${doc.id}/${idx}${task.repeats > 1 ? `/${repeat}` : ""}`;
        requests.push({
          id,
          task: task.name,
          docId: doc.id,
          docIndex,
          idx,
          repeat,
          type,
          ...context,
          ...rest,
        });
      }
    };

    if (multiple) {
      const delimiter = continuationDelimiter(task, genPrefix, chat);
      if (multipleInput) {
        const continuation = delimiter + pyStr(rawTarget);
        choices.forEach((choice, i) =>
          ask(i, "loglikelihood", render(parts(choice), chat), { continuation })
        );
      } else {
        const context = render(parts(question), chat);
        choices.forEach((choice, i) =>
          ask(i, "loglikelihood", context, { continuation: delimiter + choice })
        );
        if (mutual) {
          choices.forEach((choice, i) =>
            ask(choices.length + i, "loglikelihood", { prompt: "" }, { continuation: delimiter + choice })
          );
        }
      }
    } else if (task.outputType === "loglikelihood") {
      ask(0, "loglikelihood", render(parts(question as string), chat), { continuation: pyStr(rawTarget) });
    } else if (task.outputType === "loglikelihood_rolling") {
      ask(0, "loglikelihood_rolling", { prompt: pyStr(rawTarget) });
    } else {
      const { generation = {} } = task;
      ask(0, "generate_until", render(parts(question as string), chat), { generation });
    }

    let target: Target = rawTarget;
    if (multiple) target = goldIndex(multipleInput ? question : rawTarget, choices);
    else if (typeof rawTarget === "number") target = choices.at(rawTarget) ?? pyStr(rawTarget);
    const hashes = hashDoc(fields, (requests[0] as Request).prompt, rawTarget);
    return { doc, docIndex, requests, target, choices, multipleInput, hashes };
  };
  return (doc, docIndex, shots) => namingDoc(task, doc, () => build(doc, docIndex, shots));
}
