/**
 * The text of a task file as plain values, `!function` tags kept.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import { loadYaml } from "../../deps/yaml.ts";

/** A `!function` tag with the folder of the file that wrote it. */
export class FunctionRef {
  /** `name` is what the tag says; `folder` where its Python file would be. */
  constructor(readonly name: string, readonly folder: string) {}
}

/** A task file as written: keys to values. */
export type TaskConfig = Readonly<Record<string, unknown>>;

/** Parses one file; made once, then synchronous. */
export type TaskYamlParser = (text: string, path: string) => TaskConfig;

function folderOf(path: string): string {
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return cut < 0 ? "." : path.slice(0, cut) || "/";
}

function refuse(path: string, wanted: string, more: { line?: number; hint?: string; code?: string }): never {
  const { line, hint, code = "bad_yaml" } = more;
  throw new TaskError(`Cannot read "${path}"${line === undefined ? "" : `, line ${line}`}: ${wanted}`, {
    code,
    ...(hint === undefined ? {} : { hint }),
    details: { path, ...(line === undefined ? {} : { line }) },
  });
}

/**
 * Loads the YAML parser for task files. Syntax is YAML 1.2 core, which reads
 * every shipped task file as YAML 1.1 does.
 *
 * The parser throws a TaskError: `yaml_tab` for a tab in the indentation,
 * `duplicate_key`, `bad_yaml` for anything else, each with the line.
 *
 * @example
 * ```ts
 * import { FunctionRef, taskYamlParser } from "./parse_task_yaml.ts";
 * import { assertEquals } from "@std/assert";
 * const parse = await taskYamlParser();
 * const config = parse("task: t\nprocess_docs: !function utils.keep\n", "a/t.yaml");
 * assertEquals(config["process_docs"], new FunctionRef("utils.keep", "a"));
 * ```
 */
export async function taskYamlParser(): Promise<TaskYamlParser> {
  const { LineCounter, parseDocument } = await loadYaml();
  return (text, path) => {
    const folder = folderOf(path);
    const lineCounter = new LineCounter();
    const document = parseDocument(text.startsWith("\ufeff") ? text.slice(1) : text, {
      customTags: [{ tag: "!function", resolve: (name: string) => new FunctionRef(name, folder) }],
      lineCounter,
      logLevel: "silent",
      prettyErrors: false,
      uniqueKeys: true,
    });
    const error = document.errors[0];
    if (error !== undefined) {
      const { line } = lineCounter.linePos(error.pos[0]);
      const source = text.split("\n")[line - 1] ?? "";
      if (error.code === "DUPLICATE_KEY") {
        refuse(path, `wanted every key once, found "${source.trim()}" again`, {
          line,
          code: "duplicate_key",
          hint: "Keep one of the two",
        });
      }
      if (error.code === "TAB_AS_INDENT" || /^[ ]*\t/.test(source)) {
        refuse(path, "wanted blanks before the key, found a tab", {
          line,
          code: "yaml_tab",
          hint: "Indent with blanks",
        });
      }
      const found = source.trim() === "" ? "the end of an open part" : `"${source.trim()}"`;
      refuse(path, `wanted YAML, found ${found} (${error.message.split("\n")[0]})`, { line });
    }
    // JSON numbers have lost the difference of 1 and 1.0, which versions show.
    const version = document.hasIn(["metadata", "version"])
      ? document.getIn(["metadata", "version"], true) as { value?: unknown; source?: string }
      : {};
    if (typeof version.value === "number" && /^\d+\.\d+$/.test(version.source ?? "")) {
      version.value = version.source;
    }
    const value = document.toJS({ maxAliasCount: 1_000 });
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      refuse(path, `wanted keys and values, found ${value === null ? "nothing" : typeof value}`, {});
    }
    return value as TaskConfig;
  };
}
