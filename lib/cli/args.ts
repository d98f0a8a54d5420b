/**
 * Reads a command line by an option table. Written here and not taken from
 * `node:util`, whose import alone costs half of a start.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { envName, flagKey, type Flags, type OptionSpec } from "./option.ts";

/** Options of {@linkcode parseFlags}. */
export interface ParseOptions {
  /** Looks up an environment variable for options that may come from one. */
  readonly env?: (name: string) => string | undefined;
}

/**
 * Reads `--flag value`, `--flag=value`, `-f value` and bare flags. A lone `--`
 * is passed over (`deno task` hands it on). Options typed twice: lists grow,
 * else the last wins.
 *
 * @throws {UsageError} `unknown_flag`, `missing_value`, `bad_value`, `unexpected_argument`.
 * @example
 * ```ts
 * import { parseFlags } from "./args.ts";
 * import { BENCH_OPTIONS } from "./bench_options.ts";
 * import { assertEquals } from "@std/assert";
 * const argv = ["--", "--niche=medical", "--limit", "5", "--json", "--tasks", "mmlu,pubmedqa"];
 * assertEquals(parseFlags(argv, BENCH_OPTIONS), {
 *   niche: "medical", limit: 5, json: true, tasks: ["mmlu", "pubmedqa"],
 * });
 * ```
 */
export function parseFlags<const T extends readonly OptionSpec[]>(
  argv: readonly string[],
  table: T,
  options: ParseOptions = {},
): Flags<T> {
  const flags: Record<string, unknown> = {};
  const set = (option: OptionSpec, text: string | null, shown: string): void => {
    const key = flagKey(option);
    const value = convert(option, text, shown);
    flags[key] = Array.isArray(value) && Array.isArray(flags[key]) ? [...flags[key], ...value] : value;
  };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === "--") continue;
    const [, dashes = "", name = "", inline] = /^(--?)([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (dashes === "") {
      throw new UsageError(`Cannot use the argument "${word}": wanted only flags`, {
        code: "unexpected_argument",
        hint: i > 0 ? `Put "=" or quotes around values with spaces, or drop "${word}"` : "See --help",
      });
    }
    const shown = `${dashes}${name}`;
    const option = table.find((o) => dashes === "--" ? o.name === name : o.short === name);
    if (option === undefined) throw unknownFlag(shown, table);
    if (option.kind === "flag") {
      set(option, inline ?? null, shown);
      continue;
    }
    const next = argv[i + 1];
    // What looks like a flag is never eaten as a value; --flag=--value says so explicitly.
    const takesNext = inline === undefined && next !== undefined && next !== "--" &&
      !/^--?[A-Za-z]/.test(next);
    if (inline === undefined && !takesNext) {
      throw new UsageError(
        `Cannot use "${shown}": wanted a value (${option.value ?? "TEXT"}), found ${
          next === undefined ? "the end" : `"${next}"`
        }`,
        { code: "missing_value", hint: `Write ${shown} ${option.value ?? "TEXT"}; ${option.help}` },
      );
    }
    set(option, inline ?? next ?? "", shown);
    if (takesNext) i++;
  }
  for (const option of table) {
    const text = option.env === true && !(flagKey(option) in flags)
      ? options.env?.(envName(option))
      : undefined;
    if (text !== undefined) set(option, text, envName(option));
  }
  return flags as Flags<T>;
}

function unknownFlag(shown: string, table: readonly OptionSpec[]): UsageError {
  return new UsageError(`Cannot use "${shown}": there is no such flag`, {
    code: "unknown_flag",
    hint: "See --help",
    details: { flag: shown, names: table.map((option) => `--${option.name}`) },
  });
}

function convert(option: OptionSpec, text: string | null, shown: string): unknown {
  const refuse = (wanted: string): never => {
    throw new UsageError(`Cannot use "${shown}": wanted ${wanted}, found "${text}"`, {
      code: "bad_value",
      hint: option.help,
      details: { flag: shown, found: text ?? "", names: option.choices ?? [] },
    });
  };
  if (option.kind === "flag") {
    if (text === null || text === "true" || text === "1") return true;
    return text === "false" || text === "0" ? false : refuse("true or false");
  }
  const value = text ?? "";
  if (value.trim() === "" && option.name !== "system") return refuse("a value");
  if (option.kind === "integer" || option.kind === "number") return toNumber(option, value, refuse);
  if (option.kind === "texts") return [value];
  if (option.kind === "list") {
    return value.split(",").map((part) => part.trim()).filter((part) => part !== "");
  }
  if (option.choices !== undefined && !option.choices.includes(value)) {
    return refuse(`one of ${option.choices.join(", ")}`);
  }
  return value;
}

function toNumber(option: OptionSpec, text: string, refuse: (wanted: string) => never): number {
  const integer = option.kind === "integer";
  const form = integer ? /^-?\d+$/ : /^-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?$/i;
  const value = form.test(text) ? Number(text) : NaN;
  const { min = -Infinity, max = Infinity } = option;
  const fits = value >= min && value <= max && (!integer || Number.isSafeInteger(value));
  if (fits) return value;
  const range = max < Infinity ? ` from ${min} to ${max}` : min > -Infinity ? ` of at least ${min}` : "";
  return refuse(`${integer ? "a whole number" : "a number"}${range}`);
}
