/**
 * `dataset_path`, `dataset_name` and `dataset_kwargs`.
 *
 * @module
 */
import type { TaskData } from "../task.ts";
import type { TaskConfig } from "./parse_task_yaml.ts";
import { joinPath, placeNamedFile } from "../load_files.ts";

/** Readers of plain files, which are no repositories. */
const READERS = ["json", "csv", "parquet", "text"];

function filesOf(config: TaskConfig, path: string): Record<string, string> {
  const kwargs = config["dataset_kwargs"] as Readonly<Record<string, unknown>> | null | undefined;
  const files = kwargs?.["data_files"];
  const folder = joinPath(path, "..");
  const place = (file: unknown): string => {
    const one = String(Array.isArray(file) ? file[0] : file);
    return /^[a-z]+:\/\//i.test(one) ? one : placeNamedFile(folder, one);
  };
  if (files === undefined || files === null) return {};
  if (typeof files === "string" || Array.isArray(files)) return { train: place(files) };
  return Object.fromEntries(Object.entries(files).map(([split, file]) => [split, place(file)]));
}

/** Where the rows of a task file come from; undefined when it does not say. */
export function taskData(config: TaskConfig, path: string): TaskData | undefined {
  const repository = config["dataset_path"];
  if (typeof repository !== "string") return undefined;
  const kwargs = config["dataset_kwargs"] as Readonly<Record<string, unknown>> | null | undefined;
  const name = config["dataset_name"];
  const plain = READERS.includes(repository);
  return {
    path: repository,
    ...(typeof name === "string" ? { config: name } : {}),
    revision: typeof kwargs?.["revision"] === "string" ? kwargs["revision"] : null,
    local: String(config["task"]),
    ...(plain ? { urls: filesOf(config, path) } : {}),
  };
}
