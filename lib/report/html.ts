/**
 * Small pieces of HTML for notebooks: escaped, without scripts or links, in
 * the colours of the page they stand on.
 *
 * @module
 */
import { redactSecrets, visibleText } from "../core/redact.ts";

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
 * import { escapeHtml } from "./html.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(escapeHtml('<b title="x">'), "&lt;b title=&quot;x&quot;&gt;");
 * ```
 */
export function escapeHtml(text: string): string {
  return visibleText(redactSecrets(text)).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** A cell: text, which is escaped, or HTML that is already safe. */
export type HtmlCell = string | number | null | { readonly html: string };

/**
 * Lays out a table. Numbers stand right; null is a dash; texts are escaped and
 * keep their line breaks.
 *
 * @example
 * ```ts
 * import { htmlTable } from "./html.ts";
 * import { assert } from "@std/assert";
 * assert(htmlTable(["a"], [["<"]]).includes("&lt;"));
 * ```
 */
export function htmlTable(columns: readonly string[], rows: readonly (readonly HtmlCell[])[]): string {
  const head = columns.map((column) => `<th style="text-align:left">${escapeHtml(column)}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("\n");
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table>`;
}

function cellHtml(cell: HtmlCell): string {
  if (typeof cell === "number") return `<td>${cell}</td>`;
  const html = cell === null ? "-" : typeof cell === "string" ? escapeHtml(cell) : cell.html;
  // Notebooks set cells to the right; only texts of several lines need more than that undone.
  const wrap = typeof cell === "string" && cell.includes("\n") ? ";white-space:pre-wrap" : "";
  return `<td style="text-align:left${wrap}">${html}</td>`;
}

/**
 * Draws a fraction with its interval: a line from `low` to `high` and a dot at
 * `value`, on a scale from 0 to 1. Values outside are drawn at the edge.
 *
 * @example
 * ```ts
 * import { intervalBar } from "./html.ts";
 * import { assert } from "@std/assert";
 * assert(intervalBar(0.5, { low: 0.4, high: 0.6 }).startsWith("<svg"));
 * ```
 */
export function intervalBar(
  value: number | null,
  interval: { readonly low: number; readonly high: number } | null,
): string {
  if (value === null) return "";
  const x = (fraction: number): number => Math.round(4 + 112 * Math.min(1, Math.max(0, fraction)));
  const line = interval === null
    ? ""
    : `<line x1="${x(interval.low)}" x2="${
      x(interval.high)
    }" y1="7" y2="7" stroke="currentColor" stroke-width="3" opacity="0.5"/>`;
  return `<svg width="120" height="14" role="img" aria-label="${value.toFixed(2)} of 1">` +
    `<line x1="4" x2="116" y1="7" y2="7" stroke="currentColor" opacity="0.2"/>${line}` +
    `<circle cx="${x(value)}" cy="7" r="4" fill="currentColor"/></svg>`;
}

/** Cuts text to `length` code units, with a mark where it was cut. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)} … (${text.length} characters)`;
}
