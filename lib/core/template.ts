/**
 * Filling a text with values in one pass: values are inserted as they are and
 * never read as template again.
 *
 * @module
 */

const PLACEHOLDER = /\{([A-Za-z_]\w*)\}/g;

/**
 * Compiles a template with `{name}` placeholders for exactly the given names.
 * Anything else in braces (`{{x}}` too, `{% … %}`, LaTeX) is plain text as long
 * as it is not one name in single braces.
 *
 * @returns A function from values to the filled text. A number or boolean is
 * written as JavaScript does.
 * @throws {SyntaxError} On a placeholder that is not among the names, and on a
 * name that the template does not use: both are mistakes one wants to see
 * when the template is made.
 *
 * @example
 * ```ts
 * import { compileTemplate } from "./template.ts";
 * import { assertEquals } from "@std/assert";
 * const fill = compileTemplate("{a}|{b}", ["a", "b"]);
 * assertEquals(fill({ a: "{b}", b: "SECRET" }), "{b}|SECRET");
 * ```
 */
export function compileTemplate<Name extends string>(
  template: string,
  names: readonly Name[],
): (values: Readonly<Record<Name, string | number | boolean>>) => string {
  const used = new Set(Array.from(template.matchAll(PLACEHOLDER), (match) => match[1] as string));
  const known: readonly string[] = names;
  const unknown = [...used].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SyntaxError(
      `Cannot compile the template: wanted placeholders ${names.join(", ")}, found "{${
        unknown.join('}", "{')
      }}"`,
    );
  }
  const unused = names.filter((name) => !used.has(name));
  if (unused.length > 0) {
    throw new SyntaxError(
      `Cannot compile the template: wanted a use of "{${unused.join('}", "{')}}", found none`,
    );
  }
  return (values) => template.replace(PLACEHOLDER, (_, name: Name) => String(values[name]));
}
