/**
 * What a JSON parser can have made, and what it cannot.
 *
 * @module
 */

/**
 * Tells whether a value is an object a JSON parser could have made.
 *
 * @example
 * ```ts
 * import { isPlainObject } from "./plain_object.ts";
 * import { assert } from "@std/assert";
 * assert(isPlainObject({}) && !isPlainObject([]) && !isPlainObject(new Map()));
 * ```
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const proto = Object.getPrototypeOf(value);
  return proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null;
}

/**
 * The kind of a value that is not JSON, in quotes, for messages: the name of its
 * class, else its type.
 *
 * @example
 * ```ts
 * import { kindOf } from "./plain_object.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals([kindOf(new Map()), kindOf(undefined)], ['"Map"', '"undefined"']);
 * ```
 */
export function kindOf(value: unknown): string {
  return typeof value === "object" ? `"${value?.constructor?.name ?? "object"}"` : `"${typeof value}"`;
}
