/**
 * `deno task rescore`: scores stored answers anew, without a model.
 *
 * @module
 */
import { RESCORE_HELP, RESCORE_OPTIONS } from "../lib/cli/rescore_options.ts";
import { runEntry } from "../lib/cli/run_entry.ts";

const command = new URL("../lib/cli/rescore_command.ts", import.meta.url);

Deno.exit(
  await runEntry(Deno.args, {
    help: RESCORE_HELP,
    options: RESCORE_OPTIONS,
    load: async () => {
      const loaded: typeof import("../lib/cli/rescore_command.ts") = await import(command.href);
      return loaded.rescoreCommand;
    },
  }),
);
