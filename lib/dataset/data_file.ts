/**
 * A data file by the ending of its name.
 *
 * @module
 */
import { readCsv } from "./read_csv.ts";
import { readJson } from "./read_json.ts";
import { readJsonl } from "./read_jsonl.ts";
import { readParquet } from "./read_parquet.ts";
import type { RowReader } from "./row_source.ts";

/** Kinds of data files. */
export type DataKind = "parquet" | "jsonl" | "json" | "csv";

/** Endings by kind, in order of preference: the one with the most type information first. */
export const DATA_ENDINGS: readonly (readonly [ending: string, kind: DataKind])[] = [
  [".parquet", "parquet"],
  [".jsonl", "jsonl"],
  [".jsonl.gz", "jsonl"],
  [".ndjson", "jsonl"],
  [".json", "json"],
  [".json.gz", "json"],
  [".csv", "csv"],
  [".csv.gz", "csv"],
  [".tsv", "csv"],
];

/**
 * Kind of a data file, or null when its ending is none of ours.
 *
 * @example
 * ```ts
 * import { dataKind } from "./data_file.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([dataKind("data/test.jsonl.gz"), dataKind("README.md")], ["jsonl", null]);
 * ```
 */
export function dataKind(path: string): DataKind | null {
  const lower = path.toLowerCase();
  return DATA_ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1] ?? null;
}

/**
 * The rows of a data file; `name` stands for it where the path itself says
 * nothing (a cached file under its hash).
 *
 * @throws {TypeError} when the name has none of the known endings.
 *
 * @example
 * ```ts
 * import { readDataFile } from "./data_file.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => readDataFile("notes.txt"), TypeError, "notes.txt");
 * ```
 */
export function readDataFile(path: string, name: string = path): RowReader {
  const kind = dataKind(name);
  if (kind === null) {
    const wanted = DATA_ENDINGS.map(([ending]) => ending).join(", ");
    throw new TypeError(`Cannot read "${name}" as data: wanted a name that ends in ${wanted}`);
  }
  const gz = name.toLowerCase().endsWith(".gz") && !path.toLowerCase().endsWith(".gz");
  const source = gz ? () => unpack(path) : path;
  if (kind === "parquet") return readParquet(path, {}, name);
  if (kind === "jsonl") return readJsonl(source, name);
  if (kind === "json") return readJson(source, {}, name);
  return readCsv(source, {}, name);
}

async function unpack(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await Deno.open(path, { read: true });
  return file.readable.pipeThrough(new DecompressionStream("gzip"));
}
