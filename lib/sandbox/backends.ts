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

const entries: Partial<Record<BackendName, BackendEntry>> = {
  bubblewrap: {
    about: "any program; Linux namespaces, no daemon",
    async probe(): Promise<string | null> {
      const found = await (await import("./bubblewrap_host.ts")).bubblewrapHost();
      return typeof found === "string" ? found : null;
    },
    open: async (options) => await (await import("./bubblewrap.ts")).openBubblewrap(options),
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
  javascript: ["bubblewrap"],
  python: ["bubblewrap"],
};
