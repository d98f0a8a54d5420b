/**
 * How a command says what went wrong.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import { redactSecrets, visibleText } from "../core/redact.ts";
import { firstError } from "./exit.ts";
import { nearestName } from "./nearest.ts";
import { refusedHost } from "./refused_host.ts";

/**
 * The text for an error that ended a command: `error:` and one line, `hint:`
 * and one line. A misspelt name gets its nearest, a refused host its flag; an
 * unexpected error its stack. Secrets are masked, control codes shown.
 *
 * @example
 * ```ts
 * import { failureText } from "./fail.ts";
 * import { UsageError } from "../core/errors.ts";
 * import { assertEquals } from "@std/assert";
 * const details = { flag: "--nich", names: ["--niche", "--limit"] };
 * const error = new UsageError('Cannot use "--nich": there is no such flag', { code: "unknown_flag", details });
 * assertEquals(await failureText(error), 'error: Cannot use "--nich": there is no such flag\nhint: Did you mean "--niche"?\n');
 * ```
 */
export async function failureText(thrown: unknown, secrets: readonly string[] = []): Promise<string> {
  const error = firstError(thrown);
  const host = refusedHost(error);
  const lines = host !== null
    ? [`error: Cannot reach "${host}": this run may not`, `hint: Add --allow-host ${host} if it should`]
    : isBenchError(error)
    ? [`error: ${error.message}`, ...await hintOf(error)]
    : [
      `error: ${error instanceof Error ? error.stack ?? error.message : String(error)}`,
      "hint: This is a defect of benchbook",
    ];
  return `${visibleText(redactSecrets(lines.join("\n"), secrets))}\n`;
}

async function hintOf(
  error: { hint?: string; details: Readonly<Record<string, unknown>> },
): Promise<string[]> {
  const { flag, found, names } = error.details;
  const wrong = found ?? flag;
  if (typeof wrong === "string" && Array.isArray(names)) {
    // The package behind it may not be there: no suggestion then.
    const near = await nearestName(wrong, names).catch(() => null);
    if (near !== null) return [`hint: Did you mean "${near}"?`];
  }
  return error.hint === undefined ? [] : [`hint: ${error.hint}`];
}
