/**
 * `deno task tasks`: list, search, show, validate.
 *
 * @module
 */
import { isBenchError, UsageError } from "../core/errors.ts";
import { hintOf } from "../core/hint_of.ts";
import { checkScoring } from "../run/check_scoring.ts";
import { loadTaskData } from "../run/load_task_data.ts";
import { taskNames } from "../task/catalogs.ts";
import { indexTaskFolder } from "../task/index_folder.ts";
import { configReader, loadTaskYaml } from "../task/load_yaml.ts";
import { prepareTask } from "../task/prepare_task.ts";
import { findTask } from "../task/registry.ts";
import { resolveTaskNames } from "../task/task_names.ts";
import { parseFlags } from "./args.ts";
import { EXIT } from "./exit.ts";
import type { Flags } from "./option.ts";
import { describeTask, docRecord, renderedDoc } from "./show_task.ts";
import { TASKS_OPTIONS } from "./tasks_options.ts";
import type { Terminal } from "./terminal.ts";

type TasksFlags = Flags<typeof TASKS_OPTIONS>;

interface Asked {
  readonly what: string | undefined;
  readonly flags: TasksFlags;
  readonly terminal: Terminal;
}

async function list({ what, flags, terminal }: Asked): Promise<number> {
  const text = (what ?? "").toLowerCase();
  const names = (await taskNames()).filter((name) => name.toLowerCase().includes(text)).sort();
  terminal.out(names.map((name) => `${flags.json ? JSON.stringify({ name }) : name}\n`).join(""));
  if (names.length === 0) {
    terminal.err(`no name of a task holds "${what ?? ""}"; all names: deno task tasks list\n`);
  }
  return names.length === 0 ? EXIT.nothing : EXIT.ok;
}

async function show({ what, flags, terminal }: Asked): Promise<number> {
  const [name, ...others] = await resolveTaskNames([what ?? ""]);
  if (name === undefined || others.length > 0) {
    throw new UsageError(`Cannot show "${what}": wanted one task, found ${others.length + 1}`, {
      code: "bad_argument",
      hint: "deno task tasks search lists names",
    });
  }
  const task = await findTask(name);
  const { numFewshot, doc: at = 0, dataDir } = flags;
  const openHub = (): Promise<never> => Promise.reject(new Error("the hub is not asked"));
  const data = await loadTaskData(task, {
    source: dataDir === undefined ? "sample" : "local",
    dataDir: dataDir ?? "",
    openHub,
    numFewshot: numFewshot ?? 0,
  });
  if (data === null) {
    terminal.out(`${describeTask(task)}\nno rows here: name a folder with --data-dir to see a prompt\n`);
    return EXIT.ok;
  }
  const prepared = prepareTask(task, data.splits, numFewshot === undefined ? {} : { numFewshot });
  const doc = [...prepared.stubs()][at]?.build(); // shots are drawn row by row, as in a run
  if (doc === undefined) {
    throw new UsageError(`Cannot show row ${at}: wanted one of ${prepared.totalDocs} rows from 0`, {
      code: "bad_argument",
    });
  }
  if (flags.json) terminal.out(`${JSON.stringify({ ...docRecord(doc), requests: doc.requests })}\n`);
  else terminal.out(`${describeTask(task)}\n${renderedDoc(doc)}`);
  return EXIT.ok;
}

async function validate({ what, flags, terminal }: Asked): Promise<number> {
  const reader = await configReader();
  const index = await indexTaskFolder(what ?? ".", { reader });
  const problems = [...index.problems];
  let fine = 0;
  for (const { kind, name, path, config } of index.entries.values()) {
    try {
      if (kind === "task") checkScoring(await loadTaskYaml(path ?? "", { reader }));
      else if (
        kind === "group" && Array.isArray(config["task"]) &&
        config["task"].some((one) => typeof one === "object")
      ) {
        await index.catalogOf(name);
      }
      fine++;
    } catch (error) {
      if (!isBenchError(error)) throw error;
      const hint = await hintOf(error);
      const message = hint === null ? error.message : `${error.message} (${hint})`;
      problems.push({ path: path ?? name, code: error.code, message });
    }
  }
  for (const { path, code, message } of problems) {
    terminal.out(
      `${flags.json ? JSON.stringify({ path, code, message }) : `${path}: ${code}: ${message}`}\n`,
    );
  }
  if (!flags.json) terminal.out(`${fine} fine, ${problems.length} with a problem\n`);
  if (problems.length > 0) return EXIT.finding;
  return fine === 0 ? EXIT.nothing : EXIT.ok;
}

const COMMANDS: Readonly<Record<string, (asked: Asked) => Promise<number>>> = {
  list,
  search: list,
  show,
  validate,
};

/**
 * Runs the command.
 *
 * @returns Exit code: 1 when `validate` found a problem, 5 when there is nothing, else 0.
 * @throws {UsageError} for words that make no sense; what loading a task throws.
 *
 * @example
 * ```ts
 * import { tasksCommand } from "./tasks_command.ts";
 * import { openTerminal } from "./terminal.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => tasksCommand(["shaw"], openTerminal({ plain: true })), Error, "shaw");
 * ```
 */
export async function tasksCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [verb = "", ...rest] = argv;
  const run = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  if (run === undefined) {
    throw new UsageError(`Cannot run: wanted list, search, show or validate, found "${verb}"`, {
      code: "bad_argument",
      hint: "deno task tasks --help",
    });
  }
  const what = rest[0]?.startsWith("-") === false ? rest[0] : undefined;
  if (what === undefined && verb !== "list") {
    throw new UsageError(`Cannot run ${verb}: wanted a name or folder after it, found none`, {
      code: "bad_argument",
      hint: "deno task tasks --help",
    });
  }
  const flags = parseFlags(what === undefined ? rest : rest.slice(1), TASKS_OPTIONS);
  await resolveTaskNames([], { includePaths: flags.includePath ?? [] });
  return await run({ what, flags, terminal });
}
