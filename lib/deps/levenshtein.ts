/**
 * Edit distance, loaded when a name was misspelt.
 *
 * @module
 */

/** Loads `npm:fastest-levenshtein`. */
export async function loadDistance(): Promise<(a: string, b: string) => number> {
  return (await import("npm:fastest-levenshtein@1.0.16")).distance;
}
