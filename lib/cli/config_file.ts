/**
 * Reads YAML config files: known keys of known kinds, anything else refused
 * with its line.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { loadYaml } from "../deps/yaml.ts";
import { nearestName } from "./nearest.ts";

/** Kinds of value a key takes; null is always allowed and means "not set". */
export type ConfigKind =
  | "text"
  | "number"
  | "integer"
  | "boolean"
  | "texts"
  | "map"
  | { readonly [key: string]: ConfigKind };

/** Known keys of a config file. */
export type ConfigShape = { readonly [key: string]: ConfigKind };

interface Node {
  readonly items?: readonly {
    key: { value?: unknown; range?: readonly number[] | null };
    value: Node | null;
  }[];
  readonly range?: readonly number[] | null;
  toJSON(): unknown;
}

/**
 * Reads a config file. A missing file gives null.
 *
 * @throws {UsageError} `bad_config` (not YAML, not a mapping, value of another
 * kind) and `unknown_key`, naming file and line.
 * @example A missing file
 * ```ts
 * import { readConfigFile } from "./config_file.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await readConfigFile("no/such.yaml", { model: "text" }), null);
 * ```
 */
export async function readConfigFile(
  path: string,
  shape: ConfigShape,
): Promise<Record<string, unknown> | null> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) return null;
    throw new UsageError(`Cannot read "${path}": ${(cause as Error).message}`, { code: "bad_config", cause });
  }
  const { parseDocument, LineCounter } = await loadYaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const line = (offset: number | undefined): number => lineCounter.linePos(offset ?? 0).line;
  const problem = document.errors[0];
  if (problem !== undefined) {
    throw new UsageError(`Cannot read "${path}": line ${line(problem.pos[0])}: ${problem.message}`, {
      code: "bad_config",
      cause: problem,
    });
  }
  if (document.contents === null) return {};
  await checkNode(document.contents as unknown as Node, shape, { path, line, prefix: "" });
  return document.toJS() as Record<string, unknown>;
}

interface Place {
  readonly path: string;
  readonly prefix: string;
  line(offset: number | undefined): number;
}

async function checkNode(node: Node, shape: ConfigShape, place: Place): Promise<void> {
  const { path, prefix, line } = place;
  const fail = (offset: number | undefined, why: string, options: { code: string; hint?: string }) =>
    new UsageError(`Cannot use "${path}": line ${line(offset)}: ${why}`, options);
  if (node.items === undefined || (node.items[0] !== undefined && node.items[0].key === undefined)) {
    const where = prefix === "" ? "" : ` for "${prefix.slice(0, -1)}"`;
    throw fail(node.range?.[0], `wanted keys and values${where}`, { code: "bad_config" });
  }
  for (const { key, value } of node.items) {
    const name = String(key.value);
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) {
      const near = await nearestName(name, Object.keys(shape));
      throw fail(key.range?.[0], `there is no key "${prefix}${name}"`, {
        code: "unknown_key",
        hint: near === null
          ? `Known keys: ${Object.keys(shape).join(", ")}`
          : `Did you mean "${prefix}${near}"?`,
      });
    }
    const content = value?.toJSON() ?? null;
    if (content === null || value === null) continue;
    if (typeof kind === "object") await checkNode(value, kind, { ...place, prefix: `${prefix}${name}.` });
    else if (!fits(kind, content)) {
      const wanted = WORDS[kind];
      throw fail(
        value.range?.[0],
        `wanted ${wanted} for "${prefix}${name}", found ${JSON.stringify(content)}`,
        {
          code: "bad_config",
        },
      );
    }
  }
}

const WORDS: Readonly<Record<string, string>> = {
  text: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  texts: "text or a list of texts",
  map: "keys and values",
};

function fits(kind: string, value: unknown): boolean {
  switch (kind) {
    // `task_revision: 1` and dates are read as other types, and meant as text.
    case "text":
      return typeof value === "string" || typeof value === "number";
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "texts":
      return typeof value === "string" ||
        (Array.isArray(value) && value.every((item) => typeof item === "string"));
    default:
      return typeof value === "object" && !Array.isArray(value);
  }
}
