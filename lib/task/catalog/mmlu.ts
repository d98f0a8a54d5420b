/**
 * # MMLU: 57 subjects of school, college and profession
 *
 * | | |
 * |---|---|
 * | source | hub `cais/mmlu`, one config a subject; splits test (14,042 rows in all), validation (1,531), dev (285) |
 * | revision | `c30699e8356da336a370243923dbaf21066bb9fe` |
 * | licence | MIT |
 * | prompt | `The following are multiple choice questions (with answers) about <subject>.`, an empty line, the shots, the question, `A. …` to `D. …`, `Answer:` |
 * | shots | the caller's number (5 is the custom): the first rows of dev, in order, the same for every question |
 * | asked | log-likelihood of ` A`, ` B`, ` C`, ` D`; a chat model without log-likelihoods is asked for the letter |
 * | metric | `acc`; groups pool their leaves weighted by size |
 *
 * Known traps: `answer` is an index 0 to 3 on the hub and a letter in the
 * authors' CSV; the first public upload has 14,079 test rows, not 14,042, so a
 * score on it is not canonical; the group rows of a result are no categories;
 * some rows have two equal choices (counted, never mended); the question is
 * stripped of whitespace, the choices are not.
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import { pyStrip } from "../../core/python_strip.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { Task, TaskGroup } from "../task.ts";
import { MMLU_SUBJECTS, MMLU_TEST_ROWS, type MmluGroup } from "./mmlu_subjects.ts";

const LETTERS = ["A", "B", "C", "D"] as const;

function prompt(doc: Fields): string {
  const choices = LETTERS.map((letter, i) => `${letter}. ${pyStr(doc.choices[i])}`).join("\n");
  return `${pyStrip(doc.question)}\n${choices}\nAnswer:`;
}

function subjectTask(subject: string, group: MmluGroup): Task {
  return defineTask({
    name: `mmlu_${subject}`,
    alias: subject,
    version: "1.0",
    outputType: "multiple_choice",
    data: {
      path: "cais/mmlu",
      config: subject,
      revision: "c30699e8356da336a370243923dbaf21066bb9fe",
      local: `mmlu/${subject}`,
      rows: { dev: 5, test: MMLU_TEST_ROWS[subject] as number },
      columns: { question: "string", choices: "4 of strings", answer: "integer 0..3" },
    },
    testSplit: "test",
    fewshotSplit: "dev",
    fewshot: { sampler: "first_n" },
    description: `The following are multiple choice questions (with answers) about ${
      subject.replaceAll("_", " ")
    }.\n\n`,
    prompt,
    choices: LETTERS,
    optionTexts: (doc) => doc.choices,
    target: (doc) => doc.answer,
    metrics: [{ metric: "acc", aggregation: "mean", higherIsBetter: true }],
    primaryMetric: "acc",
    answer: "letter",
    parity: true,
    metadata: { version: 1, tag: `mmlu_${group}_tasks`, category: subject },
  });
}

const GROUPS = Object.keys(MMLU_SUBJECTS) as MmluGroup[];

/** One task a subject, in lm-eval's order. */
export const tasks: readonly Task[] = GROUPS.flatMap((group) =>
  MMLU_SUBJECTS[group].map((subject) => subjectTask(subject, group))
);

/** Tag to task names. */
export const tags: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  GROUPS.map((group) => [`mmlu_${group}_tasks`, MMLU_SUBJECTS[group].map((subject) => `mmlu_${subject}`)]),
);

const aggregate = [{ metric: "acc", weightBySize: true }] as const;

/** `mmlu` and its four parts. */
export const groups: readonly TaskGroup[] = [
  { group: "mmlu", members: GROUPS.map((group) => `mmlu_${group}`), aggregate, version: 2 },
  ...GROUPS.map((group): TaskGroup => ({
    group: `mmlu_${group}`,
    alias: group.replaceAll("_", " "),
    members: tags[`mmlu_${group}_tasks`] as readonly string[],
    aggregate,
    version: 2,
  })),
];
