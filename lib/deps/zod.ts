/**
 * Schemas of what comes from outside, loaded when something of that kind is
 * read: never before a command's first line.
 *
 * @module
 */

/** `npm:zod`. */
export type Zod = typeof import("npm:zod@4.6.7");

/** A schema that gives `T`. */
export type ZodType<T> = import("npm:zod@4.6.7").ZodType<T>;

/** Loads `npm:zod`. */
export async function loadZod(): Promise<Zod> {
  return await import("npm:zod@4.6.7");
}
