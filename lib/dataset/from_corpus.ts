/**
 * A corpus from a folder of texts or a file of passages.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { decodeText } from "../core/text.ts";
import type { Passage } from "./retriever.ts";

/** Options of {@linkcode fromCorpus}. */
export interface FromCorpusOptions {
  /** Most characters of a passage of a folder's file; paragraphs are kept whole. Default 1,000. */
  readonly maxChars?: number;
}

/** Paragraphs, joined while they fit. */
function cut(text: string, maxChars: number): string[] {
  const pieces: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/).map((one) => one.trim()).filter((one) => one !== "")) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + paragraph.length + 2 <= maxChars) {
      pieces[pieces.length - 1] = `${last}\n\n${paragraph}`;
    } else pieces.push(paragraph);
  }
  return pieces;
}

async function textFiles(folder: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(joinPath(folder, below))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory) found.push(...await textFiles(folder, path));
    else if (entry.isFile && /\.(md|txt)$/i.test(entry.name)) found.push(path);
  }
  return found.sort();
}

function isPassage(row: unknown): row is Passage {
  const { id, title = "", text } = (row ?? {}) as Partial<Passage>;
  return typeof id === "string" && typeof title === "string" && typeof text === "string";
}

function fromRows(text: string, path: string): Passage[] {
  const seen = new Set<string>();
  return text.split("\n").flatMap((line, at): Passage[] => {
    if (line.trim() === "") return [];
    const row = parse(line);
    if (!isPassage(row) || seen.has(row.id)) {
      throw new DataError(
        `Cannot read line ${at + 1} of "${path}": wanted {"id", "title", "text"} with an id of its own, ` +
          `found "${line.slice(0, 80)}"`,
        { code: "bad_passage" },
      );
    }
    seen.add(row.id);
    return [{ id: row.id, title: row.title ?? "", text: row.text }];
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * Reads a corpus: a JSONL file with `id`, `title` and `text` a line, or a
 * folder of `.md` and `.txt` files. A file of a folder becomes passages of
 * whole paragraphs with ids like `guide.md#2`, its name without the ending as
 * the title; links are not followed.
 *
 * @throws {DataError} `bad_passage`, `empty_corpus`
 *
 * @example
 * ```ts
 * import { fromCorpus } from "./from_corpus.ts";
 * import { assertEquals } from "@std/assert";
 * const folder = await Deno.makeTempDir();
 * await Deno.writeTextFile(`${folder}/lake.md`, "It is deep.\n\nIt is cold.");
 * assertEquals((await fromCorpus(folder, { maxChars: 12 })).map(({ id }) => id), ["lake.md#1", "lake.md#2"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function fromCorpus(path: string, options: FromCorpusOptions = {}): Promise<Passage[]> {
  const { maxChars = 1_000 } = options;
  const read = async (file: string): Promise<string> => decodeText(await Deno.readFile(file));
  const passages: Passage[] = [];
  if ((await Deno.stat(path)).isDirectory) {
    for (const file of await textFiles(path)) {
      const pieces = cut(await read(joinPath(path, file)), maxChars);
      const title = file.replace(/^.*\//, "").replace(/\.\w+$/, "");
      passages.push(...pieces.map((text, at) => ({ id: `${file}#${at + 1}`, title, text })));
    }
  } else passages.push(...fromRows(await read(path), path));
  if (passages.length > 0) return passages;
  throw new DataError(`Cannot use "${path}" as a corpus: wanted passages, found none`, {
    code: "empty_corpus",
    hint: "Give a folder of .md or .txt files, or a JSONL file with id, title and text",
  });
}
