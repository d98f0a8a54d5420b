/**
 * "Did you mean": the nearest known name to a misspelt one.
 *
 * @module
 */
import { loadDistance } from "../deps/levenshtein.ts";

/**
 * The known name nearest to `name`, or null when none is near (more than two
 * edits and more than a third of the length away).
 *
 * @example
 * ```ts
 * import { nearestName } from "./nearest.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(await nearestName("--nich", ["--niche", "--limit"]), "--niche");
 * assertEquals(await nearestName("--zebra", ["--niche", "--limit"]), null);
 * ```
 */
export async function nearestName(name: string, known: readonly string[]): Promise<string | null> {
  const distance = await loadDistance();
  let best: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}
