/**
 * How a command says what went wrong.
 *
 * @module
 */
import { isBenchError } from "../core/errors.ts";
import { hintOf } from "../core/hint_of.ts";
import { redactSecrets, visibleText } from "../core/redact.ts";
import { firstError } from "./exit.ts";
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
  const hint = isBenchError(error) ? await hintOf(error) : null;
  const lines = host !== null
    ? [`error: Cannot reach "${host}": this run may not`, `hint: Add --allow-host ${host} if it should`]
    : isBenchError(error)
    ? [`error: ${error.message}`, ...(hint === null ? [] : [`hint: ${hint}`])]
    : [
      `error: ${error instanceof Error ? error.stack ?? error.message : String(error)}`,
      "hint: This is a defect of benchbook",
    ];
  return `${visibleText(redactSecrets(lines.join("\n"), secrets))}\n`;
}
