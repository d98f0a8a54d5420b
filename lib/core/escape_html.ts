/**
 * Text as it may stand in HTML.
 *
 * @module
 */
import { redactSecrets, visibleText } from "./redact.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Gives text as it may stand in HTML, inside quotes too. Control characters
 * become visible escapes, keys become `***`.
 *
 * @example
 * ```ts
 * import { escapeHtml } from "./escape_html.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(escapeHtml('<b title="x">'), "&lt;b title=&quot;x&quot;&gt;");
 * ```
 */
export function escapeHtml(text: string): string {
  return visibleText(redactSecrets(text)).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
