/**
 * Whether there is a notebook; only this file asks. The kernel has all
 * permissions and takes none away: a notebook is no sandbox, and code written
 * by a model belongs into one.
 *
 * @module
 */

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
