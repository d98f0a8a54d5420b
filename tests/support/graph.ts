/**
 * The module graph of the project and the rules it must keep. Every rule is a
 * plain function from facts to sentences; no sentence = the rule holds.
 *
 * @module
 */
import { repoRoot } from "./shared.ts";
import { runDeno } from "./cli.ts";
import { tempDir } from "./temp.ts";

/** An import: `to` is a path below the repository, or a specifier such as `npm:zod@4.6.7`. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  /** As written in the source. */
  readonly specifier: string;
  /** Only types are imported: nothing is loaded. */
  readonly typeOnly: boolean;
  /** Loaded when asked for. */
  readonly dynamic: boolean;
}

/** Areas in their order: each may import those before it. */
export const AREAS: readonly string[] = [
  "core",
  "stat",
  "sandbox",
  "dataset",
  "task",
  "model",
  "filter",
  "metric",
  "reward",
  "agent",
  "env",
  "bundle",
  "spec",
  "result",
  "report",
  "run",
  "cli",
];

/** Area of a path such as `lib/core/errors.ts`; null outside lib. */
export function areaOf(path: string): string | null {
  return path.match(/^lib\/([^/]+)\//)?.[1] ?? null;
}

/** Imports that run against the order of the areas, and those no area may have. */
export function wrongDirections(edges: readonly Edge[]): string[] {
  const bad: string[] = [];
  for (const { from, to } of edges) {
    const area = areaOf(from);
    if (area === null) continue;
    const target = areaOf(to);
    if (target === null) {
      if (/^(mod\.ts|tasks\/|tests\/|notebooks\/|\.std\/)/.test(to)) bad.push(`${from} imports ${to}`);
      continue;
    }
    const isIndex = from === `lib/${area}/mod.ts`;
    if (to === `lib/${target}/mod.ts`) bad.push(`${from} imports ${to}: name the file, not the index`);
    if (isIndex && target !== area) bad.push(`${from} imports ${to}: an index names its own area`);
    if (target === area || target === "deps") continue;
    const rank = AREAS.indexOf(area);
    const wanted = AREAS.indexOf(target);
    if (area === "deps" ? target !== "core" : rank < 0 || wanted < 0 || wanted > rank) {
      bad.push(`${from} imports ${to}: ${area} may not see ${target}`);
    } else if ((area === "metric" || area === "filter") && target === "model") {
      bad.push(`${from} imports ${to}: ${area} may not see model`);
    } else if (area === "report" && !["core", "stat", "result"].includes(target)) {
      bad.push(`${from} imports ${to}: report reads result records only`);
    }
  }
  return bad;
}

const PINNED = /^npm:(@[^/@]+\/)?[^/@]+@\d+\.\d+\.\d+([-.][\w.-]+)?(\/.*)?$/;

/** Specifiers that a consumer by URL could not resolve, or that are not pinned in lib/deps. */
export function wrongSpecifiers(edges: readonly Edge[]): string[] {
  const bad: string[] = [];
  for (const { from, specifier } of edges) {
    const area = areaOf(from);
    if (area === null && from !== "mod.ts") continue;
    if (/^\.\.?\//.test(specifier) || specifier.startsWith("node:")) continue;
    if (area === "deps" && PINNED.test(specifier)) continue;
    const why = area === "deps"
      ? "wanted npm:name@x.y.z"
      : "wanted a relative path; packages live in lib/deps";
    bad.push(`${from} imports "${specifier}": ${why}`);
  }
  return bad;
}

/** Everything loaded by importing `root`, itself included: no types, nothing lazy. */
export function staticGraph(edges: readonly Edge[], root: string): Set<string> {
  const seen = new Set([root]);
  for (const path of seen) {
    for (const edge of edges) if (edge.from === path && !edge.typeOnly && !edge.dynamic) seen.add(edge.to);
  }
  return seen;
}

/** What importing `root` loads although it may not: the first prefix that fits names it. */
export function loadedPackages(edges: readonly Edge[], root: string, prefixes: readonly string[]): string[] {
  return [...staticGraph(edges, root)].filter((to) => prefixes.some((p) => to.startsWith(p)))
    .map((to) => `${root} loads ${to} on import`);
}

/** Modules of lib more than `limit` imports away from `root` by the shortest path. */
export function tooDeep(edges: readonly Edge[], root: string, limit: number): string[] {
  const depth = new Map([[root, 0]]);
  for (const [path, at] of depth) {
    for (const edge of edges) {
      if (edge.from === path && areaOf(edge.to) !== null && !depth.has(edge.to)) depth.set(edge.to, at + 1);
    }
  }
  return [...depth].filter(([, at]) => at > limit).map(([path, at]) =>
    `${path} is ${at} imports from ${root}`
  );
}

/** A file and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Files over the cap, and a median or 90th percentile over the budget. */
export function overBudget(sources: readonly Source[]): string[] {
  const counted = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share: number): number => counted[Math.ceil(share * counted.length) - 1]?.lines ?? 0;
  const bad = counted.filter(({ lines }) => lines > 300).map(({ path, lines }) =>
    `${path} has ${lines} lines: cap 300`
  );
  if (at(0.5) > 80) bad.push(`the median file has ${at(0.5)} lines: budget 80`);
  if (at(0.9) > 180) bad.push(`90 % of the files have up to ${at(0.9)} lines: budget 180`);
  return bad;
}

/** The text without comments and, roughly, without what strings say. */
export function stripComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1")
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
}

/** Uses of what only some files may touch: `console` none, the environment lib/core/env.ts alone. */
export function forbiddenGlobals(sources: readonly Source[]): string[] {
  const rules: readonly { name: string; pattern: RegExp; allowed: RegExp }[] = [
    { name: "console", pattern: /\bconsole\s*\./, allowed: /^$/ },
    { name: "Deno.env", pattern: /\bDeno\s*\.\s*env\b/, allowed: /^lib\/core\/env\.ts$/ },
    { name: "process.env", pattern: /\bprocess\s*\.\s*env\b/, allowed: /^$/ },
    { name: "Deno.exit", pattern: /\bDeno\s*\.\s*exit\b/, allowed: /^lib\/cli\// },
    { name: "Deno.args", pattern: /\bDeno\s*\.\s*args\b/, allowed: /^lib\/cli\// },
  ];
  const bad: string[] = [];
  for (const { path, text } of sources) {
    const code = stripComments(text);
    for (const { name, pattern, allowed } of rules) {
      if (pattern.test(code) && !allowed.test(path)) bad.push(`${path} uses ${name}`);
    }
  }
  return bad;
}

const IO =
  /\bDeno\s*\.\s*(read|write|open|create|mkdir|makeTemp|remove|rename|stat|lstat|realPath|copy|link|symlink|truncate|watch|Command|listen|serve|connect|dlopen)|\bfetch\s*\(|\bnew\s+(Worker|WebSocket)\b/;
const IO_HOMES =
  /^lib\/((deps|model|sandbox|agent|run|cli)\/|core\/(atomic|contained_path|env|file_limit|read_chunks|text)\.ts$|dataset\/(from_|hub|byte_range|data_file|file_source|pin)|task\/(load_|registry)|env\/(mcp|harbor)|bundle\/(dump|load)|spec\/(discover|sets)|result\/(read|write|fingerprint))/;

/** Files that touch the disk, the network or a process although their area is pure. */
export function impureFiles(sources: readonly Source[]): string[] {
  return sources.filter(({ path, text }) => !IO_HOMES.test(path) && IO.test(stripComments(text)))
    .map(({ path, text }) => `${path} does I/O: ${stripComments(text).match(IO)?.[0]}`);
}

/** File names that are not snake_case. */
export function wrongNames(paths: readonly string[]): string[] {
  return paths.filter((path) => !/^[a-z0-9]+(_[a-z0-9]+)*\.ts$/.test(path.split("/").at(-1) ?? ""))
    .map((path) => `${path} is not named in snake_case`);
}

/** The parts of deno.json the rules read. */
export interface Config {
  readonly exports?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, unknown>>;
  readonly tasks?: Readonly<
    Record<string, string | { readonly command?: string; readonly description?: string }>
  >;
  readonly test?: Readonly<Record<string, unknown>>;
}

/** Tasks without a permission set of their own, sets that do not exist, all doors open. */
export function wrongPermissions(config: Config): string[] {
  const bad: string[] = [];
  const sets = Object.keys(config.permissions ?? {});
  for (const [name, task] of Object.entries(config.tasks ?? {})) {
    const command = typeof task === "string" ? task : task.command ?? "";
    if (typeof task === "string" || !task.description) bad.push(`task ${name} has no description`);
    if (/(^|\s)(-A|--allow-all)\b/.test(command)) bad.push(`task ${name} opens all doors`);
    if (!/\bdeno (run|test|bench)\b/.test(command)) continue;
    const set = command.match(/\s-P=([\w-]+)/)?.[1];
    if (set === undefined) bad.push(`task ${name} has no permission set`);
    else if (!sets.includes(set)) bad.push(`task ${name} names the set "${set}", which is not there`);
  }
  if (config.test && "permissions" in config.test) bad.push("test.permissions breaks plain deno test");
  return bad;
}

/** Exports that point nowhere, and areas with an index that is not exported. */
export function wrongExports(config: Config, files: readonly string[]): string[] {
  const exported = Object.values(config.exports ?? {}).map((path) => path.replace(/^\.\//, ""));
  const bad = exported.filter((path) => !files.includes(path)).map((path) =>
    `exports name ${path}: no such file`
  );
  for (const path of files) {
    const area = areaOf(path);
    if (area !== null && area !== "deps" && path === `lib/${area}/mod.ts` && !exported.includes(path)) {
      bad.push(`${path} is not exported`);
    }
  }
  return bad;
}

/**
 * Findings of `deno doc --lint`, one line each. In lib/deps a type of a package
 * cannot be made public, so that finding does not count there.
 */
export function docFaults(output: string): string[] {
  return [...output.matchAll(/^error\[([\w-]+)\]: (.*)\n\s*--> (.*)$/gm)]
    .filter(([, rule, , place]) =>
      !(rule === "private-type-ref" && /[/\\]lib[/\\]deps[/\\]/.test(place ?? ""))
    )
    .map(([, rule, message, place]) => `${place} ${rule}: ${message}`);
}

/** Paths below the repository with this ending, sorted. */
export async function listFiles(folder: string, suffix = ".ts"): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(`${repoRoot}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) paths.push(...await listFiles(path, suffix));
    else if (entry.isFile && path.endsWith(suffix)) paths.push(path);
  }
  return paths.sort();
}

/** Every import of the given files and of what they import. */
export async function readEdges(files: readonly string[]): Promise<Edge[]> {
  await using dir = await tempDir();
  const base = new URL("../../", import.meta.url).href;
  const root = await dir.write("root.ts", files.map((f) => `import ${JSON.stringify(base + f)};\n`).join(""));
  const out = await runDeno(["info", "--json", "--config", `${repoRoot}/deno.json`, root]);
  if (out.code !== 0) throw new Error(`Cannot read the module graph: ${out.stderr}`);
  const short = (url: string): string => url.startsWith(base) ? url.slice(base.length) : url;
  const edges: Edge[] = [];
  for (const module of JSON.parse(out.stdout).modules) {
    if (!module.specifier.startsWith(base)) continue;
    for (const dependency of module.dependencies ?? []) {
      const code = dependency.code?.specifier;
      edges.push({
        from: short(module.specifier),
        to: short(code ?? dependency.type?.specifier ?? dependency.specifier),
        specifier: dependency.specifier,
        typeOnly: code === undefined,
        dynamic: dependency.isDynamic === true,
      });
    }
  }
  return edges;
}
