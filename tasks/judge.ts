/**
 * `deno task judge`: labels, calibration and self-test of a judge.
 *
 * @module
 */
import { JUDGE_HELP, JUDGE_OPTIONS } from "../lib/cli/judge_options.ts";
import { runEntry } from "../lib/cli/run_entry.ts";

const command = new URL("../lib/cli/judge_command.ts", import.meta.url);

Deno.exit(
  await runEntry(Deno.args, {
    help: JUDGE_HELP,
    options: JUDGE_OPTIONS,
    load: async () => {
      const loaded: typeof import("../lib/cli/judge_command.ts") = await import(command.href);
      return loaded.judgeCommand;
    },
  }),
);
