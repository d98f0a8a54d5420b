/**
 * `!function` tags become functions: the user's own, else a port that comes
 * along.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";
import { registeredFunction, type TaskFunction } from "../task_functions.ts";
import { FunctionRef, type TaskConfig } from "./parse_task_yaml.ts";
import { type PortSource, portSource } from "./port_source.ts";
import type { ConfigReader } from "./read_config.ts";

/** A function under the name its tag has. */
export interface NamedFunction {
  /** `module.fn`. */
  readonly name: string;
  /** What to call. */
  readonly call: TaskFunction;
}

const found = new WeakMap<ConfigReader, Map<string, Promise<TaskFunction | null>>>();

async function port(reader: ConfigReader, ref: FunctionRef): Promise<TaskFunction | null> {
  const source: PortSource | null = await portSource(reader, ref.name, ref.folder);
  if (source === null) return null;
  const { PORTS } = await import("../ports/ports.ts");
  return PORTS.get(source.key)?.(source) ?? null;
}

function missing(ref: FunctionRef, key: string, path: string): TaskError {
  return new TaskError(
    `Cannot load "${path}": wanted a port of "!function ${ref.name}" for ${key}, found none`,
    {
      code: "function_not_ported",
      hint: `Write it in TypeScript: registerTaskFunction("${ref.name}", (…) => …)`,
      details: { path, function: ref.name, key, folder: ref.folder },
    },
  );
}

/** A resolved `!function` tag; told apart from plain values by its class. */
export class ResolvedFunction implements NamedFunction {
  /** Binds name and function. */
  constructor(readonly name: string, readonly call: TaskFunction) {}
}

/**
 * Replaces every `!function` of a task file by its function.
 *
 * @throws {TaskError} `function_not_ported`, naming the function, the key and
 * how to register one's own.
 */
export async function resolveFunctions(
  config: TaskConfig,
  source: { readonly path: string; readonly reader: ConfigReader },
): Promise<TaskConfig> {
  const { path, reader } = source;
  let known = found.get(reader);
  if (known === undefined) found.set(reader, known = new Map());
  const ports = known;
  const resolve = async (ref: FunctionRef, key: string): Promise<ResolvedFunction> => {
    const own = registeredFunction(ref.name, ref.folder);
    if (own !== undefined) return new ResolvedFunction(ref.name, own);
    const id = `${ref.folder}|${ref.name}`;
    let search = ports.get(id);
    if (search === undefined) ports.set(id, search = port(reader, ref));
    const fn = await search;
    if (fn === null) throw missing(ref, key, path);
    return new ResolvedFunction(ref.name, fn);
  };
  const walk = async (value: unknown, key: string): Promise<unknown> => {
    if (value instanceof FunctionRef) return await resolve(value, key);
    if (Array.isArray(value)) {
      if (!value.some((one) => typeof one === "object" && one !== null)) return value;
      return await Promise.all(value.map((one) => walk(one, key)));
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = await Promise.all(
      Object.entries(value).map(async ([name, one]) => [name, await walk(one, key || name)] as const),
    );
    return Object.fromEntries(entries);
  };
  return await walk(config, "") as TaskConfig;
}
