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

async function engineFault(name: "docker" | "podman", options: SandboxOptions): Promise<string | null> {
  const { findEngine } = await import("./container_engine.ts");
  const { DEFAULT_IMAGE } = await import("./container.ts");
  const engine = await findEngine(name);
  if (typeof engine === "string") return engine;
  const image = options.image ?? DEFAULT_IMAGE;
  const found = await engine.ask(["image", "inspect", "--format", "{{.Id}}", image]);
  return found === null ? `${name} works, but the image "${image}" is not on this machine` : null;
}

/** All backends by name. */
export const BACKENDS: Readonly<Record<BackendName, BackendEntry>> = {
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
  docker: {
    about: "any program; a container each, by the docker command",
    probe: async (options) => await engineFault("docker", options),
    open: async (options) => await (await import("./container.ts")).openContainer("docker", options),
  },
  microsandbox: {
    about: "any program; a small virtual machine each, needs KVM",
    probe: async () => await (await import("./microsandbox.ts")).microsandboxFault(),
    open: async (options) => await (await import("./microsandbox.ts")).openMicrosandbox(options),
  },
  podman: {
    about: "any program; a container each, by the podman command",
    probe: async (options) => await engineFault("podman", options),
    open: async (options) => await (await import("./container.ts")).openContainer("podman", options),
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
  any: ["microsandbox", "bubblewrap", "docker", "podman"],
  javascript: ["deno"],
  python: ["microsandbox", "bubblewrap", "docker", "podman", "python"],
};
