/**
 * Tables for notebooks: escaped, without scripts or links, in the colours of
 * the page they stand on.
 *
 * @module
 */
import { escapeHtml } from "./escape_html.ts";

/** A cell: text, which is escaped, or HTML that is already safe. */
export type HtmlCell = string | number | null | { readonly html: string };

/**
 * Lays out a table. Numbers stand right; null is a dash; texts are escaped and
 * keep their line breaks.
 *
 * @example
 * ```ts
 * import { htmlTable } from "./html_table.ts";
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
 * Cuts text to `length` code units, with a mark where it was cut.
 *
 * @example
 * ```ts
 * import { clip } from "./html_table.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(clip("abcdef", 2), "ab … (6 characters)");
 * ```
 */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)} … (${text.length} characters)`;
}
