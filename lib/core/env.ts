/**
 * The one place where benchbook reads or sets environment variables.
 *
 * @module
 */
import { UsageError } from "./errors.ts";

/**
 * Value of an environment variable; `undefined` when it is unset, empty or not
 * readable with the permissions at hand. Never asks at a prompt.
 *
 * @example Read one
 * ```ts
 * import { readEnv } from "./env.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readEnv("BENCHBOOK_NO_SUCH_VARIABLE"), undefined);
 * ```
 */
export function readEnv(name: string): string | undefined {
  if (Deno.permissions.querySync({ name: "env", variable: name }).state !== "granted") return undefined;
  const value = Deno.env.get(name);
  return value === "" ? undefined : value;
}

/**
 * All environment variables, for a child process that shall get them. A plain
 * copy: changing it changes nothing here.
 *
 * @example Give a child one more
 * ```ts
 * import { copyEnv } from "./env.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals({ ...copyEnv(), EXTRA: "1" }.EXTRA, "1");
 * ```
 */
export function copyEnv(): Record<string, string> {
  return Deno.env.toObject();
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$" };

function unquote(raw: string, where: string): string {
  const quote = raw[0];
  if (quote !== '"' && quote !== "'") return raw.replace(/\s+#.*$/, "").trimEnd();
  const end = quote === "'" ? raw.indexOf("'", 1) : /^"(?:[^"\\]|\\.)*"/s.exec(raw)?.[0].length ?? -1;
  const close = quote === "'" ? end : end - 1;
  if (close < 1) {
    throw new UsageError(`Cannot read ${where}: the quote is never closed`, { code: "bad_env_file" });
  }
  const rest = raw.slice(close + 1).trim();
  if (rest !== "" && !rest.startsWith("#")) {
    throw new UsageError(`Cannot read ${where}: text after the closing quote`, { code: "bad_env_file" });
  }
  const inner = raw.slice(1, close);
  return quote === "'" ? inner : inner.replace(/\\(.)/gs, (all, c: string) => ESCAPES[c] ?? all);
}

/**
 * Reads the text of a `.env` file: `NAME=value` a line, `export` before it
 * allowed, `#` starts a comment, single quotes are literal, double quotes know
 * `\n`, `\t`, `\"` and `\\`. The first definition of a name wins. Values are
 * never expanded and never appear in an error.
 *
 * @throws {UsageError} `bad_env_file`, naming file and line.
 * @example Quotes and comments
 * ```ts
 * import { parseDotEnv } from "./env.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseDotEnv("A=1 # one\nexport B='x # y'\nA=2"), { A: "1", B: "x # y" });
 * ```
 */
export function parseDotEnv(text: string, file = ".env"): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    const entry = line.replace(/\r$/, "").trim().replace(/^export\s+/, "");
    if (entry === "" || entry.startsWith("#")) continue;
    const where = `"${file}" line ${index + 1}`;
    const equals = entry.indexOf("=");
    const name = entry.slice(0, Math.max(equals, 0)).trim();
    if (!NAME.test(name)) {
      throw new UsageError(`Cannot read ${where}: wanted NAME=value`, {
        code: "bad_env_file",
        hint: "Write one NAME=value a line, or start the line with #",
      });
    }
    if (!Object.hasOwn(found, name)) found[name] = unquote(entry.slice(equals + 1).trim(), where);
  }
  return found;
}

/**
 * Loads a `.env` file into the environment of this process. What is already
 * set (exported), even to the empty text, wins. A missing file is no error.
 * Called by the commands, never by the library.
 *
 * @returns Names that were set.
 * @throws {UsageError} `bad_env_file`.
 * @example A missing file sets nothing
 * ```ts
 * import { loadDotEnv } from "./env.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await loadDotEnv("no/such/.env"), []);
 * ```
 */
export async function loadDotEnv(path: string): Promise<string[]> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    const why = error instanceof TypeError ? "wanted UTF-8, found other bytes" : (error as Error).message;
    throw new UsageError(`Cannot read "${path}": ${why}`, { code: "bad_env_file", cause: error });
  }
  const set: string[] = [];
  for (const [name, value] of Object.entries(parseDotEnv(text, path))) {
    if (Deno.env.has(name)) continue;
    Deno.env.set(name, value);
    set.push(name);
  }
  return set;
}
