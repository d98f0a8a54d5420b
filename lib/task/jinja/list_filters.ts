/**
 * Jinja's filters on lists.
 *
 * @module
 */
import { getPath } from "./access.ts";
import { binary } from "./arithmetic.ts";
import { applyTest, TESTS } from "./tests.ts";
import {
  compare,
  equals,
  iterate,
  type Kwargs,
  PyTuple,
  str,
  templateError,
  truthy,
  Undefined,
  type Value,
} from "./value.ts";

/** A filter over sequences. */
export type ListFilter = (input: Value, args: readonly Value[], kwargs: Kwargs) => Value;

const lowered = (value: Value): Value => typeof value === "string" ? value.toLowerCase() : value;

function keyOf(kwargs: Kwargs, attribute?: Value): (item: Value) => Value {
  const path = kwargs.attribute ?? attribute;
  const exact = truthy(kwargs.case_sensitive ?? false);
  return (item) => {
    const value = path === undefined || path === null ? item : getPath(item, path);
    return exact ? value : lowered(value);
  };
}

function sort(input: Value, [reverse = false, exact, attribute]: readonly Value[], kwargs: Kwargs): Value[] {
  const key = keyOf({ ...kwargs, ...(exact === undefined ? {} : { case_sensitive: exact }) }, attribute);
  const sign = truthy(kwargs.reverse ?? reverse) ? -1 : 1;
  return [...iterate(input)].sort((a, b) => sign * compare(key(a), key(b)));
}

function extreme(sign: number): ListFilter {
  return (input, [exact, attribute], kwargs) => {
    const key = keyOf({ ...kwargs, ...(exact === undefined ? {} : { case_sensitive: exact }) }, attribute);
    const items = iterate(input);
    if (items.length === 0) return new Undefined("No aggregated item, sequence was empty.");
    return items.reduce((best, item) => sign * compare(key(item), key(best)) > 0 ? item : best);
  };
}

function unique(input: Value, [exact, attribute]: readonly Value[], kwargs: Kwargs): Value[] {
  const key = keyOf({ ...kwargs, ...(exact === undefined ? {} : { case_sensitive: exact }) }, attribute);
  const seen: Value[] = [];
  return iterate(input).filter((item) => {
    const value = key(item);
    if (seen.some((known) => equals(known, value))) return false;
    seen.push(value);
    return true;
  });
}

function picker(keep: boolean, byAttribute: boolean): ListFilter {
  return (input, args) => {
    const [attribute, ...others] = byAttribute ? args : [undefined, ...args];
    const [name, ...rest] = others;
    const test = name === undefined ? null : TESTS.get(String(name));
    if (test === undefined) throw templateError(`Cannot render: wanted a known test, found "${name}"`);
    return iterate(input).filter((item) => {
      const value = byAttribute ? getPath(item, attribute) : item;
      const passes = test === null ? truthy(value) : applyTest(test, String(name), value, rest);
      return passes === keep;
    });
  };
}

function groupBy(input: Value, [attribute]: readonly Value[], kwargs: Kwargs): PyTuple[] {
  const key = (item: Value): Value => getPath(item, kwargs.attribute ?? attribute);
  const groups: [Value, Value[]][] = [];
  for (const item of [...iterate(input)].sort((a, b) => compare(lowered(key(a)), lowered(key(b))))) {
    const value = key(item);
    const last = groups.at(-1);
    if (last !== undefined && equals(lowered(last[0]), lowered(value))) last[1].push(item);
    else groups.push([value, [item]]);
  }
  return groups.map((group) => new PyTuple(group));
}

function batch(input: Value, [size, fill]: readonly Value[], kwargs: Kwargs): Value[][] {
  const items = iterate(input);
  const width = Number(kwargs.linecount ?? size);
  const out: Value[][] = [];
  for (let i = 0; i < items.length; i += width) out.push(items.slice(i, i + width));
  const last = out.at(-1);
  const filler = kwargs.fill_with ?? fill;
  if (last !== undefined && filler !== undefined && filler !== null) {
    while (last.length < width) last.push(filler);
  }
  return out;
}

function join(input: Value, [separator = "", attribute]: readonly Value[], kwargs: Kwargs): string {
  const path = kwargs.attribute ?? attribute;
  const items = iterate(input).map((item) =>
    path === undefined || path === null ? item : getPath(item, path)
  );
  return items.map(str).join(str(kwargs.d ?? separator));
}

function sum(input: Value, [attribute, start = 0]: readonly Value[], kwargs: Kwargs): Value {
  const path = kwargs.attribute ?? attribute;
  const items = iterate(input).map((item) =>
    path === undefined || path === null ? item : getPath(item, path)
  );
  return items.reduce((total, item) => binary("+", total, item), kwargs.start ?? start);
}

/** Filter name to what it does; `map` is handled where filters are applied. */
export const LIST_FILTERS: readonly (readonly [string, ListFilter])[] = [
  ["join", join],
  ["list", (input) => [...iterate(input)]],
  ["first", (input) => iterate(input)[0] ?? new Undefined("No first item, sequence was empty.")],
  ["last", (input) => iterate(input).at(-1) ?? new Undefined("No last item, sequence was empty.")],
  ["sort", sort],
  ["min", extreme(-1)],
  ["max", extreme(1)],
  ["sum", sum],
  ["unique", unique],
  ["reverse", (input) => {
    const items = [...iterate(input)].reverse();
    return typeof input === "string" ? items.join("") : items;
  }],
  ["map", (input) => iterate(input)],
  ["select", picker(true, false)],
  ["reject", picker(false, false)],
  ["selectattr", picker(true, true)],
  ["rejectattr", picker(false, true)],
  ["groupby", groupBy],
  ["batch", batch],
];
