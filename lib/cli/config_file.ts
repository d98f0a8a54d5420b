/**
 * YAML config files: read, checked by a schema, faults named by line.
 *
 * @module
 */
import { isBenchError, UsageError } from "../core/errors.ts";
import { readText } from "../core/text.ts";
import { loadYaml } from "../deps/yaml.ts";
import { loadZod, type Zod, type ZodType } from "../deps/zod.ts";
import { nearestName } from "./nearest.ts";

/** What the YAML package gives for a place in the file. */
interface Node {
  readonly range?: readonly number[] | null;
}

/** How to read a config file. */
export interface ConfigReading<T> {
  /** Makes the schema; messages say what is wanted, {@linkcode keysOf} makes its objects. */
  readonly schema: (z: Zod) => ZodType<T>;
  /** Top-level keys that are meant as text: `1.0` stays `1.0`. */
  readonly texts?: readonly string[];
}

/**
 * An object schema that knows nothing but the given keys; all may be missing or null.
 *
 * @example
 * ```ts
 * import { keysOf } from "./config_file.ts";
 * import { loadZod } from "../deps/zod.ts";
 * import { assert } from "@std/assert";
 * const z = await loadZod();
 * assert(!keysOf(z, { limit: z.number() }).safeParse({ limitt: 1 }).success);
 * ```
 */
export function keysOf<S extends Record<string, ZodType<unknown>>>(
  z: Zod,
  shape: S,
): ZodType<{ [K in keyof S]?: (S[K] extends ZodType<infer V> ? V : never) | null | undefined }> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, z.nullish(type)]));
  const known = Object.keys(shape).join(", ");
  return z.strictObject(fields, {
    error: (issue) => issue.code === "unrecognized_keys" ? known : "keys and values",
  }) as never;
}

/**
 * Reads a YAML file. Null when there is no such file, `{}` when it is empty.
 *
 * @throws {UsageError} `bad_config` and `unknown_key` with file and line.
 * @example A missing file is no config
 * ```ts
 * import { readConfigFile } from "./config_file.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await readConfigFile("no/such.yaml", { schema: (z) => z.unknown() }), null);
 * ```
 */
export async function readConfigFile<T>(path: string, reading: ConfigReading<T>): Promise<T | null> {
  const text = await readText(path).catch((error: unknown) => {
    if (isBenchError(error) && error.code === "not_found") return null;
    throw new UsageError((error as Error).message, { code: "bad_config", cause: error });
  });
  if (text === null) return null;
  const { parseDocument, LineCounter, isScalar, visit } = await loadYaml();
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const fail = (verb: string, place: number | undefined, why: string, hint?: string): UsageError =>
    new UsageError(`Cannot ${verb} "${path}": line ${lineCounter.linePos(place ?? 0).line}: ${why}`, {
      code: why.startsWith("there is no key") ? "unknown_key" : "bad_config",
      ...(hint === undefined ? {} : { hint }),
    });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) throw fail("read", problem.pos[0], problem.message);
  visit(document, {
    Alias: (_, node) => {
      throw fail("use", node.range?.[0], "wanted plain values, found an alias", "Write the value out");
    },
    Pair: (_, pair) => {
      const { key } = pair as { key: Node };
      if (!isScalar(key)) throw fail("use", key.range?.[0], "wanted a name as the key");
    },
  });
  for (const key of reading.texts ?? []) {
    const node: unknown = document.get(key, true);
    if (isScalar(node) && typeof node.value === "number") node.value = node.source;
  }
  const content: unknown = document.contents === null ? {} : document.toJS();
  const checked = reading.schema(await loadZod()).safeParse(content);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0] as (typeof checked.error.issues)[number];
  const keys = issue.path.map(String);
  const at = (path: readonly string[]): Node | undefined =>
    (path.length === 0 ? document.contents : document.getIn(path, true)) as Node | undefined;
  if (issue.code === "unrecognized_keys") {
    const name = issue.keys[0] ?? "";
    const prefix = keys.map((key) => `${key}.`).join("");
    const parent = at(keys) as { items?: readonly { key: Node & { value: unknown } }[] } | undefined;
    const key = parent?.items?.find((pair) => String(pair.key.value) === name)?.key;
    const near = await nearestName(name, issue.message.split(", "));
    throw fail(
      "use",
      key?.range?.[0],
      `there is no key "${prefix}${name}"`,
      near === null ? `Known keys: ${issue.message}` : `Did you mean "${prefix}${near}"?`,
    );
  }
  const found = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], content);
  const where = keys.length === 0 ? "" : ` for "${keys.join(".")}"`;
  const json = JSON.stringify(found) ?? "nothing";
  const shown = json.length > 60 ? `${json.slice(0, 60)}…` : json;
  const place = at(keys) ?? at(keys.slice(0, -1));
  throw fail("use", place?.range?.[0], `wanted ${issue.message}${where}, found ${shown}`);
}
