// deno-lint-ignore-file camelcase -- keys as they stand in the file
/**
 * `serve:` of a specialist's file: how its model server is started.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { ConfigShape } from "./config_file.ts";

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

/** Keys of `serve:`. */
export const SERVE_SHAPE: ConfigShape = {
  command: "texts",
  cwd: "text",
  env: "map",
  health: "text",
  ready_timeout_s: "number",
  stop_timeout_s: "number",
};

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
  raw: unknown,
  { path, root }: { path: string; root: string },
): ServeConfig | null {
  if (raw === undefined || raw === null) return null;
  const given = raw as Record<string, unknown>;
  const command = typeof given.command === "string"
    ? given.command.split(/\s+/).filter((part) => part !== "")
    : (given.command as string[] | undefined) ?? [];
  if (command.length === 0) {
    throw new UsageError(`Cannot use "${path}": "serve" needs a "command"`, { code: "bad_config" });
  }
  const env = Object.entries((given.env ?? {}) as Record<string, unknown>);
  const seconds = (key: string, fallback: number): number =>
    Math.max(0, Number(given[key] ?? fallback)) * 1000;
  return {
    command,
    cwd: typeof given.cwd === "string" ? underRoot(root, given.cwd) : null,
    env: Object.fromEntries(env.map(([name, value]) => [name, String(value)])),
    health: (given.health as string | undefined) ?? null,
    readyTimeoutMs: seconds("ready_timeout_s", 300),
    stopTimeoutMs: seconds("stop_timeout_s", 10),
  };
}
