/** @module */
import { nearestName } from "./nearest.ts";

/**
 * Refuses option names nobody knows. Types do not help in a notebook cell,
 * where nothing is checked: `{ limt: 5 }` would run everything.
 *
 * @param options The options as given.
 * @param known Every allowed name; a record, so that the compiler finds a forgotten one.
 * @param what Name of the function, for the message.
 * @throws {TypeError} that lists what is allowed and names the nearest.
 *
 * @example
 * ```ts
 * import { checkOptions } from "./check_options.ts";
 * import { assertRejects } from "@std/assert";
 *
 * await assertRejects(
 *   () => checkOptions({ limt: 5 }, { limit: true, seed: true }, "runTask"),
 *   TypeError,
 *   'did you mean "limit"?',
 * );
 * ```
 */
export async function checkOptions(
  options: object,
  known: Readonly<Record<string, true>>,
  what: string,
): Promise<void> {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).sort();
  const nearest = await nearestName(unknown, names);
  const guess = nearest === null ? "" : `; did you mean "${nearest}"?`;
  throw new TypeError(`Cannot use option "${unknown}" of ${what}: wanted one of ${names.join(", ")}${guess}`);
}
