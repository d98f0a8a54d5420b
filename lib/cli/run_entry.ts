/**
 * What the small entry scripts of tasks/ share: help without loading anything
 * else, then the command, and its failure in the house's words.
 *
 * @module
 */
import { type CommandHelp, helpText } from "./help.ts";
import type { OptionSpec } from "./option.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** A command as its entry script knows it before it is loaded. */
export interface Entry {
  /** Head of its help. */
  readonly help: CommandHelp;
  /** Its flags. */
  readonly options: readonly OptionSpec[];
  /** Loads what runs it; called only when no help was asked for. */
  readonly load: () => Promise<(argv: readonly string[], terminal: Terminal) => Promise<number>>;
}

/** Computed, so that nothing behind it is resolved before it is needed; see tasks/bench.ts. */
const load = (path: string) => import(new URL(path, import.meta.url).href);

/**
 * Runs a command of `deno task`. Without arguments it shows its help and gives 2.
 *
 * @returns The exit code. Never throws: a failure becomes its sentence and its code.
 */
export async function runEntry(argv: readonly string[], entry: Entry): Promise<number> {
  const terminal = openTerminal({ plain: true });
  if (argv.length === 0 || argv.includes("--help") || argv.includes("-h")) {
    terminal.out(helpText(entry.help, entry.options));
    return argv.length === 0 ? 2 : 0;
  }
  try {
    const command = await entry.load();
    return await command(argv, terminal);
  } catch (error) {
    const { failureText }: typeof import("./fail.ts") = await load("./fail.ts");
    const { exitCodeOf }: typeof import("./exit.ts") = await load("./exit.ts");
    terminal.err(await failureText(error));
    return exitCodeOf(error);
  }
}
