import { assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/core/errors.ts";
import { ResultError } from "../../lib/core/errors.ts";
import { claimRunId, findRunId, isRunId, listRunIds, runIdOf } from "../../lib/run/run_id.ts";
import { tempDir } from "../support/temp.ts";

const TIME = new Date("2026-01-02T03:04:05.999Z");

Deno.test("run_id: twelve runs of one second, at once, get twelve ids", async () => {
  await using dir = await tempDir();
  const ids = await Promise.all(Array.from({ length: 12 }, () => claimRunId(dir.join("runs"), TIME)));
  const wanted = ["20260102-030405", ...Array.from({ length: 11 }, (_, at) => `20260102-030405-${at + 2}`)];
  assertEquals(ids.sort(), wanted.sort());
});

Deno.test("R17: runs are listed oldest first, by number, other entries are skipped", async () => {
  await using dir = await tempDir();
  const ids = ["20260102-030405-10", "20260102-030405", "20260102-030406", "20260102-030405-2"];
  for (const id of ids) await dir.write(`${id}/plan.json`, "{}");
  for (
    const name of [
      ".tmp/plan.json",
      "20260102-030405~/plan.json",
      "20260102-030407/x",
      "notes.json",
      "20260102-030408",
    ]
  ) {
    await dir.write(name, "");
  }
  const sorted = ["20260102-030405", "20260102-030405-2", "20260102-030405-10", "20260102-030406"];
  assertEquals(await listRunIds(dir.path), sorted);
  assertEquals(await findRunId(dir.path, "latest"), "20260102-030406");
  assertEquals(await findRunId(dir.path, "20260102-030405-2"), "20260102-030405-2");
});

Deno.test("Z01: --resume takes ids only, never a path", async () => {
  await using dir = await tempDir();
  await dir.write("outside/plan.json", "{}");
  for (
    const bad of [
      "../outside",
      "outside",
      "/etc",
      "20260102-030405/../outside",
      "20260102-030405-1x",
      "",
      "20260102-030405-0",
    ]
  ) {
    const error = await assertRejects(() => findRunId(dir.path, bad), UsageError);
    assertEquals([isRunId(bad), error.code], [false, "bad_run_id"]);
  }
  const error = await assertRejects(() => findRunId(dir.path, "20260102-030405"), UsageError);
  assertEquals(error.code, "run_not_found");
});

Deno.test("run_id: a folder that cannot be made is an error that names it", async () => {
  await using dir = await tempDir();
  await dir.write("file", "");
  const error = await assertRejects(() => claimRunId(dir.join("file/runs"), TIME), ResultError);
  assertEquals(error.code, "run_folder_unwritable");
  assertEquals(runIdOf(TIME), "20260102-030405");
});
