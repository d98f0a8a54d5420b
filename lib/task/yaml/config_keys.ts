/**
 * The keys a task file may have.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";

const words = (text: string): string[] => text.trim().split(/\s+/);

const TASK_KEYS = words(`
  task task_alias tag custom_dataset dataset_path dataset_name dataset_kwargs training_split
  validation_split test_split fewshot_split process_docs doc_to_text doc_to_target doc_to_image
  doc_to_audio unsafe_code doc_to_choice process_results use_prompt description target_delimiter
  fewshot_delimiter fewshot_config num_fewshot metric_list output_type generation_kwargs repeats
  filter_list should_decontaminate doc_to_decontamination_query gen_prefix metadata`);

/** Keys that shape the index and are no part of a task. */
const STRUCTURE = words("group task_list");

const FEWSHOT_KEYS = words(`
  sampler split process_docs fewshot_indices samples doc_to_text doc_to_choice doc_to_target gen_prefix
  fewshot_delimiter target_delimiter`);

/** Keys of a group; any other one is an override for its members. */
export const GROUP_KEYS: readonly string[] = words("group group_alias task aggregate_metric_list metadata");

const TYPES: Readonly<Record<string, string>> = {
  "task": "string",
  "task_alias": "string",
  "dataset_path": "string",
  "dataset_name": "string",
  "training_split": "string",
  "validation_split": "string",
  "test_split": "string",
  "fewshot_split": "string",
  "target_delimiter": "string",
  "fewshot_delimiter": "string",
  "num_fewshot": "number",
  "repeats": "number",
  "output_type": "string",
};

function refuse(path: string, wanted: string, found: unknown, key: string): never {
  throw new TaskError(`Cannot load "${path}": wanted ${wanted}, found "${String(found)}"`, {
    code: "bad_task_key",
    details: { path, key },
  });
}

function nearest(key: string, known: readonly string[]): string | undefined {
  const bare = (text: string): string => text.replaceAll("_", "").toLowerCase();
  return known.find((one) => bare(one) === bare(key)) ??
    known.find((one) => one.startsWith(key.slice(0, 6)) && Math.abs(one.length - key.length) <= 2);
}

/**
 * Refuses keys lm-eval does not know and values of a wrong kind.
 *
 * @throws {TaskError} `bad_task_key`, naming file and key.
 */
export function checkKeys(config: TaskConfig, path: string): void {
  const known = [...TASK_KEYS, ...STRUCTURE];
  for (const key of Object.keys(config)) {
    if (known.includes(key)) continue;
    const near = nearest(key, TASK_KEYS);
    throw new TaskError(`Cannot load "${path}": wanted a key of a task file, found "${key}"`, {
      code: "bad_task_key",
      hint: near === undefined ? `Known are ${TASK_KEYS.join(", ")}` : `Did you mean "${near}"?`,
      details: { path, key },
    });
  }
  for (const [key, type] of Object.entries(TYPES)) {
    const value = config[key];
    if (value !== undefined && value !== null && typeof value !== type) {
      refuse(path, `${key} as a ${type}`, typeof value === "object" ? JSON.stringify(value) : value, key);
    }
  }
  const fewshot = config["fewshot_config"];
  if (fewshot === undefined || fewshot === null) return;
  if (typeof fewshot !== "object" || Array.isArray(fewshot)) {
    refuse(path, "fewshot_config as a table", fewshot, "fewshot_config");
  }
  const bad = Object.keys(fewshot).find((key) => !FEWSHOT_KEYS.includes(key));
  if (bad !== undefined) refuse(path, `a key of fewshot_config (${FEWSHOT_KEYS.join(", ")})`, bad, bad);
}
