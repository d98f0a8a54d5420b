/**
 * `num_fewshot` and `fewshot_config`.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import type { Fields } from "../../dataset/doc.ts";
import type { FewshotConfig } from "../task.ts";
import { choiceField, type FieldPlace, prefixField, targetField, textField } from "./field.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";
import { ResolvedFunction } from "./resolve_functions.ts";

function samplesOf(value: unknown, place: FieldPlace): readonly Fields[] {
  const samples = value instanceof ResolvedFunction ? value.call() : value;
  if (Array.isArray(samples) && samples.every((one) => typeof one === "object" && one !== null)) {
    return samples;
  }
  throw new TaskError(`Cannot load task "${place.task}": wanted fewshot_config.samples as a list of rows`, {
    code: "bad_task_key",
    details: { task: place.task, key: "samples" },
  });
}

function samplerOf(value: unknown, place: FieldPlace): "default" | "first_n" {
  if (value === undefined || value === null || value === "default") return "default";
  if (value === "first_n") return "first_n";
  const found = value instanceof ResolvedFunction ? value.name : String(value);
  throw new TaskError(
    `Cannot load task "${place.task}": wanted sampler default or first_n, found "${found}"`,
    {
      code: "bad_task_key",
      details: { task: place.task, key: "sampler" },
    },
  );
}

/**
 * Reads how shots are drawn. What `fewshot_config` does not say is as for the
 * question itself.
 *
 * @throws {TaskError} `bad_task_key`.
 */
export function fewshotOf(config: TaskConfig, place: FieldPlace): Partial<FewshotConfig> {
  const given = (config["fewshot_config"] ?? {}) as TaskConfig;
  const at = (key: string): FieldPlace => ({ ...place, key: `fewshot_config.${key}` });
  const text = (key: string): string | undefined => typeof given[key] === "string" ? given[key] : undefined;
  const { process_docs: processDocs, samples } = given;
  const split = text("split");
  const targetDelimiter = text("target_delimiter");
  const fewshotDelimiter = text("fewshot_delimiter");
  const genPrefix = prefixField(given["gen_prefix"], at("gen_prefix"));
  return {
    count: (config["num_fewshot"] ?? null) as number | null,
    sampler: samplerOf(given["sampler"], place),
    ...(split === undefined ? {} : { split }),
    ...(samples === undefined || samples === null ? {} : { samples: samplesOf(samples, place) }),
    ...(given["doc_to_text"] === undefined
      ? {}
      : { prompt: textField(given["doc_to_text"], at("doc_to_text")) }),
    ...(given["doc_to_target"] === undefined
      ? {}
      : { target: targetField(given["doc_to_target"], at("doc_to_target")) }),
    ...(given["doc_to_choice"] === undefined
      ? {}
      : { choices: choiceField(given["doc_to_choice"], at("doc_to_choice")) }),
    ...(processDocs instanceof ResolvedFunction
      ? { processDocs: processDocs.call as (d: readonly Fields[]) => readonly Fields[] }
      : {}),
    ...(targetDelimiter === undefined ? {} : { targetDelimiter }),
    ...(fewshotDelimiter === undefined ? {} : { fewshotDelimiter }),
    ...(genPrefix === undefined ? {} : { genPrefix }),
  };
}
