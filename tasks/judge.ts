/**
 * `deno task judge`: labels, calibration and self-test of a judge.
 *
 * @module
 */
import { helpText } from "../lib/cli/help.ts";
import { JUDGE_HELP, JUDGE_OPTIONS } from "../lib/cli/judge_options.ts";
import { openTerminal } from "../lib/cli/terminal.ts";

const load = (path: string) => import(new URL(path, import.meta.url).href);

async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal({ plain: true });
  if (argv.length === 0 || argv.includes("--help") || argv.includes("-h")) {
    terminal.out(helpText(JUDGE_HELP, JUDGE_OPTIONS));
    return argv.length === 0 ? 2 : 0;
  }
  try {
    const { judgeCommand }: typeof import("../lib/cli/judge_command.ts") = await load(
      "../lib/cli/judge_command.ts",
    );
    return await judgeCommand(argv, terminal);
  } catch (error) {
    const { failureText }: typeof import("../lib/cli/fail.ts") = await load("../lib/cli/fail.ts");
    const { exitCodeOf }: typeof import("../lib/cli/exit.ts") = await load("../lib/cli/exit.ts");
    terminal.err(await failureText(error));
    return exitCodeOf(error);
  }
}

Deno.exit(await main(Deno.args));
