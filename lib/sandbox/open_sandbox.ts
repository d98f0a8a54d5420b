/**
 * Opening a sandbox: by name, or the strongest that works on this machine.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { checkLimits, type Limits, type MemoryRlimit } from "./limits.ts";
import type { BackendName, Sandbox } from "./sandbox.ts";
import { AUTO_ORDER, BACKEND_NAMES, BACKENDS } from "./backends.ts";

/** Options of {@linkcode openSandbox}. */
export interface SandboxOptions {
  /** Name of a backend; `auto` (default) takes the strongest that works here. */
  readonly backend?: BackendName | "auto";
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** What shall run: `any` program (default), `python` programs only, or `javascript` (TypeScript too). Widens what `auto` may take. */
  readonly runs?: "any" | "javascript" | "python";
  /** Hosts that may be reached, as `name:port`; default none. Only through a proxy named in the environment. */
  readonly network?: { readonly hosts: readonly string[] };
  /** `keep` (default): changes to the workspace stay. `fresh`: each program gets a copy (bubblewrap). */
  readonly files?: "fresh" | "keep";
  /** Host paths shown read-only: path inside by absolute host path (bubblewrap, docker, podman). */
  readonly readOnly?: Readonly<Record<string, string>>;
  /** How memory of one process is limited (bubblewrap). */
  readonly memory?: MemoryRlimit;
  /** Image of a container or microVM. */
  readonly image?: string;
  /** Id of the run, put on containers so that they can be cleared away after it died. */
  readonly runId?: string;
  /** Why, for the record; filled in by `auto`. */
  readonly why?: string;
}

/**
 * Reads the name of a backend as typed; `unsafe-local` is `unsafeLocal`.
 *
 * @throws {TypeError} naming all that exist.
 * @example
 * ```ts
 * import { parseBackend } from "./open_sandbox.ts";
 * import { assertEquals, assertThrows } from "@std/assert";
 * assertEquals(parseBackend("unsafe-local"), "unsafeLocal");
 * assertThrows(() => parseBackend("chroot"), TypeError);
 * ```
 */
export function parseBackend(text: string): BackendName | "auto" {
  const name = text === "unsafe-local" ? "unsafeLocal" : text;
  if (name === "auto") return name;
  const found = BACKEND_NAMES.find((one) => one === name);
  if (found === undefined) {
    throw new TypeError(`Unknown sandbox "${text}": wanted auto, ${BACKEND_NAMES.join(", ")}`);
  }
  return found;
}

/**
 * Opens a sandbox. `auto` probes backends from the strongest down, each by
 * running it, and says in `info.why` what it took and what it passed over. It
 * never takes `unsafeLocal`. A backend asked for by name that does not work is
 * an error; nothing weaker takes its place.
 *
 * @throws {SandboxError} `backend_unavailable` with the reason; `no_backend`
 * when `auto` finds none.
 * @throws {RangeError} for limits that make no sense.
 * @throws {TypeError} for an unknown backend or option value.
 * @example Run a program of others
 * ```ts
 * import { openSandbox } from "./open_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using box = await openSandbox({ runs: "python", limits: { wallMs: 60_000 } });
 * const out = await box.exec(["python3", "-c", "print(6 * 7)"]);
 * assertEquals([out.reason, out.stdout], ["ok", "42\n"]);
 * ```
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const backend = parseBackend(options.backend ?? "auto");
  checkLimits(options.limits);
  if (backend !== "auto") return await BACKENDS[backend].open({ why: "asked for by name", ...options });
  const passed: string[] = [];
  for (const name of AUTO_ORDER[options.runs ?? "any"]) {
    const fault = await BACKENDS[name].probe(options);
    if (fault === null) {
      const why = `auto: the strongest that works here${
        passed.length === 0 ? "" : ` (passed over: ${passed.join("; ")})`
      }`;
      return await BACKENDS[name].open({ ...options, why });
    }
    passed.push(`${name}: ${fault}`);
  }
  throw new SandboxError(`Cannot open a sandbox: none works here (${passed.join("; ")})`, {
    code: "no_backend",
    hint:
      "Install bubblewrap (Linux) or an engine for containers; run `deno task doctor` for what is missing",
    details: { passed },
  });
}
