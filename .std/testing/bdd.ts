/** Stand-in for `jsr:@std/testing/bdd`: `describe` becomes a test, `it` its step. */

type Fn = (t: Deno.TestContext) => void | Promise<void>;
type Hook = () => void | Promise<void>;
interface Suite {
  name: string;
  mode: "run" | "skip" | "only";
  items: (Suite | Case)[];
  hooks: Record<"beforeAll" | "beforeEach" | "afterEach" | "afterAll", Hook[]>;
}
interface Case {
  name: string;
  mode: "run" | "skip" | "only";
  fn: Fn;
}
const suite = (name: string, mode: Suite["mode"]): Suite => ({
  name,
  mode,
  items: [],
  hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
});

let current: Suite | undefined;
const globalHooks = suite("", "run").hooks;

const hasOnly = (s: Suite): boolean => s.items.some((i) => i.mode === "only" || ("items" in i && hasOnly(i)));

async function runSuite(t: Deno.TestContext, s: Suite, up: Suite["hooks"][]): Promise<void> {
  const chain = [...up, s.hooks];
  const only = hasOnly(s);
  for (const hook of s.hooks.beforeAll) await hook();
  try {
    for (const item of s.items) {
      const ignore = item.mode === "skip" ||
        (only && item.mode !== "only" && !("items" in item && hasOnly(item)));
      await t.step({
        name: item.name,
        ignore,
        fn: async (inner) => {
          if ("items" in item) return await runSuite(inner, item, chain);
          for (const h of chain) for (const hook of h.beforeEach) await hook();
          try {
            await item.fn(inner);
          } finally {
            for (const h of [...chain].reverse()) for (const hook of h.afterEach) await hook();
          }
        },
      });
    }
  } finally {
    for (const hook of s.hooks.afterAll) await hook();
  }
}

function addDescribe(mode: Suite["mode"], name: string, fn: () => void): void {
  const made = suite(name, mode);
  const parent = current;
  current = made;
  try {
    fn();
  } finally {
    current = parent;
  }
  if (parent) parent.items.push(made);
  else {
    Deno.test({
      name,
      ignore: mode === "skip",
      only: mode === "only" || hasOnly(made),
      fn: async (t) => {
        for (const hook of globalHooks.beforeAll) await hook();
        try {
          await runSuite(t, made, [globalHooks]);
        } finally {
          for (const hook of globalHooks.afterAll) await hook();
        }
      },
    });
  }
}

function addCase(mode: Case["mode"], name: string, fn: Fn): void {
  if (current) current.items.push({ name, mode, fn });
  else Deno.test({ name, ignore: mode === "skip", only: mode === "only", fn });
}

/** A call with its `skip`, `ignore` and `only` forms. */
interface Register<F> {
  (name: string, fn: F): void;
  /** Registers it without running it. */
  skip(name: string, fn: F): void;
  /** The same as `skip`. */
  ignore(name: string, fn: F): void;
  /** Runs nothing else. */
  only(name: string, fn: F): void;
}

const register = <F>(add: (mode: Suite["mode"], name: string, fn: F) => void): Register<F> =>
  Object.assign((name: string, fn: F) => add("run", name, fn), {
    skip: (name: string, fn: F) => add("skip", name, fn),
    ignore: (name: string, fn: F) => add("skip", name, fn),
    only: (name: string, fn: F) => add("only", name, fn),
  });

/** Registers a suite. */
export const describe: Register<() => void> = register(addDescribe);
/** Registers a test of the suite. */
export const it: Register<Fn> = register(addCase);
/** The same as {@linkcode it}. */
export const test: Register<Fn> = it;

/** Runs before the first test of the suite. */
export function beforeAll(fn: Hook): void {
  (current?.hooks ?? globalHooks).beforeAll.push(fn);
}
/** Runs before each test of the suite. */
export function beforeEach(fn: Hook): void {
  (current?.hooks ?? globalHooks).beforeEach.push(fn);
}
/** Runs after each test of the suite. */
export function afterEach(fn: Hook): void {
  (current?.hooks ?? globalHooks).afterEach.push(fn);
}
/** Runs after the last test of the suite. */
export function afterAll(fn: Hook): void {
  (current?.hooks ?? globalHooks).afterAll.push(fn);
}
/** The same as {@linkcode beforeAll}. */
export const before = beforeAll;
/** The same as {@linkcode afterAll}. */
export const after = afterAll;
