/**
 * What this machine can do, found out by doing it.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import { AUTO_ORDER, BACKEND_NAMES, BACKENDS } from "./backends.ts";
import type { SandboxOptions } from "./open_sandbox.ts";
import type { BackendName, SandboxInfo } from "./sandbox.ts";

/** What was found about one backend. */
export interface BackendReport {
  /** Which. */
  readonly backend: BackendName;
  /** What it is, in a line. */
  readonly about: string;
  /** A program ran in it and gave what it should. */
  readonly works: boolean;
  /** Why not; null when it works. */
  readonly fault: string | null;
  /** What it is here; null when it does not work. */
  readonly info: SandboxInfo | null;
  /** From opening it to the end of the first program in ms. */
  readonly firstMs: number | null;
}

/** What was found about all. */
export interface Survey {
  /** All backends, in order of name. */
  readonly backends: readonly BackendReport[];
  /** What `auto` takes, by what shall run; null for none. */
  readonly auto: Readonly<Record<"any" | "javascript" | "python", BackendName | null>>;
}

async function look(backend: BackendName, options: SandboxOptions): Promise<BackendReport> {
  const { about } = BACKENDS[backend];
  const failed = (fault: string): BackendReport => ({
    backend,
    about,
    works: false,
    fault,
    info: null,
    firstMs: null,
  });
  try {
    const fault = await BACKENDS[backend].probe(options);
    if (fault !== null) return failed(fault);
    const startMs = performance.now();
    await using box = await BACKENDS[backend].open({ ...options, why: "deno task doctor" });
    const argv = backend === "deno"
      ? ["deno", "eval", "console.log(6 * 7)"]
      : backend === "unsafeLocal"
      ? [Deno.execPath(), "eval", "console.log(6 * 7)"]
      : ["python3", "-c", "print(6 * 7)"];
    const limits = backend === "unsafeLocal" ? { memoryMb: null } : {};
    const out = await box.exec(argv, { limits });
    if (out.stdout !== "42\n") {
      return failed(`a program gave ${out.reason}: ${out.stderr.trim().slice(0, 200)}`);
    }
    return { backend, about, works: true, fault: null, info: box.info, firstMs: performance.now() - startMs };
  } catch (error) {
    return failed(isBenchError(error) || error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs a small program in each backend.
 *
 * @example
 * ```ts
 * import { surveyBackends } from "./survey.ts";
 * import { assertEquals } from "@std/assert";
 * const { backends, auto } = await surveyBackends({}, ["deno"]);
 * assertEquals([backends.length, backends[0]?.works, auto.javascript], [1, true, "deno"]);
 * ```
 */
export async function surveyBackends(
  options: SandboxOptions = {},
  names: readonly BackendName[] = BACKEND_NAMES,
): Promise<Survey> {
  const backends: BackendReport[] = [];
  // One after the other: the times are of the backend, not of the crowd.
  for (const name of names) backends.push(await look(name, options));
  const works = new Set(backends.filter((one) => one.works).map((one) => one.backend));
  const first = (runs: keyof typeof AUTO_ORDER): BackendName | null =>
    AUTO_ORDER[runs].find((name) => works.has(name)) ?? null;
  return { backends, auto: { any: first("any"), javascript: first("javascript"), python: first("python") } };
}
