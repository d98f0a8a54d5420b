/**
 * What the variants of MMLU share: rows, shots, names and groups. A variant is
 * a benchmark of its own; its scores stand beside those of `mmlu`, never among
 * them.
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import { pyStrip } from "../../core/python_strip.ts";
import type { Fields } from "../../dataset/doc.ts";
import type { Catalog } from "../catalogs.ts";
import { defineTask } from "../define_task.ts";
import type { Task, TaskGroup } from "../task.ts";
import type { TaskLiteral } from "../task_literal.ts";
import { tasks as subjects } from "./mmlu.ts";
import { MMLU_SUBJECTS, type MmluGroup } from "./mmlu_subjects.ts";

/** Labels of the options. */
export const MMLU_LETTERS: readonly string[] = ["A", "B", "C", "D"];

/** FLAN's form of a question: options in brackets on one line. */
export function flanQuestion(doc: Fields, tail = ""): string {
  const options = MMLU_LETTERS.map((letter, i) => `(${letter}) ${pyStr(doc.choices[i])}`).join(" ");
  return `Q: ${pyStrip(doc.question)}\n${options}\nA:${tail}`;
}

/** A variant of all subjects. */
export interface MmluVariant {
  /** Name of the group. */
  readonly group: string;
  /** Name shown in tables. */
  readonly alias: string;
  /** Version of the group. */
  readonly version: number;
  /** Name of a subject's task. */
  readonly nameOf: (subject: string) => string;
  /** Tables show a subject by its bare name. */
  readonly bareAlias?: boolean;
  /** Metric pooled over the subjects, with its filters. */
  readonly aggregate: { readonly metric: string; readonly filters?: readonly string[] };
  /** What differs from MMLU; `subject` in words. */
  readonly literal: (words: string) => Omit<TaskLiteral, "name">;
}

function variantTask(base: Task, variant: MmluVariant): Task {
  const subject = base.alias as string;
  const { description, data, fewshotSplit, optionTexts } = base;
  const literal = variant.literal(subject.replaceAll("_", " "));
  const evaluated = literal.validationSplit === undefined ? { testSplit: "test" } : {};
  return defineTask({
    ...evaluated,
    ...(fewshotSplit === undefined ? {} : { fewshotSplit }),
    ...(data === undefined ? {} : { data }),
    ...(description === undefined ? {} : { description }),
    ...(optionTexts === undefined ? {} : { optionTexts }),
    fewshot: { sampler: "first_n" },
    ...literal,
    name: variant.nameOf(subject),
    ...(variant.bareAlias ? { alias: subject } : {}),
    parity: true,
    metadata: { version: literal.version ?? 1, category: subject },
  });
}

const GROUPS = Object.keys(MMLU_SUBJECTS) as MmluGroup[];

/**
 * Tasks, groups and tags of a variant. The four parts are named as lm-eval
 * names them, `<group>::social sciences` for one.
 *
 * @example
 * ```ts
 * import { mmluVariant } from "./mmlu_variant.ts";
 * import { assertEquals } from "@std/assert";
 * const { tasks } = mmluVariant({
 *   group: "mmlu_own", alias: "own", version: 1, nameOf: (subject) => `mmlu_own_${subject}`,
 *   aggregate: { metric: "acc" },
 *   literal: () => ({
 *     outputType: "multiple_choice", prompt: (doc) => doc.question, choices: (doc) => doc.choices, target: (doc) => doc.answer,
 *   }),
 * });
 * assertEquals(tasks.length, 57);
 * ```
 */
export function mmluVariant(variant: MmluVariant): Catalog {
  const { group, alias, version } = variant;
  const aggregate = [{ ...variant.aggregate, weightBySize: true }];
  const words = (part: MmluGroup): string => `${group}::${part.replaceAll("_", " ")}`;
  const groups: TaskGroup[] = [
    { group, alias, version, aggregate, members: GROUPS.map(words) },
    ...GROUPS.map((part): TaskGroup => ({
      group: words(part),
      version: "N/A",
      aggregate,
      members: MMLU_SUBJECTS[part].map(variant.nameOf),
    })),
  ];
  return { tasks: subjects.map((base) => variantTask(base, variant)), groups };
}
