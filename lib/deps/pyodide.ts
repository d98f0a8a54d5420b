/**
 * Pyodide (CPython in WebAssembly), for the sandbox `python`. Its files are
 * only located here; it is loaded in a child that may read nothing else.
 *
 * @module
 */
import { copyEnv } from "../core/env.ts";
import { SandboxError } from "../core/errors.ts";

/** The exact version; a memory snapshot fits no other. */
export const PYODIDE_VERSION = "314.0.7";

/** Loads the package in this process. For tests; the sandbox never does. */
export async function loadPyodidePackage(): Promise<typeof import("npm:pyodide@314.0.7")> {
  return await import("npm:pyodide@314.0.7");
}

async function deno(...args: string[]): Promise<string | null> {
  // The user's own environment: proxies, certificates and DENO_DIR decide where packages come from.
  const command = new Deno.Command(Deno.execPath(), { args, env: copyEnv(), stdin: "null", stderr: "null" });
  const { success, stdout } = await command.output();
  return success ? new TextDecoder().decode(stdout) : null;
}

async function search(folder: string, depth: number): Promise<string | null> {
  const here = `${folder}/pyodide/${PYODIDE_VERSION}`;
  const found = await Deno.stat(`${here}/pyodide.asm.wasm`).catch(() => null);
  if (found !== null) return await Deno.realPath(here);
  if (depth === 0) return null;
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const below = isDirectory ? await search(`${folder}/${name}`, depth - 1) : null;
      if (below !== null) return below;
    }
  } catch {
    return null;
  }
  return null;
}

/**
 * Real path of the package in Deno's cache; fetched (13 MB, once) when it is
 * not there.
 *
 * @throws {SandboxError} `backend_unavailable` when it can be neither found nor fetched.
 */
export async function pyodideFolder(): Promise<string> {
  const info = await deno("info", "--json", "--no-config");
  const cache = info === null ? null : (JSON.parse(info) as { npmCache?: string }).npmCache ?? null;
  if (cache !== null) {
    // Registries lie side by side, the longest name three folders deep.
    const found = await search(cache, 3);
    if (found !== null) return found;
    await deno("cache", "--no-config", "--no-lock", `npm:pyodide@${PYODIDE_VERSION}`);
    const fetched = await search(cache, 3);
    if (fetched !== null) return fetched;
  }
  throw new SandboxError(
    `Cannot open the sandbox "python": pyodide ${PYODIDE_VERSION} is not in Deno's cache`,
    {
      code: "backend_unavailable",
      hint: `Run \`deno cache npm:pyodide@${PYODIDE_VERSION}\` once with access to npm`,
    },
  );
}
