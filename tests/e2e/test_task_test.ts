import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runDeno } from "../support/cli.ts";
import { repoPath } from "../support/shared.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

/** A project with the runner, its helpers and stand-ins, and one suite of its own. */
async function project(dir: TempDir, files: Record<string, string>): Promise<void> {
  for (const name of ["deno.json", "tasks/test.ts"]) {
    await dir.write(name, await Deno.readFile(repoPath(name)));
  }
  for (const folder of [".std/assert", ".std/cli", ".std/testing", "tests/support"]) {
    for await (const entry of Deno.readDir(repoPath(folder))) {
      if (!entry.isFile || entry.name.endsWith("_test.ts")) continue;
      await dir.write(`${folder}/${entry.name}`, await Deno.readFile(repoPath(folder, entry.name)));
    }
  }
  for (const [name, text] of Object.entries(files)) await dir.write(`tests/own/${name}`, text);
}

const run = (dir: TempDir, env: Record<string, string>) =>
  runDeno(["task", "--config", dir.join("deno.json"), "test", "--no-install", "own"], { env });
const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";
const skipping = `import { testWith } from "../support/require.ts";
testWith(["redis"], "wants a queue", () => {});
testWith(["redis"], "wants a queue too", () => {});
testWith(["model"], "wants weights", () => {});
Deno.test("fine", async (t) => { await t.step("step", () => {}); });
`;
// Nothing is found on this PATH, so parts are missing wherever the test runs.
const bare = { PATH: "", BENCHBOOK_GGUF: "", BENCHBOOK_REQUIRE: "" };

Deno.test("deno task test: what was not run is named, the last line is the sum", async () => {
  await using dir = await tempDir();
  await project(dir, { "a_test.ts": skipping });
  const out = await run(dir, bare);
  assertEquals(out.code, 0, out.stdout + out.stderr);
  assertStringIncludes(out.stdout, "skipped 2: redis (2 tests)\nonly when asked for: model (1 test)\n");
  assertEquals(lastLine(out.stdout), "2 passed, 0 failed");
});

Deno.test("deno task test: a required part that is missing fails", async () => {
  await using dir = await tempDir();
  await project(dir, { "a_test.ts": skipping });
  const out = await run(dir, { ...bare, BENCHBOOK_REQUIRE: "all" });
  assertEquals(out.code, 1);
  assertStringIncludes(out.stdout, 'part "redis" is required');
  assertEquals(lastLine(out.stdout), "2 passed, 2 failed");
});

Deno.test("deno task test: a failed test, a broken module and a type of failure without tests all count", async () => {
  await using dir = await tempDir();
  await project(dir, {
    "a_test.ts": 'Deno.test("no", () => { throw new Error("planted"); });\nDeno.test("yes", () => {});\n',
  });
  const failed = await run(dir, bare);
  assertEquals(failed.code, 1);
  assertStringIncludes(failed.stdout, "planted");
  assertEquals(lastLine(failed.stdout), "1 passed, 1 failed");
  await dir.write("tests/own/a_test.ts", 'throw new Error("at the top");\n');
  const broken = await run(dir, bare);
  assertEquals(broken.code, 1);
  assertEquals(lastLine(broken.stdout), "0 passed, 1 failed");
  await dir.write("tests/own/a_test.ts", 'import "./gone.ts";\n');
  const missing = await run(dir, bare);
  assert(missing.code === 1 && missing.stdout.includes("gone.ts"), missing.stdout);
  assertEquals(lastLine(missing.stdout), "0 passed, 1 failed");
});

Deno.test("deno task test: a process that dies is not a pass", async () => {
  await using dir = await tempDir();
  await project(dir, {
    "a_test.ts": 'Deno.test("one", () => {});\nDeno.test("dies", () => Deno.kill(Deno.pid, "SIGKILL"));\n',
  });
  const out = await run(dir, bare);
  assertEquals(out.code, 1);
  assertEquals(lastLine(out.stdout), "1 passed, 1 failed");
});
