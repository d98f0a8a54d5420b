/**
 * Rows of JSON lines.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { isPlainObject } from "../core/plain_object.ts";
import { pyStrip } from "../core/python_strip.ts";
import type { TextSource } from "../core/read_chunks.ts";
import { readLineBatches, type TextLine } from "../core/read_lines.ts";
import { type FileSource, openSource, sourceName } from "./file_source.ts";
import type { RawRow, RowReader } from "./row_source.ts";

/**
 * The rows of a JSONL source, with their lines; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromJsonl}.
 *
 * @example
 * ```ts
 * import { readJsonl } from "./read_jsonl.ts";
 * import { assertEquals } from "@std/assert";
 * const rows = await Array.fromAsync(readJsonl(new TextEncoder().encode('\n{"a":1}'))());
 * assertEquals(rows.flat()[0]?.line, 2);
 * ```
 */
export function readJsonl(source: FileSource, file: string = sourceName(source, "jsonl")): RowReader {
  return async function* () {
    const bytes: TextSource = await openSource(source);
    for await (const lines of readLineBatches(bytes, file)) {
      const rows: RawRow[] = [];
      try {
        for (const line of lines) {
          const row = toRow(line, file);
          if (row !== null) rows.push(row);
        }
      } catch (error) {
        if (rows.length > 0) yield rows; // a limit may stop before the bad line
        throw error;
      }
      if (rows.length > 0) yield rows;
    }
  };
}

function toRow({ line, text }: TextLine, file: string): RawRow | null {
  // Blanks around a row go, no-break ones too.
  const body = text.startsWith("{") && text.endsWith("}") ? text : pyStrip(text);
  if (body === "") return null;
  const fields = parseJson(body, { file, line });
  if (isPlainObject(fields)) return { fields, file, line };
  const found = Array.isArray(fields) ? "an array" : fields === null ? "null" : `a ${typeof fields}`;
  throw new DataError(`Cannot use ${file}:${line}: wanted a JSON object, found ${found}`, {
    code: "not_an_object",
    details: { file, line },
  });
}
