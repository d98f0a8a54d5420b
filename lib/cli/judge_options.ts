/**
 * The options of `deno task judge`, and its help.
 *
 * @module
 */
import type { CommandHelp } from "./help.ts";
import type { Flags, OptionSpec } from "./option.ts";

/** Every option of the command, in the order of its help. */
export const JUDGE_OPTIONS = [
  {
    group: "Judge",
    name: "judge-model",
    kind: "text",
    value: "openai:NAME",
    help: "Model that judges (calibrate, selftest)",
    env: true,
  },
  {
    group: "Judge",
    name: "judge-base-url",
    kind: "text",
    value: "URL",
    help: "Endpoint of the judge",
    env: true,
  },
  {
    group: "Judge",
    name: "judge-api-key-env",
    kind: "text",
    value: "NAME",
    help: "Environment variable that holds the judge's key",
    env: true,
  },
  {
    group: "What to judge",
    name: "rubrics",
    short: "r",
    kind: "text",
    value: "FILE",
    help: "JSON list of rubrics: title, description, polarity, score_map, key",
  },
  {
    group: "What to judge",
    name: "question",
    kind: "text",
    value: "TEXT",
    help: "A question of the kind that is judged (selftest)",
  },
  {
    group: "What to judge",
    name: "response",
    kind: "text",
    value: "TEXT",
    help: 'A poor response to it (selftest); default "I do not know."',
  },
  {
    group: "What to judge",
    name: "ground-truth",
    kind: "text",
    value: "TEXT",
    help: "The right answer (selftest)",
  },
  {
    group: "How",
    name: "repeats",
    kind: "integer",
    value: "N",
    min: 1,
    max: 20,
    help: "How often each response is judged (calibrate); default 2",
  },
  {
    group: "How",
    name: "concurrency",
    kind: "integer",
    value: "N",
    min: 1,
    help: "Most questions to the judge at once; default 32",
  },
  { group: "Gate", name: "gate", kind: "flag", help: "Exit 1 when the calibration is too weak (calibrate)" },
  {
    group: "Gate",
    name: "min-kappa",
    kind: "number",
    value: "K",
    min: -1,
    max: 1,
    help: "Least kappa of the gate; default 0.6",
  },
  {
    group: "Gate",
    name: "min-labels",
    kind: "integer",
    value: "N",
    min: 1,
    help: "Least number of labels of the gate; default 30",
  },
  {
    group: "Output",
    name: "out",
    short: "o",
    kind: "text",
    value: "FILE",
    help: "Where labels (default labels.jsonl) or the calibration (default calibration.json) go",
  },
  { group: "Output", name: "json", kind: "flag", help: "Print the result as JSON" },
  { group: "Output", name: "root", kind: "text", value: "DIR", help: "Folder of .env; default ." },
  { group: "Output", name: "help", short: "h", kind: "flag", help: "Show this" },
] as const satisfies readonly OptionSpec[];

/** Parsed flags of the command. */
export type JudgeFlags = Flags<typeof JUDGE_OPTIONS>;

/** Help of the command. */
export const JUDGE_HELP: CommandHelp = {
  usage: "deno task judge label|calibrate|selftest [FILE]",
  summary: "Finds out whether a judge can be trusted: labels by people, agreement with them, attacks.",
  examples: [
    [
      "deno task judge label responses.jsonl --rubrics rubrics.json",
      "score responses by hand, blind to any judge",
    ],
    [
      "deno task judge calibrate labels.jsonl --rubrics rubrics.json --judge-model openai:NAME --judge-base-url URL",
      "kappa with base rate, TPR, TNR and self-consistency of the judge",
    ],
    [
      'deno task judge selftest --rubrics rubrics.json --question "…" --judge-model openai:NAME --judge-base-url URL',
      "attack the judge through the response it reads",
    ],
  ],
  notes: [
    "Responses are JSON lines with question and response, and ground_truth where there is one. Labels are the same " +
    "with scores: an object of raw scores by key of the rubric (rubric_ and the title in lower case). Away from a " +
    "terminal label writes the lines with null for every score that is missing; what was labelled is kept.",
    "A calibration holds for one judge model and the exact words of its rubrics: with others it is stale.",
    "Exit 1: a response was talked into a score, or the gate is not met. Exit 3: the judge failed on some, or too " +
    "little could be measured. The judge may reach only the host of its base URL.",
  ],
};
