/**
 * `deno task tasks`: lists, finds, shows and checks tasks.
 *
 * @module
 */
import { TASKS_HELP, TASKS_OPTIONS } from "../lib/cli/tasks_options.ts";
import { runEntry } from "../lib/cli/run_entry.ts";

const command = new URL("../lib/cli/tasks_command.ts", import.meta.url);

Deno.exit(
  await runEntry(Deno.args, {
    help: TASKS_HELP,
    options: TASKS_OPTIONS,
    load: async () => {
      const loaded: typeof import("../lib/cli/tasks_command.ts") = await import(command.href);
      return loaded.tasksCommand;
    },
  }),
);
