/** Stand-in for `jsr:@std/cli/parse-args`: the same rules, looser types. */

/** Result of {@linkcode parseArgs}. */
// deno-lint-ignore no-explicit-any
export type Args = { _: (string | number)[]; [name: string]: any };

/** Options of {@linkcode parseArgs}. */
export interface ParseOptions {
  /** Gather what stands after `--` in `args["--"]`. */
  "--"?: boolean;
  /** Other names of an option. */
  alias?: Record<string, string | readonly string[]>;
  /** Names that take no value; true = all without `=`. */
  boolean?: boolean | string | readonly string[];
  /** Values of options that are not given. */
  default?: Record<string, unknown>;
  /** Everything after the first positional is positional. */
  stopEarly?: boolean;
  /** Names whose value stays text. */
  string?: string | readonly string[];
  /** Names gathered in an array. */
  collect?: string | readonly string[];
  /** Names with a `--no-` form. */
  negatable?: string | readonly string[];
  /** Called for a name nobody declared; false leaves it out. */
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

const list = (v: string | readonly string[] | undefined): readonly string[] => typeof v === "string" ? [v] : v ?? [];
const isNumber = (v: unknown): boolean =>
  typeof v === "number" || /^0x[0-9a-f]+$/i.test(String(v)) || /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?$/.test(String(v));

/** Parses command-line arguments. */
export function parseArgs(args: readonly string[], options: ParseOptions = {}): Args {
  const aliases = new Map<string, Set<string>>();
  for (const [key, value] of Object.entries(options.alias ?? {})) {
    const all = new Set([key, ...list(value)]);
    for (const one of all) aliases.set(one, new Set([...all].filter((x) => x !== one)));
  }
  const wide = (names: readonly string[]): Set<string> => new Set(names.flatMap((n) => [n, ...(aliases.get(n) ?? [])]));
  const booleans = wide(typeof options.boolean === "boolean" ? [] : list(options.boolean));
  const allBools = options.boolean === true;
  const strings = wide(list(options.string));
  const collect = wide(list(options.collect));
  const negatable = wide(list(options.negatable));
  const known = (key: string): boolean =>
    booleans.has(key) || strings.has(key) || collect.has(key) || aliases.has(key) || key in (options.default ?? {});
  const argv: Args = { _: [] };

  const write = (key: string, value: unknown, gather: boolean): void => {
    const parts = key.split(".");
    const last = parts.pop() as string;
    let at: Record<string, unknown> = argv;
    for (const part of parts) at = (at[part] ??= {}) as Record<string, unknown>;
    if (gather) at[last] = [...(at[last] as unknown[] ?? []), value];
    else at[last] = value;
  };
  const set = (key: string, raw: unknown, arg?: string, gather = true): void => {
    if (arg !== undefined && options.unknown && !known(key) && options.unknown(arg, key, raw) === false) return;
    const value = typeof raw === "string" && !strings.has(key) && isNumber(raw) ? Number(raw) : raw;
    for (const name of [key, ...(aliases.get(key) ?? [])]) write(name, value, gather && collect.has(name));
  };
  const positional = (arg: string): void => {
    if (options.unknown && options.unknown(arg) === false) return;
    argv._.push(!strings.has("_") && isNumber(arg) ? Number(arg) : arg);
  };

  let rest: string[] = [];
  let todo = [...args];
  const dashes = todo.indexOf("--");
  if (dashes >= 0) {
    rest = todo.slice(dashes + 1);
    todo = todo.slice(0, dashes);
  }
  for (let i = 0; i < todo.length; i++) {
    const arg = todo[i] as string;
    const next = todo[i + 1];
    const takes = (key: string): boolean =>
      next !== undefined && !booleans.has(key) && !allBools && (!next.startsWith("-") || (isNumber(next) && next !== "-"));
    const long = /^--([^=]+)(?:=([\s\S]*))?$/.exec(arg);
    if (long) {
      let key = long[1] as string;
      let value: unknown = long[2];
      if (value === undefined && key.startsWith("no-") && negatable.has(key.slice(3))) {
        set(key.slice(3), false, arg, false);
        continue;
      }
      if (value !== undefined) {
        if (booleans.has(key)) value = value !== "false";
        set(key, value, arg);
      } else if (takes(key)) {
        set(key, next, arg);
        i++;
      } else if (next !== undefined && /^(true|false)$/.test(next) && !strings.has(key)) {
        set(key, next === "true", arg);
        i++;
      } else set(key, strings.has(key) ? "" : true, arg);
      key = "";
      continue;
    }
    if (/^-[^-]/.test(arg) && !isNumber(arg)) {
      const letters = [...arg.slice(1)];
      let done = false;
      for (let j = 0; j < letters.length - 1 && !done; j++) {
        const letter = letters[j] as string;
        const after = arg.slice(j + 2);
        if (after.startsWith("=")) {
          set(letter, after.slice(1), arg);
          done = true;
        } else if (/[A-Za-z]/.test(letter) && (isNumber(after) || (!booleans.has(letter) && /\W/.test(letters[j + 1] as string)))) {
          set(letter, after, arg);
          done = true;
        } else set(letter, strings.has(letter) ? "" : true, arg);
      }
      if (done) continue;
      const key = letters[letters.length - 1] as string;
      if (takes(key)) {
        set(key, next, arg);
        i++;
      } else if (next !== undefined && /^(true|false)$/.test(next) && !strings.has(key)) {
        set(key, next === "true", arg);
        i++;
      } else set(key, strings.has(key) ? "" : true, arg);
      continue;
    }
    positional(arg);
    if (options.stopEarly) {
      for (const one of todo.slice(i + 1)) argv._.push(!strings.has("_") && isNumber(one) ? Number(one) : one);
      break;
    }
  }
  for (const [key, value] of Object.entries(options.default ?? {})) {
    for (const name of [key, ...(aliases.get(key) ?? [])]) if (!(name in argv)) write(name, value, false);
  }
  for (const key of booleans) if (!(key in argv) && !collect.has(key)) argv[key] = false;
  for (const key of collect) if (!(key in argv)) argv[key] = [];
  if (options["--"]) argv["--"] = rest;
  else argv._.push(...rest);
  return argv;
}
