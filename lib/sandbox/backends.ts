/**
 * The table of backends; each is loaded when it is needed.
 *
 * @module
 */
import type { SandboxOptions } from "./open_sandbox.ts";
import type { BackendName, Sandbox } from "./sandbox.ts";

/** A backend in the table. */
export interface BackendEntry {
  /** Null when it works here, else a sentence why not. Found out by running it. */
  probe(options: SandboxOptions): Promise<string | null>;
  /** Opens it. */
  open(options: SandboxOptions): Promise<Sandbox>;
  /** What it is, in a line. */
  readonly about: string;
}

async function fault(find: Promise<unknown>): Promise<string | null> {
  try {
    await find;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const entries: Partial<Record<BackendName, BackendEntry>> = {
  bubblewrap: {
    about: "any program; Linux namespaces, no daemon",
    async probe(): Promise<string | null> {
      const found = await (await import("./bubblewrap_host.ts")).bubblewrapHost();
      return typeof found === "string" ? found : null;
    },
    open: async (options) => await (await import("./bubblewrap.ts")).openBubblewrap(options),
  },
  deno: {
    about: "TypeScript and JavaScript; a child Deno without permissions",
    probe: () => Promise.resolve(null),
    open: async (options) => await (await import("./deno_child.ts")).openDenoChild(options),
  },
  python: {
    about: "Python; WebAssembly in a child without permissions, on every system",
    probe: async () => await fault((await import("./pyodide_snapshot.ts")).pyodideKit()),
    open: async (options) => await (await import("./python_wasm.ts")).openPythonWasm(options),
  },
  unsafeLocal: {
    about: "any program; no isolation",
    probe: () => Promise.resolve(null),
    open: async (options) => await (await import("./unsafe_local.ts")).openUnsafeLocal(options),
  },
};

/** All backends by name. */
export const BACKENDS: Readonly<Record<BackendName, BackendEntry>> = entries as Record<
  BackendName,
  BackendEntry
>;

/** All names. */
export const BACKEND_NAMES: readonly BackendName[] = [
  "bubblewrap",
  "deno",
  "docker",
  "microsandbox",
  "podman",
  "python",
  "unsafeLocal",
];

/** What `auto` tries, strongest first, by what shall run. */
export const AUTO_ORDER: Readonly<Record<"any" | "javascript" | "python", readonly BackendName[]>> = {
  any: ["bubblewrap"],
  javascript: ["deno"],
  python: ["bubblewrap", "python"],
};
