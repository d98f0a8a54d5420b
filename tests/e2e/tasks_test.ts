import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runDeno } from "../support/cli.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const task = (...args: string[]) => runDeno(["task", "--config", repoPath("deno.json"), ...args]);

Deno.test("flags reach the task with and without --, its exit code comes back", async () => {
  const plain = await task("bench", "--help");
  assertEquals(plain.code, 0, plain.stderr);
  assertStringIncludes(plain.stdout, "--niche");
  const dashes = await task("bench", "--", "--help");
  assertEquals(dashes.stdout, plain.stdout);
  const wrong = await task("bench", "--", "--no-such-flag");
  assertEquals(wrong.code, 2, wrong.stderr);
  assertStringIncludes(wrong.stderr, "no-such-flag");
});

Deno.test("deno task lists every task with its sentence", async () => {
  const out = await task();
  const config = JSON.parse(await Deno.readTextFile(repoPath("deno.json")));
  for (const [name, { description }] of Object.entries<{ description: string }>(config.tasks)) {
    assertStringIncludes(out.stdout + out.stderr, name);
    assertStringIncludes(out.stdout + out.stderr, description);
  }
});

Deno.test("a suite nobody has is a usage error that names the suites", async () => {
  const out = await task("test", "--no-install", "no_such_suite");
  assertEquals(out.code, 2);
  assertStringIncludes(out.stderr, '"no_such_suite"');
  assertStringIncludes(out.stderr, "layout");
});

Deno.test("the README is short and its links lead somewhere", async () => {
  const text = await Deno.readTextFile(repoPath("README.md"));
  assert(text.split(/\s+/).filter((word) => word !== "").length <= 450);
  for (const [, path] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) await Deno.stat(repoPath(path ?? ""));
  for (const [, path] of text.matchAll(/`((?:notebooks|tasks|lib|tests)\/[\w/.]+\.\w+)`/g)) {
    await Deno.stat(repoPath(path ?? ""));
  }
});

Deno.test("the first shell line of the README runs: no key, no network, four valid files", async () => {
  await using dir = await tempDir();
  const out = await task("bench", "--niche", "medical", "--root", dir.path);
  assertEquals(out.code, 0, out.stdout + out.stderr);
  const names: string[] = [];
  for await (const entry of Deno.readDir(dir.join("artifacts", "benchmarks"))) names.push(entry.name);
  assertEquals(names.length, 4, names.join(", "));
  for (const name of names) {
    assertEquals(JSON.parse(await dir.read(`artifacts/benchmarks/${name}`)).niche, "medical");
  }
});
