/**
 * Options and help of `deno task tasks`.
 *
 * @module
 */
import type { CommandHelp } from "./help.ts";
import type { OptionSpec } from "./option.ts";

/** Every option of the command. */
export const TASKS_OPTIONS = [
  {
    group: "Where",
    name: "include-path",
    kind: "list",
    value: "DIR",
    help: "Folders of lm-eval task files; later ones win over earlier ones and over what comes along",
  },
  {
    group: "Where",
    name: "data-dir",
    kind: "text",
    value: "DIR",
    help: "Rows for show, as DIR/TASK/SPLIT.jsonl (default: the built-in samples)",
  },
  {
    group: "What to show",
    name: "doc",
    kind: "integer",
    value: "N",
    min: 0,
    help: "Row of the evaluated split, from 0 (default 0)",
  },
  {
    group: "What to show",
    name: "num-fewshot",
    kind: "integer",
    value: "N",
    min: 0,
    help: "Shots before the question (default: the task's own)",
  },
  { group: "What to show", name: "json", kind: "flag", help: "Print JSON lines" },
  { group: "Help", name: "help", short: "h", kind: "flag", help: "This text" },
] as const satisfies readonly OptionSpec[];

/** Help of the command. */
export const TASKS_HELP: CommandHelp = {
  usage: "deno task tasks list | search TEXT | show NAME | validate DIR",
  summary: "Lists, finds, shows and checks tasks: those that come along and lm-eval's task files.",
  examples: [
    ["deno task tasks search med", "names that contain a text"],
    ["deno task tasks show medmcqa --doc 3 --num-fewshot 2", "the prompt of a row, as the model gets it"],
    ["deno task tasks show my_tasks/legal.yaml", "the same for a task file"],
    ["deno task tasks validate my_tasks", "every file of a folder: what is wrong and where"],
  ],
  notes: ["validate exits with 1 when a file cannot be loaded; templates are compiled, rows are not needed."],
};
