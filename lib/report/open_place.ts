/** @module */
import type { NotebookKernel } from "./jupyter.ts";
import type { Shown } from "../core/show_as.ts";

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
 * import { openPlace } from "./open_place.ts";
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
