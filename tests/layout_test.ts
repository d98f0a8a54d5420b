import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  areaOf,
  docFaults,
  type Edge,
  forbiddenGlobals,
  impureFiles,
  listFiles,
  loadedPackages,
  overBudget,
  readEdges,
  type Source,
  staticGraph,
  stripComments,
  tooDeep,
  wrongDirections,
  wrongExports,
  wrongNames,
  wrongPermissions,
  wrongSpecifiers,
} from "./support/graph.ts";
import { indexText, namedFiles } from "./support/areas.ts";
import { runDeno } from "./support/cli.ts";
import { repoPath } from "./support/shared.ts";
import { tempDir } from "./support/temp.ts";

const none = (found: readonly string[]): void => assertEquals(found, [], "\n" + found.join("\n"));
const config = JSON.parse(await Deno.readTextFile(repoPath("deno.json")));
const lib = await listFiles("lib");
const tasks = await listFiles("tasks");
const edges = await readEdges(["mod.ts", ...lib, ...tasks]);
const sources: Source[] = await Promise.all(
  lib.map(async (path) => ({ path, text: await Deno.readTextFile(repoPath(path)) })),
);

Deno.test("layout: imports point one way", () => {
  assert(edges.filter((e) => areaOf(e.from) !== null).length >= lib.length / 2, "the graph was not read");
  none(wrongDirections(edges));
});

Deno.test("layout: third-party specifiers stay in lib/deps, inline and pinned", () => {
  none(wrongSpecifiers(edges));
});

Deno.test("layout: mod.ts loads no package and is at most four imports deep", () => {
  none(loadedPackages(edges, "mod.ts", ["npm:", "jsr:", "http"]));
  none(tooDeep(edges, "mod.ts", 4));
});

Deno.test("layout: deno task bench --help starts on Deno alone", () => {
  if (tasks.includes("tasks/bench.ts")) {
    none(loadedPackages(edges, "tasks/bench.ts", ["npm:", "node:", "http"]));
  }
});

Deno.test("layout: files keep their budget and their names", () => {
  none(overBudget(sources.filter(({ path }) => !/^lib\/[^/]+\/mod\.ts$/.test(path)))); // indexes are generated
  none(wrongNames([...lib, ...tasks]));
});

Deno.test("layout: no console in lib, the environment is read in one file, I/O has its homes", () => {
  none(forbiddenGlobals(sources));
  none(impureFiles(sources));
});

Deno.test("layout: tasks have permission sets, exports exist", () => {
  none(wrongPermissions(config));
  none(wrongExports(config, ["mod.ts", ...lib]));
});

Deno.test("layout: the index of each area names what mod.ts names of it (deno task areas)", async () => {
  const named = namedFiles(await Deno.readTextFile(repoPath("mod.ts")));
  assert(named.size > 0);
  for (const [area, files] of named) {
    const index = sources.find(({ path }) => path === `lib/${area}/mod.ts`);
    assertEquals(index?.text, indexText(area, files), `lib/${area}/mod.ts: run deno task areas`);
  }
});

Deno.test("layout: every export is documented", async () => {
  const out = await runDeno(["doc", "--lint", "mod.ts", ...lib]);
  const faults = docFaults(out.stderr);
  none(faults);
  if (out.code !== 0) assertStringIncludes(out.stderr, "private-type-ref");
});

// Each rule finds a planted violation: a rule that finds nothing proves nothing.

const edge = (from: string, to: string, more: Partial<Edge> = {}): Edge => ({
  from,
  to,
  specifier: to.startsWith("lib/") ? "../x.ts" : to,
  typeOnly: false,
  dynamic: false,
  ...more,
});

Deno.test("layout rules: directions", () => {
  none(wrongDirections([
    edge("lib/run/plan.ts", "lib/task/task.ts"),
    edge("lib/core/a.ts", "lib/deps/zod.ts"),
    edge("lib/report/table.ts", "lib/result/entry.ts"),
    edge("lib/core/mod.ts", "lib/core/a.ts"),
    edge("mod.ts", "lib/run/plan.ts"),
  ]));
  const planted = [
    edge("lib/core/a.ts", "lib/task/task.ts", { typeOnly: true }),
    edge("lib/metric/acc.ts", "lib/model/model.ts", { typeOnly: true }),
    edge("lib/filter/a.ts", "lib/model/model.ts"),
    edge("lib/report/table.ts", "lib/run/plan.ts"),
    edge("lib/report/table.ts", "lib/dataset/doc.ts"),
    edge("lib/task/a.ts", "lib/core/mod.ts"),
    edge("lib/task/mod.ts", "lib/core/errors.ts"),
    edge("lib/cli/a.ts", "tasks/bench.ts"),
    edge("lib/cli/a.ts", "mod.ts"),
    edge("lib/novel/a.ts", "lib/core/a.ts"),
    edge("lib/deps/zod.ts", "lib/run/plan.ts"),
  ];
  for (const one of planted) assertEquals(wrongDirections([one]).length, 1, `${one.from} -> ${one.to}`);
});

Deno.test("layout rules: specifiers", () => {
  none(wrongSpecifiers([
    edge("lib/deps/zod.ts", "npm:/zod@4.6.7", { specifier: "npm:zod@4.6.7" }),
    edge("lib/deps/hub.ts", "npm:/x", { specifier: "npm:@huggingface/hub@2.17.5" }),
    edge("lib/deps/z.ts", "npm:/x", { specifier: "npm:zod@4.6.7/mini" }),
    edge("lib/core/a.ts", "node:path"),
    edge("tests/a_test.ts", "npm:fast-check", { specifier: "@std/assert" }),
  ]));
  for (
    const specifier of ["npm:zod@4.6.7", "@std/assert", "jsr:@std/cli@1.0.0", "zod", "https://deno.land/x"]
  ) {
    assertEquals(wrongSpecifiers([edge("lib/core/a.ts", "x", { specifier })]).length, 1, specifier);
    assertEquals(wrongSpecifiers([edge("mod.ts", "x", { specifier })]).length, 1, specifier);
  }
  for (const specifier of ["npm:zod", "npm:zod@4", "npm:zod@^4.6.7", "jsr:@std/cli@1.0.0"]) {
    assertEquals(wrongSpecifiers([edge("lib/deps/a.ts", "x", { specifier })]).length, 1, specifier);
  }
});

Deno.test("layout rules: what is loaded, how deep", () => {
  const graph = [
    edge("mod.ts", "lib/a/a.ts"),
    edge("lib/a/a.ts", "lib/b/b.ts"),
    edge("lib/b/b.ts", "npm:/openai@7.59.0"),
    edge("lib/a/a.ts", "npm:/yaml@2.9.1", { dynamic: true }),
    edge("lib/a/a.ts", "npm:/zod@4.6.7", { typeOnly: true }),
    edge("lib/b/b.ts", "node:path"),
  ];
  assertEquals([...staticGraph(graph, "lib/b/b.ts")], ["lib/b/b.ts", "npm:/openai@7.59.0", "node:path"]);
  assertEquals(loadedPackages(graph, "mod.ts", ["npm:"]), ["mod.ts loads npm:/openai@7.59.0 on import"]);
  assertEquals(loadedPackages(graph, "mod.ts", ["node:"]).length, 1);
  none(tooDeep(graph, "mod.ts", 2));
  assertEquals(tooDeep(graph, "mod.ts", 1), ["lib/b/b.ts is 2 imports from mod.ts"]);
});

Deno.test("layout rules: budget, names, globals", () => {
  const file = (path: string, lines: number): Source => ({ path, text: "x\n".repeat(lines) });
  none(overBudget([file("a.ts", 80), file("b.ts", 180)]));
  assertEquals(overBudget([...Array(19).fill(file("a.ts", 10)), file("b.ts", 301)]), [
    "b.ts has 301 lines: cap 300",
  ]);
  assertEquals(overBudget([file("a.ts", 81), file("b.ts", 100)]), [
    "the median file has 81 lines: budget 80",
  ]);
  assertEquals(overBudget([...Array(8).fill(file("a.ts", 10)), file("b.ts", 181), file("c.ts", 181)]), [
    "90 % of the files have up to 181 lines: budget 180",
  ]);
  none(wrongNames(["lib/a/from_hub.ts", "lib/a/mod.ts", "lib/a/pass_at_k.ts"]));
  assertEquals(wrongNames(["lib/a/fromHub.ts", "lib/a/from-hub.ts", "lib/a/Hub.ts"]).length, 3);
  none(forbiddenGlobals([
    {
      path: "lib/a/a.ts",
      text: "// console.log(1)\n/** Deno.env.get */\nconst a = 'console.log'; // Deno.env\n",
    },
    { path: "lib/core/env.ts", text: "Deno.env.get('A')" },
  ]));
  for (
    const text of ["console.log(1)", "x = Deno.env.get('A')", "process.env.A", "Deno.exit(1)", "Deno.args"]
  ) {
    assertEquals(forbiddenGlobals([{ path: "lib/a/a.ts", text }]).length, 1, text);
  }
  none(impureFiles([
    { path: "lib/model/http.ts", text: "await fetch(url)" },
    { path: "lib/dataset/from_hub.ts", text: "Deno.open(path)" },
    { path: "lib/metric/acc.ts", text: "// Deno.readTextFile\nrefetch(1); Deno.inspect(1);" },
  ]));
  for (const text of ["Deno.readTextFile(x)", "await fetch(url)", "new Deno.Command(x)", "new Worker(x)"]) {
    assertEquals(impureFiles([{ path: "lib/metric/acc.ts", text }]).length, 1, text);
    assertEquals(impureFiles([{ path: "lib/report/table.ts", text }]).length, 1, text);
  }
  assertEquals(stripComments('a("http://x"); // b\n').trim(), 'a("");');
});

Deno.test("layout rules: the files that mod.ts names", () => {
  const named = namedFiles(
    'export * from "./lib/a/x.ts";\nexport { y } from "./lib/b/c/y.ts";\nexport * from "./lib/a/z.ts";\n' +
      'export type { T } from "./lib/a/x.ts";\nexport * from "./lib/deps/d.ts";\n',
  );
  assertEquals([...named], [["a", ["x.ts", "z.ts"]], ["b", ["c/y.ts"]]]);
  assert(indexText("a", ["x.ts"]).endsWith('*/\nexport * from "./x.ts";\n'));
});

Deno.test("layout rules: permissions and exports", () => {
  const good = { command: "deno run -q -P=bench tasks/bench.ts", description: "d" };
  none(
    wrongPermissions({
      permissions: { bench: {} },
      tasks: { bench: good, fmt: { command: "deno fmt", description: "d" } },
    }),
  );
  for (
    const command of [
      "deno run -A x.ts",
      "deno run x.ts",
      "deno run -P=other x.ts",
      "deno run -P=bench -A x.ts",
    ]
  ) {
    assert(
      wrongPermissions({ permissions: { bench: {} }, tasks: { a: { ...good, command } } }).length > 0,
      command,
    );
  }
  assertEquals(wrongPermissions({ tasks: { fmt: "deno fmt" } }), ["task fmt has no description"]);
  assertEquals(wrongPermissions({ test: { permissions: {} } }).length, 1);
  none(
    wrongExports({ exports: { ".": "./mod.ts", "./core": "./lib/core/mod.ts" } }, [
      "mod.ts",
      "lib/core/mod.ts",
    ]),
  );
  assertEquals(wrongExports({ exports: { ".": "./gone.ts" } }, ["mod.ts"]), [
    "exports name gone.ts: no such file",
  ]);
  assertEquals(wrongExports({ exports: {} }, ["lib/core/mod.ts"]), ["lib/core/mod.ts is not exported"]);
});

Deno.test("layout rules: an undocumented export is found", async () => {
  await using dir = await tempDir();
  const head = "/** Said. */\nexport interface A {}\n";
  await dir.write("a.ts", `${head}export const bare: number = 1;\n`);
  const bad = await runDeno(["doc", "--lint", dir.join("a.ts")]);
  assertEquals(bad.code, 1);
  assertEquals(docFaults(bad.stderr).length, 1, bad.stderr);
  await dir.write("b.ts", `${head}/** Said. */\nexport const bare: number = 1;\n`);
  assertEquals((await runDeno(["doc", "--lint", dir.join("b.ts")])).code, 0);
  const found =
    "error[private-type-ref]: public type 'f' references private type 'T'\n  --> /p/lib/deps/a.ts:9:1\n";
  none(docFaults(found));
  assertEquals(docFaults(found.replace("deps", "core")).length, 1);
});
