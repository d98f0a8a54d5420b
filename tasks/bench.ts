/**
 * `deno task bench`: runs a niche's benchmarks. Only what `--help` needs is
 * loaded at once; the rest when it is needed.
 *
 * @module
 */
import { parseFlags } from "../lib/cli/args.ts";
import { BENCH_HELP } from "../lib/cli/bench_help.ts";
import { BENCH_OPTIONS } from "../lib/cli/bench_options.ts";
import { helpText } from "../lib/cli/help.ts";
import { openTerminal } from "../lib/cli/terminal.ts";

/**
 * A literal dynamic import is resolved before the first line runs, with all
 * npm packages behind it: half of a start. A computed one is not.
 */
const load = (path: string) => import(new URL(path, import.meta.url).href);

async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal({ plain: true });
  try {
    if (argv.includes("--help") || argv.includes("-h")) {
      terminal.out(helpText(BENCH_HELP, BENCH_OPTIONS));
      return 0;
    }
    const flags = parseFlags(argv, BENCH_OPTIONS);
    if (flags.version) {
      const { HARNESS_COMMIT }: typeof import("../lib/run/version.ts") = await load("../lib/run/version.ts");
      terminal.out(`${HARNESS_COMMIT}\n`);
      return 0;
    }
    if (flags.list) {
      const { benchList }: typeof import("../lib/cli/bench_list.ts") = await load("../lib/cli/bench_list.ts");
      terminal.out(await benchList());
      return 0;
    }
    const { benchCommand }: typeof import("../lib/cli/bench_command.ts") = await load(
      "../lib/cli/bench_command.ts",
    );
    return await benchCommand(argv);
  } catch (error) {
    const { failureText }: typeof import("../lib/cli/fail.ts") = await load("../lib/cli/fail.ts");
    const { exitCodeOf }: typeof import("../lib/cli/exit.ts") = await load("../lib/cli/exit.ts");
    terminal.err(await failureText(error));
    return exitCodeOf(error);
  }
}

Deno.exit(await main(Deno.args));
