/**
 * Results that show themselves in a notebook.
 *
 * Only this file asks whether there is a notebook. The kernel has all
 * permissions and takes none away: a notebook is no sandbox, and code written
 * by a model belongs into one.
 *
 * @module
 */

const DISPLAY = Symbol.for("Jupyter.display");
const INSPECT = Symbol.for("Deno.customInspect");
/** Longest HTML put into a notebook; notebooks are committed. */
const HTML_LIMIT = 20_000;

/** The part of `Deno.jupyter` that is used. */
export interface NotebookKernel {
  /** Shows an object, or replaces what was shown under the same id. */
  display(
    bundle: unknown,
    options?: { readonly raw?: boolean; readonly display_id?: string; readonly update?: boolean },
  ): Promise<void>;
  /** Sends a message of the Jupyter protocol, such as `stream`. */
  broadcast(kind: string, content: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * Gives the notebook's kernel, or undefined outside a notebook, where
 * `Deno.jupyter` throws.
 *
 * @example
 * ```ts
 * import { notebookKernel } from "./jupyter.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(notebookKernel(), undefined);
 * ```
 */
export function notebookKernel(): NotebookKernel | undefined {
  try {
    return Deno.jupyter as unknown as NotebookKernel;
  } catch {
    return undefined;
  }
}

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
 * import { showAs } from "./jupyter.ts";
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

/** A place in a cell's output that can be drawn again. */
export interface NotebookPlace {
  /** Draws; waits for its turn. Drawing never fails a run. */
  draw(shown: Shown): void;
  /** Resolves when the last drawing has arrived. */
  settled(): Promise<void>;
}

/**
 * Opens a place in the cell's output: the first drawing makes it, later ones
 * replace it. Wait for `settled()` before the cell ends, else the kernel may
 * lose the last one.
 *
 * @example
 * ```ts
 * import { openPlace } from "./jupyter.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const sent: unknown[] = [];
 * const kernel = {
 *   display: (bundle: unknown) => Promise.resolve(void sent.push(bundle)),
 *   broadcast: () => Promise.resolve(),
 * };
 * const place = openPlace(kernel);
 * place.draw({ html: "<b>1</b>", text: "1" });
 * await place.settled();
 * assertEquals(sent, [{ "text/html": "<b>1</b>", "text/plain": "1" }]);
 * ```
 */
export function openPlace(kernel: NotebookKernel): NotebookPlace {
  const id = crypto.randomUUID();
  let drawn = false;
  let waiting: Shown | undefined;
  let last: Promise<void> = Promise.resolve();
  const drawWaiting = async () => {
    const shown = waiting;
    waiting = undefined;
    if (shown === undefined) return;
    const bundle = { "text/html": shown.html, "text/plain": shown.text };
    const update = drawn;
    drawn = true;
    await kernel.display(bundle, { raw: true, "display_id": id, ...(update ? { update } : {}) });
  };
  return {
    draw(shown) {
      // Only the newest state matters: what was not sent yet is dropped.
      if (waiting === undefined) last = last.then(drawWaiting).catch(() => {});
      waiting = shown;
    },
    settled: () => last,
  };
}
