import { assert, assertEquals, assertThrows } from "@std/assert";
import { findPart, isRequired, type Part, requirePart, verdict } from "./require.ts";
import { runDeno } from "./cli.ts";
import { repoPath, repoRoot } from "./shared.ts";
import { tempDir } from "./temp.ts";

Deno.test("a missing part skips, a required one fails, all parts run", () => {
  const has = (part: Part) => part !== "redis" && part !== "docker";
  const none = () => false;
  assertEquals(verdict(["python", "git"], has, none), { do: "run" });
  assertEquals(verdict(["python", "redis"], has, none), { do: "skip", part: "redis" });
  assertEquals(verdict(["docker", "redis"], has, (p) => isRequired(p, "all")), { do: "fail", part: "redis" });
  assertEquals(verdict(["docker"], has, (p) => isRequired(p, "all")), { do: "skip", part: "docker" });
  assertEquals(verdict(["docker"], has, (p) => isRequired(p, "python, docker")), {
    do: "fail",
    part: "docker",
  });
  assertEquals(verdict(["redis"], has, (p) => isRequired(p, "")), { do: "skip", part: "redis" });
});

Deno.test("requirePart names what is missing", () => {
  if (findPart("network") === null) assertThrows(() => requirePart("network"), Error, '"network"');
});

Deno.test("testWith: the skip is logged by name; BENCHBOOK_REQUIRE makes it fail", async () => {
  await using dir = await tempDir();
  const log = dir.join("skips.jsonl");
  const url = new URL("./require.ts", import.meta.url).href;
  await dir.write(
    "a_test.ts",
    `import { testWith } from ${JSON.stringify(url)};\ntestWith(["model"], "needs weights", () => {});\n`,
  );
  const run = (env: Record<string, string>) =>
    runDeno(["test", "-q", "-A", "--no-check", "--config", repoPath("deno.json"), dir.join("a_test.ts")], {
      cwd: repoRoot,
      env: { BENCHBOOK_GGUF: "", ...env },
    });
  const skipped = await run({ BENCHBOOK_SKIP_LOG: log, BENCHBOOK_REQUIRE: "" });
  assertEquals(skipped.code, 0, skipped.stdout + skipped.stderr);
  assertEquals(JSON.parse(await dir.read("skips.jsonl")), { part: "model", name: "needs weights" });
  const failed = await run({ BENCHBOOK_REQUIRE: "model" });
  assertEquals(failed.code, 1);
  assert(failed.stdout.includes('part "model" is required'), failed.stdout);
});
