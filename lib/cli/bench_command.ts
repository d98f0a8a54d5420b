/**
 * `deno task bench`, from flags to exit code.
 *
 * @module
 */
import { loadDotEnv, readEnv } from "../core/env.ts";
import { joinPath } from "../core/path.ts";
import { parseFlags } from "./args.ts";
import { BENCH_OPTIONS } from "./bench_options.ts";
import { benchOutlook } from "./bench_outlook.ts";
import { benchSettings } from "./bench_settings.ts";
import { checkBench } from "./check_bench.ts";
import { EXIT } from "./exit.ts";
import { lacksPermission } from "./run_needs.ts";
import { withOwnFiles } from "./own_files.ts";
import { isSecondProcess, runSecondProcess, watchLifeline } from "./second_process.ts";
import { readSpecialist } from "./specialist.ts";
import { openTerminal } from "./terminal.ts";

/** Computed, so that the packages behind it are not resolved before the first line; see tasks/bench.ts. */
const load = (path: string) => import(new URL(path, import.meta.url).href);

/**
 * Runs the command: `.env`, flags, specialist, settings; then, when this
 * process lacks a permission the run needs, the same script again with it.
 *
 * @param argv Arguments as typed.
 * @returns Exit code.
 * @throws {UsageError} for flags and config that make no sense; what a run throws.
 * @example A dry run
 * ```ts
 * import { benchCommand } from "./bench_command.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => benchCommand(["--limit", "0"]), Error, "at least 1");
 * ```
 */
export async function benchCommand(argv: readonly string[]): Promise<number> {
  const typed = parseFlags(argv, BENCH_OPTIONS);
  await loadDotEnv(joinPath(typed.root ?? ".", ".env"));
  const asked = parseFlags(argv, BENCH_OPTIONS, { env: readEnv });
  const flags = await withOwnFiles(asked);
  const file = flags.config ??
    joinPath(flags.root ?? ".", `config/specialists/${flags.niche ?? "custom"}.yaml`);
  const specialist = await readSpecialist(file, {
    required: flags.config !== undefined,
    root: flags.root ?? ".",
  });
  const settings = benchSettings({ flags, specialist, env: readEnv });
  await checkBench({ flags, specialist, settings });
  if (flags.dryRun === true) {
    const { dryRunText }: typeof import("./bench_dry_run.ts") = await load("./bench_dry_run.ts");
    openTerminal({ plain: true }).out(`${await dryRunText({ flags, specialist, settings })}\n`);
    return EXIT.ok;
  }
  const second = isSecondProcess(readEnv);
  if (!second && flags.quiet !== true) {
    openTerminal({ plain: true }).err(`${benchOutlook({ flags, specialist, settings })}\n`);
  }
  if (!second && lacksPermission(settings.needs)) {
    return await runSecondProcess(settings.needs, argv);
  }
  if (second) void watchLifeline(() => Deno.exit(137));
  const { runBench }: typeof import("./bench_run.ts") = await load("./bench_run.ts");
  return await runBench({ flags, specialist, settings, asked });
}
