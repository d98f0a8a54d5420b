/**
 * What a port is, and the two shapes most of them have.
 *
 * @module
 */
import type { Fields } from "../../dataset/doc.ts";
import type { TaskFunction } from "../task_functions.ts";
import type { PortSource } from "../yaml/port_source.ts";

/** Makes the function from what its Python module holds. */
export type Port = (source: PortSource) => TaskFunction;

/** Ports by the key of their source. */
export type PortTable = Readonly<Record<string, Port>>;

/** A row whose values are used freely. */
// deno-lint-ignore no-explicit-any
export type Row = Record<string, any>;

/** `dataset.map`: new columns behind the old ones. */
export function mapRows(change: (row: Row) => Row): TaskFunction {
  return (rows: readonly Fields[]) => rows.map((row) => ({ ...row, ...change(row) }));
}

/** `dataset.filter`. */
export function filterRows(keep: (row: Row) => boolean): TaskFunction {
  return (rows: readonly Fields[]) => rows.filter(keep);
}

/** Python's `list.index`: an unknown value is an error. */
export function indexIn(list: readonly unknown[], wanted: unknown): number {
  const at = list.indexOf(wanted);
  if (at < 0) throw new RangeError(`Cannot index: wanted one of "${list.join('", "')}", found "${wanted}"`);
  return at;
}

/** A constant of the module that has to be there. */
export function constantOf<T>(source: PortSource, name: string): T {
  const value = source.constant(name);
  if (value === undefined) {
    throw new RangeError(`Cannot port "${source.name}": wanted its constant "${name}"`);
  }
  return value as T;
}

/** Python's `str.format` with positional fields only. */
export function fillBraces(text: string, ...values: unknown[]): string {
  let next = 0;
  return text.replace(
    /\{\{|\}\}|\{(\d*)\}/g,
    (all, at) => all === "{{" ? "{" : all === "}}" ? "}" : String(values[at === "" ? next++ : Number(at)]),
  );
}
