/**
 * YAML, loaded when a file of that kind is read.
 *
 * @module
 */

/** The parts of `npm:yaml` in use. */
export type Yaml = typeof import("npm:yaml@2.9.1");

/** Loads `npm:yaml`. */
export async function loadYaml(): Promise<Yaml> {
  return await import("npm:yaml@2.9.1");
}
