/**
 * Which Python function a `!function` tag means: told by its source text and
 * that of the functions it calls, so that a changed file is never taken for
 * the one that was ported.
 *
 * @module
 */
import { sha256Hex } from "../../core/hash.ts";
import type { ConfigReader } from "./read_config.ts";
import { joinPath } from "../load_files.ts";
import { literalOf, type PythonModule } from "./python_module.ts";

/** A located Python function. */
export interface PortSource {
  /** First 16 hex digits of the SHA-256 of its source; `lm_eval.…` for functions of the package itself. */
  readonly key: string;
  /** The function's own name where it is defined. */
  readonly name: string;
  /** Keyword arguments bound by `functools.partial`. */
  readonly bound: Readonly<Record<string, unknown>>;
  /** Folder of the module. */
  readonly folder: string;
  /** A constant of the module, or of one it imports from; undefined when there is none. */
  constant(name: string): unknown;
}

/** Where a dotted module would be, seen from a file's folder. */
function modulePaths(dotted: string, folder: string): string[] {
  const relative = `${dotted.replaceAll(".", "/")}.py`;
  const root = folder.lastIndexOf("/lm_eval/");
  const inside = root >= 0 && dotted.startsWith("lm_eval.") ? [`${folder.slice(0, root)}/${relative}`] : [];
  return [joinPath(folder, relative), ...inside];
}

async function findModule(
  reader: ConfigReader,
  dotted: string,
  folder: string,
): Promise<PythonModule | null> {
  for (const path of modulePaths(dotted, folder)) {
    const module = await reader.module(path);
    if (module !== null) return module;
  }
  return null;
}

function namesIn(source: string): Set<string> {
  return new Set(source.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
}

/** The function's source and all that it reaches, constants left out. */
function closure(module: PythonModule, name: string): string {
  const seen = new Map<string, string>();
  const visit = (one: string): void => {
    const source = module.sources.get(one);
    if (source === undefined || seen.has(one)) return;
    const constant = one !== name && literalOf(module, one) !== undefined;
    if (constant) return;
    seen.set(one, source);
    for (const next of namesIn(source)) visit(next);
  };
  visit(name);
  const [own, ...others] = [...seen];
  others.sort(([a], [b]) => a < b ? -1 : 1);
  return [own as [string, string], ...others].map(([, source]) => source.replace(/[ \t]+$/gm, "")).join(
    "\n\n",
  );
}

/** A function that the module makes while it is loaded: told by all its statements but the constants. */
async function generated(module: PythonModule, name: string): Promise<PortSource> {
  const named = new Map([...module.sources].map(([key, source]) => [source, key]));
  const text = module.statements.filter((one) => {
    const key = named.get(one);
    return !/^(import|from) /.test(one) && (key === undefined || literalOf(module, key) === undefined);
  });
  return {
    key: `module:${(await sha256Hex(text.join("\n\n").replace(/[ \t]+$/gm, ""))).slice(0, 16)}`,
    name,
    bound: {},
    folder: joinPath(module.path, ".."),
    constant: (wanted) => literalOf(module, wanted),
  };
}

const PARTIAL = /^\w+\s*=\s*(?:functools\.)?partial\(\s*(\w+)\s*,([\s\S]*)\)$/;

/** A copy without the name that is defined, so that equal functions of two names are one. */
function nameless(source: string, name: string): string {
  return source.replace(new RegExp(`^(def|class) ${name}\\b`), "$1 _");
}

/** Finds the source of a tag; null when its Python file or function is not there. */
export async function portSource(
  reader: ConfigReader,
  tag: string,
  folder: string,
): Promise<PortSource | null> {
  const cut = tag.lastIndexOf(".");
  if (cut < 1) return null;
  const module = await findModule(reader, tag.slice(0, cut), folder);
  if (module === null) return null;
  const name = tag.slice(cut + 1);
  const source = module.sources.get(name);
  const here = joinPath(module.path, "..");
  if (source === undefined) {
    const imported = module.imports.get(name);
    if (imported === undefined) return await generated(module, name);
    const [from, original] = imported;
    const found = await portSource(reader, `${from}.${original}`, here);
    const packaged = from.startsWith("lm_eval.") && !from.startsWith("lm_eval.tasks.");
    if (!packaged) return found;
    return { key: `${from}.${original}`, name: original, bound: {}, folder: here, constant: () => undefined };
  }
  const partial = PARTIAL.exec(source);
  if (partial !== null) {
    const inner = await portSource(reader, `${tag.slice(0, cut)}.${partial[1]}`, folder);
    return inner === null ? null : { ...inner, bound: { ...inner.bound, ...keywords(partial[2] as string) } };
  }
  const neighbours = new Map<string, unknown>();
  for (const [alias, [from, original]] of module.imports) {
    const other = await findModule(reader, from, here);
    const value = other === null ? undefined : literalOf(other, original);
    if (value !== undefined) neighbours.set(alias, value);
  }
  const text = nameless(closure(module, name), name);
  return {
    key: (await sha256Hex(text)).slice(0, 16),
    name,
    bound: {},
    folder: here,
    constant: (wanted) => literalOf(module, wanted) ?? neighbours.get(wanted),
  };
}

function keywords(text: string): Record<string, unknown> {
  const module: PythonModule = { path: "", statements: [], sources: new Map(), imports: new Map() };
  const out: Record<string, unknown> = {};
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const [name = "", ...rest] = part.split("=");
    const sources = new Map([["x", `x = ${rest.join("=").replace(/,\s*$/, "").trim()}`]]);
    if (name.trim() !== "") out[name.trim()] = literalOf({ ...module, sources }, "x");
  }
  return out;
}
