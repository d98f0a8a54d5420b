/**
 * Where replies are kept: append-only files named by nothing but chance, lines
 * addressed by the hash of what was asked.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";

/** A keyed store of JSON texts. */
export interface CacheStore {
  /** JSON text under a key, or null. */
  get(key: string): Promise<string | null>;
  /** Keeps a JSON text without line feeds. The first one under a key stays. */
  put(key: string, json: string): Promise<void>;
  /** Writes what is pending and closes files. */
  close(): Promise<void>;
}

/** A store that lives as long as the process. */
export function memoryStore(): CacheStore {
  const kept = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    put: (key, json) => {
      if (!kept.has(key)) kept.set(key, json);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
}

interface Place {
  readonly file: string;
  readonly from: number;
  readonly size: number;
}

const KEY_LENGTH = 64;
const LINE_FEED = 10;

/**
 * A store in a folder. Each process appends to a file of its own, so several
 * may share the folder; a line that was cut off (a killed process) is ignored.
 *
 * @throws {ResultError} `cache_unreadable` when the folder cannot be used.
 */
export async function folderStore(folder: string): Promise<CacheStore> {
  const places = new Map<string, Place>();
  try {
    await Deno.mkdir(folder, { recursive: true });
    for await (const entry of Deno.readDir(folder)) {
      if (entry.isFile && entry.name.endsWith(".jsonl")) await index(`${folder}/${entry.name}`, places);
    }
  } catch (cause) {
    throw new ResultError(`Cannot use the cache folder "${folder}"`, {
      code: "cache_unreadable",
      cause,
      hint: "Choose another folder, or run without a cache (--no-cache)",
    });
  }
  const own = `${folder}/${crypto.randomUUID()}.jsonl`;
  const readers = new Map<string, Deno.FsFile>();
  let writer: Deno.FsFile | undefined;
  let end = 0;
  let last: Promise<void> = Promise.resolve();

  async function append(key: string, json: string): Promise<void> {
    if (places.has(key)) return;
    writer ??= await Deno.open(own, { createNew: true, append: true });
    const bytes = new TextEncoder().encode(`${key} ${json}\n`);
    for (let done = 0; done < bytes.length;) done += await writer.write(bytes.subarray(done));
    places.set(key, { file: own, from: end + KEY_LENGTH + 1, size: bytes.length - KEY_LENGTH - 2 });
    end += bytes.length;
  }

  async function read(place: Place): Promise<string> {
    let file = readers.get(place.file);
    if (file === undefined) readers.set(place.file, file = await Deno.open(place.file));
    const bytes = new Uint8Array(place.size);
    await file.seek(place.from, Deno.SeekMode.Start);
    for (let done = 0; done < bytes.length;) {
      const n = await file.read(bytes.subarray(done));
      if (n === null) break;
      done += n;
    }
    return new TextDecoder().decode(bytes);
  }

  /** One operation at a time: a reader's position is shared. */
  function inTurn<T>(job: () => Promise<T>): Promise<T> {
    const made = last.then(job);
    last = made.then(() => {}, () => {});
    return made;
  }

  return {
    get(key) {
      const place = places.get(key);
      return place === undefined ? Promise.resolve(null) : inTurn(() => read(place));
    },
    put: (key, json) => inTurn(() => append(key, json)),
    async close() {
      await last;
      for (const file of readers.values()) file.close();
      readers.clear();
      writer?.close();
      writer = undefined;
    },
  };
}

/** Finds the complete lines of a file without keeping their texts. */
async function index(path: string, places: Map<string, Place>): Promise<void> {
  using file = await Deno.open(path);
  const decoder = new TextDecoder();
  let rest: Uint8Array = new Uint8Array(0);
  let start = 0;
  for await (const chunk of file.readable) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      const key = decoder.decode(bytes.subarray(from, from + KEY_LENGTH));
      const size = at - from - KEY_LENGTH - 1;
      if (/^[0-9a-f]{64}$/.test(key) && size > 0 && !places.has(key)) {
        places.set(key, { file: path, from: start + from + KEY_LENGTH + 1, size });
      }
      from = at + 1;
    }
    rest = bytes.slice(from);
    start += from;
  }
}
