/**
 * Rows of text in columns.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import { loadStringWidth } from "../deps/string_width.ts";

/** A cell's text, or a number column's. */
export interface TableColumn {
  /** Headline. */
  readonly title: string;
  /** Numbers stand right. */
  readonly align?: "left" | "right";
}

/**
 * Lays out rows of text in columns two spaces apart, by the width each text
 * takes on a terminal. Control characters become visible escapes; line feeds
 * and tabs become spaces.
 *
 * @example Wide characters take two columns
 * ```ts
 * import { toTable } from "./table.ts";
 * import { assertEquals } from "@std/assert";
 * const text = await toTable([{ title: "a" }, { title: "n", align: "right" }], [["漢", "1"], ["b", "22"]]);
 * assertEquals(text, "a    n\n------\n漢   1\nb   22");
 * ```
 */
export async function toTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const width = await loadStringWidth();
  const clean = [columns.map((column) => column.title), ...rows].map((row) =>
    row.map((cell) => visibleText(cell).replace(/[\n\t]+/g, " "))
  );
  const widths = columns.map((_, i) => Math.max(...clean.map((row) => width(row[i] ?? ""))));
  const lines = clean.map((row) =>
    columns.map((column, i) => {
      const cell = row[i] ?? "";
      const space = " ".repeat((widths[i] ?? 0) - width(cell));
      return column.align === "right" ? space + cell : cell + space;
    }).join("  ").trimEnd()
  );
  const rule = "-".repeat(widths.reduce((sum, w) => sum + w, 0) + 2 * (widths.length - 1));
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}
