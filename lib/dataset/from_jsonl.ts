/**
 * Docs from JSON lines.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { parseJson } from "../core/json.ts";
import { pyStrip } from "../core/python.ts";
import { isPlainObject } from "../core/plain_object.ts";
import type { TextSource } from "../core/read_chunks.ts";
import { readLineBatches, type TextLine } from "../core/read_lines.ts";
import type { Dataset, Fields } from "./doc.ts";
import { makeDataset } from "./make_dataset.ts";
import { type FileSource, openSource, sourceName } from "./file_source.ts";
import type { RawRow, RowReader, SourceOptions } from "./row_source.ts";

/**
 * A data set over a JSONL file: one JSON object a line, blank lines skipped, in
 * flat memory. A `.gz` file is unpacked on the way. Only LF ends a line, one CR
 * before it is dropped, so is one byte order mark.
 *
 * @throws {DataError} while reading, with file and line: `bad_json`,
 * `unsafe_integer`, `not_an_object`, `bad_utf8`, `duplicate_id`, `bad_type`,
 * `not_found`, `empty_dataset` …
 *
 * @example
 * ```ts
 * import { fromJsonl } from "./from_jsonl.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('{"id":"a","q":"1+1"}\n\n{"id":"b","q":"2+2"}');
 * for await (const doc of fromJsonl(bytes)) assertEquals(typeof doc.fields.q, "string");
 * ```
 */
export function fromJsonl<F extends Fields = Fields>(
  source: FileSource,
  options: SourceOptions = {},
): Dataset<F> {
  const name = sourceName(source, "jsonl");
  return makeDataset<F>({ kind: "jsonl", name, revision: null }, readJsonl(source), options);
}

/**
 * The rows of a JSONL source, with their lines; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromJsonl}.
 *
 * @example
 * ```ts
 * import { readJsonl } from "./from_jsonl.ts";
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
