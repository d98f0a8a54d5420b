/**
 * Task files with their `include`s merged in.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import { joinPath, readText } from "../load_files.ts";
import { type TaskConfig, type TaskYamlParser, taskYamlParser } from "./parse_task_yaml.ts";
import { parsePythonModule, type PythonModule } from "./python_module.ts";

/** Reads task files and the Python files beside them, each file once. */
export interface ConfigReader {
  /** A task file, includes merged, its own keys last. @throws {TaskError} `bad_yaml` and others. */
  config(path: string, text?: string): Promise<TaskConfig>;
  /** A Python file; null when there is none. */
  module(path: string): Promise<PythonModule | null>;
}

function includesOf(config: TaskConfig, path: string): string[] {
  const given = config["include"];
  if (given === undefined || given === null) return [];
  const list = Array.isArray(given) ? given : [given];
  const bad = list.find((one) => typeof one !== "string" || one === "");
  if (bad === undefined) return list;
  throw new TaskError(`Cannot read "${path}": wanted file names under include, found "${String(bad)}"`, {
    code: "bad_include",
    details: { path },
  });
}

/**
 * Makes a reader. Included files are looked for beside the file that includes
 * them and merged in order, key by key; local keys win; `task_list` is not
 * taken over.
 *
 * @throws {TaskError} From `config`: `missing_file`, `include_cycle`,
 * `bad_include`, and what the parser throws.
 *
 * @example
 * ```ts
 * import { configReader } from "./read_config.ts";
 * import { assertEquals } from "@std/assert";
 * const reader = await configReader();
 * assertEquals(await reader.config("t.yaml", "task: t\n"), { task: "t" });
 * ```
 */
export async function configReader(): Promise<ConfigReader> {
  const parse: TaskYamlParser = await taskYamlParser();
  const own = new Map<string, Promise<TaskConfig>>();
  const modules = new Map<string, Promise<PythonModule | null>>();

  const parsed = (path: string): Promise<TaskConfig> => {
    let known = own.get(path);
    if (known === undefined) {
      own.set(
        path,
        known = readText(path).then((text) => parse(need(text, path), path)),
      );
    }
    return known;
  };
  const merged = async (path: string, chain: readonly string[], text?: string): Promise<TaskConfig> => {
    if (chain.includes(path)) {
      throw new TaskError(
        `Cannot read "${chain[0]}": wanted includes without a cycle, found "${path}" again`,
        {
          code: "include_cycle",
          details: { path, chain: [...chain, path] },
        },
      );
    }
    const config = text === undefined ? await parsed(path) : parse(text, path);
    const includes = includesOf(config, path);
    if (includes.length === 0) return config;
    const folder = joinPath(path, "..");
    const whole: Record<string, unknown> = {};
    for (const include of includes) {
      const { task_list: _dropped, ...rest } = await merged(joinPath(folder, include), [...chain, path]);
      Object.assign(whole, rest);
    }
    const { include: _include, ...local } = config;
    return { ...whole, ...local };
  };
  return {
    config: (path, text) => merged(path, [], text),
    module(path) {
      let known = modules.get(path);
      if (known === undefined) {
        known = readText(path).then((text) => text === null ? null : parsePythonModule(path, text));
        modules.set(path, known);
      }
      return known;
    },
  };
}

function need(text: string | null, path: string): string {
  if (text !== null) return text;
  throw new TaskError(`Cannot read "${path}": wanted a task file, found none`, {
    code: "missing_file",
    details: { path },
  });
}
