/**
 * `deno task tasks`: lists, finds, shows and checks tasks.
 *
 * @module
 */
import { helpText } from "../lib/cli/help.ts";
import { TASKS_HELP, TASKS_OPTIONS } from "../lib/cli/tasks_options.ts";
import { openTerminal } from "../lib/cli/terminal.ts";

const load = (path: string) => import(new URL(path, import.meta.url).href);

async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal({ plain: true });
  if (argv.length === 0 || argv.includes("--help") || argv.includes("-h")) {
    terminal.out(helpText(TASKS_HELP, TASKS_OPTIONS));
    return argv.length === 0 ? 2 : 0;
  }
  try {
    const { tasksCommand }: typeof import("../lib/cli/tasks_command.ts") = await load(
      "../lib/cli/tasks_command.ts",
    );
    return await tasksCommand(argv, terminal);
  } catch (error) {
    const { failureText }: typeof import("../lib/cli/fail.ts") = await load("../lib/cli/fail.ts");
    const { exitCodeOf }: typeof import("../lib/cli/exit.ts") = await load("../lib/cli/exit.ts");
    terminal.err(await failureText(error));
    return exitCodeOf(error);
  }
}

Deno.exit(await main(Deno.args));
