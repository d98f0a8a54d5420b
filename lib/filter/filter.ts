/**
 * What a filter step is, and the steps by name.
 *
 * @module
 */
import type { Fields } from "../dataset/doc.ts";
import { TaskError } from "../core/errors.ts";
import { pyStrip } from "../core/python_strip.ts";
import { chatCodeFilter, continueCodeFilter, lastFenceFilter } from "./code_filters.ts";
import { formatSpanFilter, regexPosFilter } from "./span_filters.ts";
import { multiChoiceRegexFilter } from "./multi_choice_regex.ts";
import { regexFilter } from "./regex_filter.ts";

/** Keyword arguments of a step, in lm-eval's snake_case names. */
export type FilterArgs = Readonly<Record<string, unknown>>;

/** What a step may say beside the new replies. */
export interface FilterNotes {
  /** Called with a stable reason when a reply held no answer: `no_match`, `regex_budget`. */
  unparsed(reason: string): void;
}

/** One step on all replies of one doc: a list of repeats in, a list (or one reply) out. */
export type Filter = (responses: readonly unknown[], fields: Fields, notes: FilterNotes) => unknown;

/** Makes a step from its keyword arguments; wrong arguments are refused here, before any request. */
export type FilterFactory = (args: FilterArgs) => Filter;

/** A step on each text; what is no text stays as it is. */
function eachText(change: (text: string) => string): FilterFactory {
  return () => (responses) => responses.map((one) => (typeof one === "string" ? change(one) : one));
}

function majority(responses: readonly unknown[]): unknown[] {
  const counts = new Map<string, { value: unknown; n: number }>();
  for (const value of responses) {
    const key = JSON.stringify(value) ?? "null";
    const known = counts.get(key);
    if (known) known.n++;
    else counts.set(key, { value, n: 1 });
  }
  let best: { value: unknown; n: number } | undefined;
  for (const one of counts.values()) if (best === undefined || one.n > best.n) best = one;
  return best ? [best.value] : [];
}

const mapFilter: FilterFactory = (args) => {
  const table = args["mapping_dict"] ?? {};
  if (typeof table !== "object" || Array.isArray(table)) {
    throw new TaskError('Cannot build the filter "map": wanted mapping_dict as a table', {
      code: "bad_filter",
    });
  }
  const pairs = new Map(Object.entries(table as Record<string, unknown>));
  const fallback = args["default_value"] ?? null;
  return (responses, _fields, notes) =>
    responses.map((one) => {
      if (typeof one === "string" && pairs.has(one)) return pairs.get(one);
      notes.unparsed("no_match");
      return fallback;
    });
};

const takeFirstK: FilterFactory = (args) => {
  const k = Number(args["k"]);
  if (!Number.isInteger(k) || k < 1) {
    throw new TaskError(`Cannot build the filter "take_first_k": wanted k >= 1, found "${args["k"]}"`, {
      code: "bad_filter",
    });
  }
  return (responses) => {
    if (responses.length >= k) return responses.slice(0, k);
    throw new TaskError(`Cannot take the first ${k} replies: found "${responses.length}"`, {
      code: "too_few_repeats",
      hint: "Raise repeats of the task",
    });
  };
};

const customFilter: FilterFactory = (args) => {
  const step = args["filter_fn"];
  if (typeof step === "function") return (responses, fields, notes) => step(responses, fields, notes);
  throw new TaskError(`Cannot build the filter "custom": wanted filter_fn as a function, found "${step}"`, {
    code: "bad_filter",
    hint: "Register it: registerFilter(name, factory)",
  });
};

const factories = new Map<string, FilterFactory>([
  ["regex", regexFilter],
  ["multi_choice_regex", multiChoiceRegexFilter],
  ["remove_whitespace", eachText(pyStrip)],
  ["lowercase", eachText((text) => text.toLowerCase())],
  ["uppercase", eachText((text) => text.toUpperCase())],
  ["map", mapFilter],
  ["take_first", () => (responses) => responses[0] ?? null],
  ["take_first_k", takeFirstK],
  ["majority_vote", () => majority],
  ["regex_pos", regexPosFilter],
  ["format_span", formatSpanFilter],
  ["continue_code", continueCodeFilter],
  ["chat_code", chatCodeFilter],
  ["last_fence", lastFenceFilter],
  ["decontaminate", () => (responses) => responses],
  ["custom", customFilter],
]);

/**
 * Adds a filter of one's own under a name.
 *
 * @throws {RangeError} When the name is taken.
 *
 * @example The first word
 * ```ts
 * import { makeFilter, registerFilter } from "./filter.ts";
 * import { assertEquals } from "@std/assert";
 * registerFilter("first_word", () => (replies) => replies.map((one) => String(one).split(" ")[0]));
 * assertEquals(makeFilter("first_word", {})(["B because"], {}, { unparsed() {} }), ["B"]);
 * ```
 */
export function registerFilter(name: string, factory: FilterFactory): void {
  if (factories.has(name)) {
    throw new RangeError(`Cannot register the filter: wanted a new name, found "${name}"`);
  }
  factories.set(name, factory);
}

/** Names of all filter steps, sorted. */
export function filterNames(): string[] {
  return [...factories.keys()].sort();
}

/**
 * A filter step by name.
 *
 * @throws {TaskError} `unknown_filter`, or `bad_filter` on wrong arguments.
 *
 * @example Strip
 * ```ts
 * import { makeFilter } from "./filter.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(makeFilter("remove_whitespace", {})([" a "], {}, { unparsed() {} }), ["a"]);
 * ```
 */
export function makeFilter(name: string, args: FilterArgs): Filter {
  const factory = factories.get(name);
  if (factory === undefined) {
    throw new TaskError(`Cannot find the filter "${name}": wanted one of "${filterNames().join('", "')}"`, {
      code: "unknown_filter",
      hint: "Register your own: registerFilter(name, factory)",
    });
  }
  return factory(args);
}
