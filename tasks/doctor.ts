// deno-lint-ignore-file no-console
/**
 * `deno task doctor`: what this machine can do, each probed by running it.
 * `--json` prints the same for programs. Exit 0 when some sandbox that isolates
 * works, 3 when none does, 2 for a flag that does not exist.
 *
 * @module
 */
import { type BackendReport, type Survey, surveyBackends } from "../lib/sandbox/survey.ts";

const HELP = `deno task doctor [--json]

Lists the sandboxes, whether each works here (a program is run in it), what it
isolates, what it cannot stop, and what is missing where one does not work.`;

function describe({ backend, about, works, fault, info, firstMs }: BackendReport): string {
  const lines = [`${works ? "works  " : "missing"}  ${backend}: ${about}`];
  if (fault !== null) lines.push(`         why not: ${fault}`);
  if (info !== null) {
    const { files, network, processes, memory, syscallFilter } = info.isolation;
    lines.push(
      `         ${info.version}, first program after ${Math.round(firstMs ?? 0)} ms`,
      `         files: ${files}; network: ${network}; processes: ${processes}; memory limit: ${memory}; ` +
        `call filter: ${syscallFilter ? "yes" : "no"}`,
      `         cannot stop: ${info.cannotStop.join("; ")}`,
      ...info.warnings.map((text) => `         warning: ${text}`),
    );
  }
  return lines.join("\n");
}

/** The survey as text. */
export function doctorText({ backends, auto }: Survey): string {
  const picks = Object.entries(auto).map(([runs, name]) => `${runs}: ${name ?? "none"}`).join(", ");
  return `${backends.map(describe).join("\n")}\n\n--sandbox auto takes, by what shall run: ${picks}`;
}

/** Runs the command; gives the exit code. */
export async function doctor(args: readonly string[]): Promise<number> {
  const flags = args.filter((arg) => arg !== "--");
  if (flags.includes("--help") || flags.includes("-h")) {
    console.log(HELP);
    return 0;
  }
  const unknown = flags.find((flag) => flag !== "--json");
  if (unknown !== undefined) {
    console.error(`Unknown flag "${unknown}"\n\n${HELP}`);
    return 2;
  }
  const survey = await surveyBackends();
  console.log(flags.includes("--json") ? JSON.stringify(survey, null, 2) : doctorText(survey));
  return survey.backends.some(({ backend, works }) => works && backend !== "unsafeLocal") ? 0 : 3;
}

if (import.meta.main) Deno.exit(await doctor(Deno.args));
