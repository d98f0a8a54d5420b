/** @module */
import { notebookKernel } from "../report/jupyter.ts";

/**
 * Shows the errors of forgotten promises below the cell that runs when they
 * fail. The Deno kernel says nothing about them: `run();` without `await`
 * loses its error. Call it once, in a notebook's first cell. Outside a notebook
 * it does nothing, since Deno itself stops the program there.
 *
 * @returns What ends it.
 *
 * @example Once, at the top
 * ```ts
 * import { showRejections } from "./show_rejections.ts";
 * const end = showRejections();
 * end();
 * ```
 */
export function showRejections(): () => void {
  const kernel = notebookKernel();
  if (kernel === undefined) return () => {};
  const show = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    const { reason } = event;
    const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
    kernel.broadcast("stream", { name: "stderr", text: `A promise nobody awaited failed: ${text}\n` })
      .catch(() => {});
  };
  globalThis.addEventListener("unhandledrejection", show);
  return () => globalThis.removeEventListener("unhandledrejection", show);
}
