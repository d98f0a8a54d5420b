/**
 * A user's own files on the command line: task files under `--tasks` and
 * `--include-path`, and a program under `--config` that registers tasks,
 * metrics, filters or functions.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import type { BENCH_OPTIONS } from "./bench_options.ts";
import type { Flags } from "./option.ts";

/** Flags of `deno task bench`. */
export type BenchFlags = Flags<typeof BENCH_OPTIONS>;

/** Computed, so that nothing behind it is resolved before it is needed; see tasks/bench.ts. */
const load = (url: URL) => import(url.href);

async function runProgram(path: string): Promise<void> {
  const folder = `file://${Deno.cwd().replaceAll("\\", "/").replace(/^(?!\/)/, "/")}/`;
  const url = /^[A-Za-z]:/.test(path)
    ? new URL(`file:///${path}`)
    : new URL(path.replaceAll("\\", "/"), folder);
  try {
    await load(url);
  } catch (cause) {
    throw new UsageError(`Cannot run "${path}": ${cause instanceof Error ? cause.message : String(cause)}`, {
      code: "bad_config",
      hint: "It registers what it defines: registerTask(defineTask({ … })), registerMetric(name, …)",
      cause,
    });
  }
}

/**
 * Runs a program given to `--config` and makes task files known. Paths and
 * globs under `--tasks` come back as names, a program is taken off the flags.
 *
 * @throws {UsageError} `bad_config` for a program that fails; what reading task files throws.
 *
 * @example A glob becomes names
 * ```ts
 * import { withOwnFiles } from "./own_files.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await withOwnFiles({ tasks: ["pubmed*"] }), { tasks: ["pubmedqa"] });
 * ```
 */
export async function withOwnFiles(given: BenchFlags): Promise<BenchFlags> {
  const { config, ...rest } = given;
  const program = config !== undefined && /\.[mc]?[jt]sx?$/i.test(config);
  if (program) await runProgram(config);
  const flags: BenchFlags = program ? rest : given;
  const { tasks, includePath } = flags;
  if (includePath === undefined && !tasks?.some((name) => /[\\/*?[]|\.ya?ml$/i.test(name))) return flags;
  const { resolveTaskNames }: typeof import("../task/task_names.ts") = await load(
    new URL("../task/task_names.ts", import.meta.url),
  );
  const names = await resolveTaskNames(tasks ?? [], includePath ? { includePaths: includePath } : {});
  return tasks === undefined ? flags : { ...flags, tasks: names };
}
