/**
 * Results that show themselves in a notebook.
 *
 * @module
 */

const DISPLAY = Symbol.for("Jupyter.display");
const INSPECT = Symbol.for("Deno.customInspect");
/** Longest HTML put into a notebook; notebooks are committed. */
const HTML_LIMIT = 20_000;

/** What an object looks like: as a table, and in words. */
export interface Shown {
  /** HTML that is already escaped. */
  readonly html: string;
  /** The same as plain text. */
  readonly text: string;
}

/**
 * Makes an object show itself as the last value of a cell. What is added are
 * symbols that neither JSON nor a loop over keys sees. HTML over 20 kB is
 * replaced by the text, text over 20 kB is cut: a cell never floods the file.
 * At a terminal `Deno.inspect` gives `summary`.
 *
 * @example
 * ```ts
 * import { showAs } from "./show_as.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const run = showAs({ score: 1 }, () => ({ html: "<b>1</b>", text: "1" }));
 * assertEquals(JSON.stringify(run), '{"score":1}');
 * ```
 */
export function showAs<T extends object>(
  object: T,
  show: (object: T) => Shown | Promise<Shown>,
  summary?: (object: T) => string,
): T {
  const bundle = async () => {
    const { html, text } = await show(object);
    const plain = text.length <= HTML_LIMIT ? text : `${text.slice(0, HTML_LIMIT)}\n… cut`;
    return { "text/plain": plain, ...(html.length <= HTML_LIMIT ? { "text/html": html } : {}) };
  };
  Object.defineProperty(object, DISPLAY, { value: bundle, configurable: true });
  if (summary !== undefined) {
    Object.defineProperty(object, INSPECT, { value: () => summary(object), configurable: true });
  }
  return object;
}
