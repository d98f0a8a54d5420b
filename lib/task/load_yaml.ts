/**
 * lm-eval's own task files, as they are.
 *
 * @module
 */
import type { Task } from "./task.ts";
import { buildYamlTask } from "./yaml/build_task.ts";
import { type ConfigReader, configReader } from "./yaml/read_config.ts";
import { resolveFunctions } from "./yaml/resolve_functions.ts";

export { type ConfigReader, configReader } from "./yaml/read_config.ts";
export type { TaskConfig } from "./yaml/parse_task_yaml.ts";
export type { PythonModule } from "./yaml/python_module.ts";

/** Options of {@linkcode loadTaskYaml}. */
export interface LoadYamlOptions {
  /** The text of the file; then nothing but its includes is read. */
  readonly text?: string;
  /** Keys that replace those of the file, in lm-eval's names. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Reads files once for many tasks; see `configReader`. */
  readonly reader?: ConfigReader;
}

/**
 * Loads a task file of lm-eval: includes merged, templates compiled,
 * `!function` tags replaced by their TypeScript ports (`registerTaskFunction`
 * adds one's own). Everything that can be wrong without data is refused here:
 *
 * `missing_file`, `include_cycle`, `yaml_tab`, `duplicate_key`, `bad_yaml`,
 * `bad_task_key`, `template_syntax`, `function_not_ported`,
 * `unsupported_task`, `is_group`. Templates are StrictUndefined: a missing
 * column shows up as `template_undefined` when the first row is rendered.
 *
 * Values keep lm-eval's meaning: a text that names a column is that column, a
 * rendered text of digits is an index when there are choices, shots follow
 * `num_fewshot` (a fixed 0 stays 0). `metadata.version` is the version.
 *
 * @param path Place of the file; includes and `!function` files are looked for beside it.
 * @throws {TaskError} With one of the codes above.
 *
 * @example From a text
 * ```ts
 * import { loadTaskYaml } from "./load_yaml.ts";
 * import { assertEquals } from "@std/assert";
 * const text = `
 * task: capitals
 * output_type: multiple_choice
 * test_split: test
 * doc_to_text: "Capital of {{country.strip()}}?"
 * doc_to_choice: ["Paris", "Rome"]
 * doc_to_target: answer
 * `;
 * const task = await loadTaskYaml("capitals.yaml", { text });
 * assertEquals(task.prompt({ country: " Italy" }), "Capital of Italy?");
 * ```
 */
export async function loadTaskYaml(path: string | URL, options: LoadYamlOptions = {}): Promise<Task> {
  const place = path instanceof URL ? decodeURIComponent(path.pathname) : path;
  const reader = options.reader ?? await configReader();
  const config = await reader.config(place, options.text);
  const whole = options.overrides === undefined ? config : { ...config, ...options.overrides };
  return buildYamlTask(await resolveFunctions(whole, { path: place, reader }), place);
}
