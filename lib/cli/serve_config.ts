// deno-lint-ignore-file camelcase -- keys as they stand in the file
/**
 * `serve:` of a specialist's file: how its model server is started.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { Zod, ZodType } from "../deps/zod.ts";
import { keysOf } from "./config_file.ts";

/** How to start a model server for the length of the run. */
export interface ServeConfig {
  /** Program and arguments; a single text is split at spaces. */
  readonly command: readonly string[];
  /** Working folder; the root by default. */
  readonly cwd: string | null;
  /** Variables added to a clean environment (PATH, HOME, LANG, TMPDIR and CUDA_* are kept). */
  readonly env: Readonly<Record<string, string>>;
  /** URL or path that answers 2xx when the server is ready; `/models` of the base URL by default. */
  readonly health: string | null;
  /** How long it may take to get ready. */
  readonly readyTimeoutMs: number;
  /** How long it may take to end before it is killed. */
  readonly stopTimeoutMs: number;
}

/** What may stand under `serve:`, as read. */
export interface ServeKeys {
  /** See {@linkcode ServeConfig}. */
  readonly command?: string | string[] | null | undefined;
  /** See {@linkcode ServeConfig}. */
  readonly cwd?: string | null | undefined;
  /** See {@linkcode ServeConfig}. */
  readonly env?: Record<string, string | number | boolean> | null | undefined;
  /** See {@linkcode ServeConfig}. */
  readonly health?: string | null | undefined;
  /** Seconds. */
  readonly ready_timeout_s?: number | null | undefined;
  /** Seconds. */
  readonly stop_timeout_s?: number | null | undefined;
}

/**
 * Schema of `serve:`.
 *
 * @example
 * ```ts
 * import { serveSchema } from "./serve_config.ts";
 * import { loadZod } from "../deps/zod.ts";
 * import { assert } from "@std/assert";
 * assert(serveSchema(await loadZod()).safeParse({ command: "x" }).success);
 * ```
 */
export function serveSchema(z: Zod): ZodType<ServeKeys> {
  const text = z.string({ error: "text" });
  const seconds = z.number({ error: "a number of seconds" }).min(0, { error: "a number of seconds" });
  return keysOf(z, {
    command: z.union([text, z.array(text)], { error: "text or a list of texts" }),
    cwd: text,
    env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()], { error: "text" }), {
      error: "keys and values",
    }),
    health: text,
    ready_timeout_s: seconds,
    stop_timeout_s: seconds,
  });
}

/**
 * A path of a config file, taken against the root unless it is absolute.
 *
 * @example
 * ```ts
 * import { underRoot } from "./serve_config.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([underRoot("r", "m.gguf"), underRoot("r", "/m.gguf")], ["r/m.gguf", "/m.gguf"]);
 * ```
 */
export function underRoot(root: string, path: string): string {
  return root === "." || /^(?:[\\/]|[A-Za-z]:)/.test(path) ? path : joinPath(root, path);
}

/**
 * Reads the checked value of `serve:`; null when there is none.
 *
 * @throws {UsageError} `bad_config` without a command.
 * @example
 * ```ts
 * import { toServeConfig } from "./serve_config.ts";
 * import { assertEquals } from "@std/assert";
 * const config = toServeConfig({ command: "python3 serve.py" }, { path: "c.yaml", root: "." });
 * assertEquals(config?.command, ["python3", "serve.py"]);
 * ```
 */
export function toServeConfig(
  raw: ServeKeys | null | undefined,
  { path, root }: { path: string; root: string },
): ServeConfig | null {
  if (raw === undefined || raw === null) return null;
  const command = typeof raw.command === "string"
    ? raw.command.split(/\s+/).filter((part) => part !== "")
    : raw.command ?? [];
  if (command.length === 0) {
    throw new UsageError(`Cannot use "${path}": "serve" needs a "command"`, { code: "bad_config" });
  }
  const env = Object.entries(raw.env ?? {});
  return {
    command,
    cwd: typeof raw.cwd === "string" ? underRoot(root, raw.cwd) : null,
    env: Object.fromEntries(env.map(([name, value]) => [name, String(value)])),
    health: raw.health ?? null,
    readyTimeoutMs: (raw.ready_timeout_s ?? 300) * 1000,
    stopTimeoutMs: (raw.stop_timeout_s ?? 10) * 1000,
  };
}
