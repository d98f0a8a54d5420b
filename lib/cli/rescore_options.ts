/**
 * Options of `deno task rescore`.
 *
 * @module
 */
import type { CommandHelp } from "./help.ts";
import type { OptionSpec } from "./option.ts";

/** The option table. */
export const RESCORE_OPTIONS = [
  {
    name: "metric",
    kind: "texts",
    value: "NAME[:KEY=VALUE…]",
    help: "metric, such as exact_match:ignore_case=true; those of the run by default",
    group: "Scores",
  },
  {
    name: "filter",
    kind: "texts",
    value: "STEP[:KEY=VALUE…]",
    help: "filter step, in order, such as regex:regex_pattern=(\\d+); those of the run by default",
    group: "Scores",
  },
  { name: "tasks", kind: "list", value: "NAMES", help: "only these tasks", group: "Scores" },
  {
    name: "bootstrap",
    kind: "integer",
    value: "N",
    min: 0,
    help: "resamples of the standard errors that need them",
    group: "Scores",
  },
  {
    name: "data-dir",
    kind: "text",
    value: "DIR",
    help: "root of local data, for metrics that look at rows",
    group: "Files",
  },
  {
    name: "export-lm-eval",
    kind: "text",
    value: "DIR",
    help: "write results_*.json and samples_*.jsonl as lm-eval would",
    group: "Files",
  },
  { name: "json", kind: "flag", help: "results as JSON lines", group: "Output" },
  { name: "help", short: "h", kind: "flag", help: "this text", group: "Output" },
] as const satisfies readonly OptionSpec[];

/** Help of the command. */
export const RESCORE_HELP: CommandHelp = {
  usage: "deno task rescore PATH",
  summary: "Scores stored answers anew. No model is asked.",
  examples: [
    [
      "deno task rescore artifacts/runs/RUN_ID --metric exact_match:ignore_case=true",
      "another metric on a run",
    ],
    ["deno task rescore lm_eval_output/model", "answers that lm-eval stored with --log_samples"],
    ["deno task rescore log.json --metric exact_match", "answers of an Inspect log in JSON"],
    [
      "deno task rescore artifacts/runs/RUN_ID --export-lm-eval out",
      "a run for programs that read lm-eval's files",
    ],
  ],
  notes: [
    "PATH is the folder of a run or its ledger.jsonl, a folder of lm-eval's output, or an Inspect log in JSON. " +
    "Filters and metrics that look at columns of the rows need built-in samples, local data or imported answers.",
  ],
};
