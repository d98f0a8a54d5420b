/**
 * The shape of an option table: one literal feeds parsing, types, help and the
 * names of environment variables.
 *
 * @module
 */

/** Kinds of value an option takes. */
export type OptionKind = "flag" | "text" | "integer" | "number" | "list" | "texts";

/** One option of a command. */
export interface OptionSpec {
  /** Long name without dashes, in kebab case. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** `flag` none, `list` comma-separated and repeatable, `texts` repeatable, else one value. */
  readonly kind: OptionKind;
  /** Word for the value in help texts. */
  readonly value?: string;
  /** One line. */
  readonly help: string;
  /** Headline in help texts under which it stands. */
  readonly group: string;
  /** Closed set of values. */
  readonly choices?: readonly string[];
  /** Smallest number. */
  readonly min?: number;
  /** Largest number. */
  readonly max?: number;
  /** May come from `BENCHBOOK_NAME` when it is not typed. */
  readonly env?: boolean;
}

/** camelCase of a kebab-case name. */
export type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Type of the value an option yields. */
export type ValueOf<O extends OptionSpec> = O["kind"] extends "flag" ? boolean
  : O["kind"] extends "integer" | "number" ? number
  : O["kind"] extends "list" | "texts" ? readonly string[]
  : O extends { choices: readonly (infer C)[] } ? C
  : string;

/** Values by camelCase name; only what was given is there. */
export type Flags<T extends readonly OptionSpec[]> = {
  readonly [O in T[number] as Camel<O["name"]>]?: ValueOf<O>;
};

/**
 * Name of the environment variable that stands in for an option.
 *
 * @example
 * ```ts
 * import { envName } from "./option.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(envName({ name: "base-url" }), "BENCHBOOK_BASE_URL");
 * ```
 */
export function envName(option: Pick<OptionSpec, "name">): string {
  return `BENCHBOOK_${option.name.replaceAll("-", "_").toUpperCase()}`;
}

/**
 * Key of an option in the parsed flags.
 *
 * @example
 * ```ts
 * import { flagKey } from "./option.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(flagKey({ name: "base-url" }), "baseUrl");
 * ```
 */
export function flagKey(option: Pick<OptionSpec, "name">): string {
  return option.name.replace(/-(.)/g, (_, c: string) => c.toUpperCase());
}
