/**
 * From the keys of a task file to a {@linkcode Task}.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import type { Fields } from "../../dataset/doc.ts";
import { defineTask } from "../define_task.ts";
import type { OutputType, Task, TaskData } from "../task.ts";
import type { TaskLiteral } from "../task_literal.ts";
import { checkKeys } from "./config_keys.ts";
import { taskData } from "./data.ts";
import { choiceField, type FieldPlace, prefixField, targetField, textField } from "./field.ts";
import { fewshotOf } from "./fewshot.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";
import { ResolvedFunction } from "./resolve_functions.ts";
import { filterList, generationOptions, metricList, resultsField } from "./scoring.ts";

function unsupported(config: TaskConfig, path: string): void {
  for (const key of ["doc_to_image", "doc_to_audio", "use_prompt"]) {
    const value = config[key];
    if (value === undefined || value === null) continue;
    throw new TaskError(`Cannot load "${path}": wanted a task of text and templates, found "${key}"`, {
      code: "unsupported_task",
      hint: key === "use_prompt" ? "Write the prompt as doc_to_text" : "Images and audio are not sent",
      details: { path, key },
    });
  }
}

function named(config: TaskConfig, path: string): string {
  const name = config["task"];
  if (typeof name === "string" && name !== "") return name;
  const found = Array.isArray(name) || config["group"] !== undefined ? "a group" : "none";
  throw new TaskError(`Cannot load "${path}": wanted one task name, found ${found}`, {
    code: found === "none" ? "bad_task_key" : "is_group",
    hint: found === "none" ? "Give the file a key task" : "Load the folder: indexTaskFolder(dir)",
    details: { path },
  });
}

const SPLITS = {
  "training_split": "trainingSplit",
  "validation_split": "validationSplit",
  "test_split": "testSplit",
  "fewshot_split": "fewshotSplit",
} as const;

/** Only what is there: optional keys of a literal must not be undefined. */
function present<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Builds the task of a file whose includes and functions are resolved.
 *
 * @throws {TaskError} `bad_task_key`, `unsupported_task`, `template_syntax`, `bad_task`.
 */
export function buildYamlTask(config: TaskConfig, path: string): Task {
  const name = named(config, path);
  checkKeys(config, path);
  unsupported(config, path);
  const { doc_to_target: word, doc_to_choice: choices } = config;
  const hasChoices = choices !== undefined && choices !== null;
  const at = (key: string): FieldPlace => ({ task: name, key, hasChoices });
  const freeWord = Boolean(config["process_results"]) || (Array.isArray(choices) && choices.includes(word));
  const metadata = typeof config["metadata"] === "object" && config["metadata"] !== null
    ? config["metadata"] as Readonly<Record<string, unknown>>
    : undefined;
  const { process_docs: processDocs, custom_dataset: rows } = config;
  const data: TaskData | undefined = taskData(config, path);
  const splits = Object.entries(SPLITS).map(([key, to]) => [to, config[key] ?? undefined]);
  const literal = {
    name,
    alias: config["task_alias"] ?? undefined,
    version: metadata?.["version"] ?? "Yaml",
    outputType: (config["output_type"] ?? "generate_until") as OutputType,
    data,
    ...Object.fromEntries(splits),
    processDocs: processDocs instanceof ResolvedFunction
      ? (docs: readonly Fields[]) => processDocs.call(docs) as readonly Fields[]
      : undefined,
    loadRows: rows instanceof ResolvedFunction
      ? () => rows.call({ ...metadata, ...(config["dataset_kwargs"] as object | undefined) })
      : undefined,
    prompt: textField(config["doc_to_text"], at("doc_to_text")),
    target: targetField(word, { ...at("doc_to_target"), freeWord }),
    choices: hasChoices ? choiceField(choices, at("doc_to_choice")) : undefined,
    description: prefixField(config["description"], at("description")),
    genPrefix: prefixField(config["gen_prefix"], at("gen_prefix")),
    targetDelimiter: config["target_delimiter"] ?? undefined,
    fewshotDelimiter: config["fewshot_delimiter"] ?? undefined,
    fewshot: fewshotOf(config, at("fewshot_config")),
    generation: generationOptions(config, path),
    repeats: config["repeats"] ?? undefined,
    filters: filterList(config, path),
    metrics: metricList(config, path),
    processResults: resultsField(config["process_results"]),
    unsafeCode: config["unsafe_code"] === true ? true : undefined,
    parity: true,
    metadata,
  };
  return defineTask(present(literal) as unknown as TaskLiteral);
}
