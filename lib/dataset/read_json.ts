/**
 * Rows of one JSON text.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { jsonMembers } from "../core/json_rows.ts";
import { isPlainObject } from "../core/plain_object.ts";
import { readChunks } from "../core/read_chunks.ts";
import { decodeText } from "../core/text.ts";
import { type FileSource, openSource, sourceName } from "./file_source.ts";
import { readJsonl } from "./read_jsonl.ts";
import type { RawRow, RowReader } from "./row_source.ts";

/** Where the rows of a JSON document are. */
export interface JsonLayout {
  /** Top-level key that holds the rows, such as `data`; default: the whole document. */
  readonly field?: string;
  /** Column that takes the key of each row of an object of rows; default: the key only becomes the id. */
  readonly keyField?: string;
}

/**
 * The rows of a JSON source, with the line each starts on; `file` names it in messages.
 *
 * @throws {DataError} while reading, as {@linkcode fromJson}.
 *
 * @example
 * ```ts
 * import { readJson } from "./read_json.ts";
 * import { assertEquals } from "@std/assert";
 * const rows = await Array.fromAsync(readJson(new TextEncoder().encode('[{"a":1}]'), {})());
 * assertEquals(rows.flat()[0]?.fields, { a: 1 });
 * ```
 */
export function readJson(
  source: FileSource,
  options: JsonLayout,
  file: string = sourceName(source, "json"),
): RowReader {
  return async function* () {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of readChunks(await openSource(source))) parts.push(chunk.slice());
    const bytes = await new Blob(parts).bytes();
    const text = decodeText(bytes, file);
    if (options.field === undefined && isJsonLines(text)) return yield* readJsonl(bytes, file)();
    let rows: RawRow[] = [];
    const place = rowsPlace(text, { file, field: options.field });
    for (const { key, value, line } of jsonMembers(place.text, { file, line: place.line })) {
      if (!isPlainObject(value)) {
        const found = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
        const where = key === undefined ? "" : ` under "${key}"`;
        throw new DataError(
          `Cannot use ${file}:${line}: wanted a row (a JSON object)${where}, found ${found}`,
          {
            code: "not_an_object",
            hint: key === undefined
              ? "Each item must be an object"
              : 'Name the key that holds the rows with "field"',
            details: { file, line },
          },
        );
      }
      const fields = options.keyField === undefined || key === undefined
        ? value
        : { [options.keyField]: key, ...value };
      rows.push(key === undefined ? { fields, file, line } : { fields, file, line, key });
      if (rows.length < 256) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  };
}

/** The first line is a whole object, and something follows it: JSON lines under another name. */
function isJsonLines(text: string): boolean {
  const end = text.indexOf("\n");
  if (end < 0 || !/^[ \t]*\{/.test(text)) return false;
  try {
    JSON.parse(text.slice(0, end));
  } catch {
    return false;
  }
  return /^\s*\{/.test(text.slice(end + 1, end + 100_000));
}

function rowsPlace(
  text: string,
  { file, field }: { file: string; field: string | undefined },
): { text: string; line: number } {
  if (field === undefined) return { text, line: 1 };
  const keys: string[] = [];
  for (const { key, line, start, end } of jsonMembers(text, { file })) {
    if (key === field) return { text: text.slice(start, end), line };
    if (key !== undefined) keys.push(key);
  }
  const found = keys.map((key) => `"${key}"`).join(", ") || "no keys";
  throw new DataError(`Cannot read ${file}: wanted rows under the key "${field}", found ${found}`, {
    code: "missing_field",
    details: { file, field },
  });
}
