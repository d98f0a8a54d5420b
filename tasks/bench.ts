/**
 * `deno task bench`: runs a niche's benchmarks. Only the argument parser is
 * loaded at once; the rest when it is needed.
 *
 * @module
 */
import { parseFlags } from "../lib/cli/args.ts";
import { BENCH_OPTIONS } from "../lib/cli/bench_options.ts";

async function main(argv: readonly string[]): Promise<number> {
  const { openTerminal } = await import("../lib/cli/terminal.ts");
  const terminal = openTerminal({ plain: true });
  try {
    if (argv.includes("--help") || argv.includes("-h")) {
      const { helpText } = await import("../lib/cli/help.ts");
      const { BENCH_HELP } = await import("../lib/cli/bench_help.ts");
      terminal.out(helpText(BENCH_HELP, BENCH_OPTIONS));
      return 0;
    }
    const flags = parseFlags(argv, BENCH_OPTIONS);
    if (flags.version) {
      const { HARNESS_COMMIT } = await import("../lib/run/version.ts");
      terminal.out(`${HARNESS_COMMIT}\n`);
      return 0;
    }
    if (flags.list) {
      const { benchList } = await import("../lib/cli/bench_list.ts");
      terminal.out(await benchList());
      return 0;
    }
    const { benchCommand } = await import("../lib/cli/bench_command.ts");
    return await benchCommand(argv);
  } catch (error) {
    const { failureText } = await import("../lib/cli/fail.ts");
    const { exitCodeOf } = await import("../lib/cli/exit.ts");
    terminal.err(await failureText(error));
    return exitCodeOf(error);
  }
}

Deno.exit(await main(Deno.args));
