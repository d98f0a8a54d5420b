/**
 * Task files on disk.
 *
 * @module
 */
import { TaskError } from "../core/errors.ts";

/** Joins a folder and a relative path; an absolute one stays. `.` and `..` are resolved. */
export function joinPath(folder: string, path: string): string {
  if (/^(\/|[A-Za-z]:[\\/])/.test(path)) return path;
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") {
      if (parts.at(-1) !== "") parts.pop();
    } else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/") || ".";
}

/**
 * Where a file named in a task file lies: beside that file; else, as lm-eval
 * looks, in the working folder. Beside the file when it is in neither.
 */
export function placeNamedFile(folder: string, path: string): string {
  const beside = joinPath(folder, path);
  return !isThere(beside) && isThere(path) ? path : beside;
}

function isThere(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file; null when there is none. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const IGNORED = new Set(["__pycache__", ".ipynb_checkpoints"]);

async function yamlFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isDirectory && !IGNORED.has(entry.name)) folders.push(joinPath(folder, entry.name));
    else if (entry.isFile && entry.name.endsWith(".yaml")) found.push(joinPath(folder, entry.name));
  }
  for (const one of await Promise.all(folders.map(yamlFiles))) found.push(...one);
  return found;
}

/**
 * Files ending in `.yaml` under a folder, in the order of their paths; a file stands for itself.
 *
 * @throws {TaskError} `missing_file`.
 */
export async function filesUnder(path: string): Promise<string[]> {
  try {
    if ((await Deno.stat(path)).isFile) return [path];
    return (await yamlFiles(path)).sort((a, b) => a < b ? -1 : 1);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new TaskError(`Cannot read task files: wanted a folder or file, found no "${path}"`, {
      code: "missing_file",
      hint: "Paths are taken against the working folder; names of tasks need none: deno task tasks list",
      details: { path },
      cause,
    });
  }
}
