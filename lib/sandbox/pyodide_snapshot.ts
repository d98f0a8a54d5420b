/**
 * The memory of a started Python, kept so that the next start is ten times
 * cheaper.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import { SandboxError } from "../core/errors.ts";
import { sha256Hex } from "../core/hash.ts";
import { PYODIDE_VERSION, pyodideFolder } from "../deps/pyodide.ts";
import { denoFlags } from "./deno_flags.ts";
import child from "./python/pyodide_child.js" with { type: "text" };
import { runProcess } from "./run_process.ts";

/** What a start needs. */
export interface PyodideKit {
  /** Real path of the package. */
  readonly folder: string;
  /** Path of the snapshot. */
  readonly snapshot: string;
  /** Text of the program that runs Python. */
  readonly child: string;
}

/** Flags of a child that reads only `reads`; it gives that up too before it runs a program. */
export function pyodideFlags(reads: readonly string[]): string[] {
  const flags = denoFlags({ workspace: "", hosts: [], heapMb: null });
  const rest = flags.filter((flag) => !flag.startsWith("--allow-"));
  return [...rest, `--allow-read=${reads.join(",")}`, "--v8-flags=--liftoff-only"];
}

async function cacheFolder(): Promise<string> {
  const home = readEnv("HOME");
  const base = readEnv("XDG_CACHE_HOME") ?? readEnv("LOCALAPPDATA") ??
    (home === undefined ? undefined : `${home}/.cache`);
  if (base !== undefined) {
    const folder = `${base}/benchbook`;
    const made = await Deno.mkdir(folder, { recursive: true }).then(() => true, () => false);
    if (made) return folder;
  }
  return await Deno.makeTempDir({ prefix: "benchbook_python_" });
}

async function isWhole(path: string): Promise<boolean> {
  const [bytes, wanted] = await Promise.all([
    Deno.readFile(path).catch(() => null),
    Deno.readTextFile(`${path}.sha256`).catch(() => null),
  ]);
  return bytes !== null && wanted !== null && await sha256Hex(bytes) === wanted.trim();
}

async function build(folder: string, path: string): Promise<void> {
  const scratch = await Deno.realPath(await Deno.makeTempDir({ prefix: "benchbook_snapshot_" }));
  const made = `${scratch}/snapshot`;
  try {
    const flags = [...pyodideFlags([folder, scratch]), `--allow-write=${scratch}`];
    await Deno.writeTextFile(`${scratch}/child.js`, child);
    const argv = [Deno.execPath(), "run", ...flags, `${scratch}/child.js`, "snapshot", folder, made];
    const env = { DENO_DIR: `${scratch}/deno`, NO_COLOR: "1" };
    const result = await runProcess(argv, { env, wallMs: 180_000, outputBytes: 20_000 });
    if (result.code !== 0) {
      throw new SandboxError(
        `Cannot start Python in WebAssembly: ${result.stderr.text().trim() || result.stopped}`,
        {
          code: "backend_unavailable",
        },
      );
    }
    const bytes = await Deno.readFile(made);
    // Beside its place and renamed: two that build at once do no harm.
    const beside = `${path}.${crypto.randomUUID()}`;
    await Deno.writeFile(beside, bytes);
    await Deno.rename(beside, path);
    await Deno.writeTextFile(`${path}.sha256`, `${await sha256Hex(bytes)}\n`);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function prepare(): Promise<PyodideKit> {
  const folder = await pyodideFolder();
  const { os, arch } = Deno.build;
  const name = `pyodide-${PYODIDE_VERSION}-deno-${Deno.version.deno}-${os}-${arch}.snapshot`;
  const snapshot = `${await cacheFolder()}/${name}`;
  if (!await isWhole(snapshot)) await build(folder, snapshot);
  return { folder, snapshot, child };
}

let kit: Promise<PyodideKit> | undefined;

/**
 * Finds the package and its snapshot, building the snapshot when there is none
 * for exactly this Pyodide, Deno and machine, or when it is damaged. Once a
 * process.
 *
 * @throws {SandboxError} `backend_unavailable`.
 */
export function pyodideKit(): Promise<PyodideKit> {
  kit ??= prepare();
  kit.catch(() => kit = undefined);
  return kit;
}
