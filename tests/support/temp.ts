/**
 * A temporary folder that is gone at the end of the block.
 *
 * @module
 */
import { join } from "./path.ts";

/** A temporary folder; `await using` removes it. */
export interface TempDir extends AsyncDisposable {
  /** Absolute real path. */
  readonly path: string;
  /** Path below it. */
  join(...parts: string[]): string;
  /** Writes a file below it, making folders; gives its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Reads a text file below it. */
  read(name: string): Promise<string>;
}

/** Makes one: `await using dir = await tempDir();` */
export async function tempDir(prefix = "benchbook_"): Promise<TempDir> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix }));
  const under = (...parts: string[]): string => join(path, ...parts);
  return {
    path,
    join: under,
    async write(name, content) {
      const file = under(name);
      await Deno.mkdir(join(file, ".."), { recursive: true });
      if (typeof content === "string") await Deno.writeTextFile(file, content);
      else await Deno.writeFile(file, content);
      return file;
    },
    read: (name) => Deno.readTextFile(under(name)),
    async [Symbol.asyncDispose]() {
      try {
        await Deno.remove(path, { recursive: true });
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}
