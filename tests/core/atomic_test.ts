import { assert, assertEquals, assertRejects } from "@std/assert";
import { writeFileAtomic } from "../../lib/core/atomic.ts";
import { BenchError } from "../../lib/core/errors.ts";
import { testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const names = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder), (entry) => entry.name)).sort();

Deno.test("R05: a file is replaced whole; nothing else stays in the folder", async () => {
  await using dir = await tempDir();
  const path = dir.join("r.json");
  assertEquals(await writeFileAtomic(path, "old"), 3);
  assertEquals(await writeFileAtomic(path, new Uint8Array([0x6e, 0x65, 0x77])), 3);
  assertEquals(await dir.read("r.json"), "new");
  assertEquals(await names(dir.path), ["r.json"]);
  const long = dir.join("n".repeat(250));
  await writeFileAtomic(long, "a name of 250 bytes leaves room for the temporary file");
});

Deno.test("R05: a source that breaks leaves the old file and no part", async () => {
  await using dir = await tempDir();
  const path = await dir.write("r.json", "old");
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(1000));
      controller.error(new Error("connection lost"));
    },
  });
  await assertRejects(() => writeFileAtomic(path, broken), Error, "connection lost");
  const refuse = { check: (bytes: number) => Promise.reject(new Error(`${bytes} bytes are wrong`)) };
  await assertRejects(() => writeFileAtomic(path, "12345", refuse), Error, "5 bytes are wrong");
  assertEquals([await dir.read("r.json"), await names(dir.path)], ["old", ["r.json"]]);
});

Deno.test("atomic: exclusive refuses a file that is there, and one writer of many wins", async () => {
  await using dir = await tempDir();
  const path = dir.join("claim");
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map((n) => writeFileAtomic(path, `${n}`, { exclusive: true })),
  );
  assertEquals(tries.filter((t) => t.status === "fulfilled").length, 1);
  const error = await assertRejects(
    () => writeFileAtomic(path, "x", { exclusive: true }),
    BenchError,
    "claim",
  );
  assertEquals([error.code, await names(dir.path)], ["file_exists", ["claim"]]);
});

Deno.test("atomic: a folder that is not there is named", async () => {
  await using dir = await tempDir();
  const error = await assertRejects(
    () => writeFileAtomic(dir.join("no/r.json"), "x"),
    BenchError,
    "no/r.json",
  );
  assertEquals(error.code, "unwritable");
});

/** Runs a script in a mount namespace with a 64 KiB disk, where the kernel allows one. */
async function onTinyDisk(script: string): Promise<{ code: number; out: string } | null> {
  await using dir = await tempDir();
  const file = await dir.write("t.ts", script);
  const mount = `mount -t tmpfs -o size=64k none ${
    dir.join("disk")
  } && exec ${Deno.execPath()} run -A ${file} ${dir.join("disk")}`;
  await Deno.mkdir(dir.join("disk"));
  const out = await new Deno.Command("unshare", { args: ["-rm", "sh", "-c", mount], stderr: "piped" })
    .output()
    .catch(() => null);
  const text = out === null ? "" : new TextDecoder().decode(out.stdout);
  return out === null || (out.code !== 0 && text === "") ? null : { code: out.code, out: text };
}

testWith(["linux"], "R09: a full disk leaves the old file whole and says path and size", async (t) => {
  const result = await onTinyDisk(`
    import { writeFileAtomic } from ${
    JSON.stringify(new URL(`file://${repoPath("lib/core/atomic.ts")}`).href)
  };
    const path = Deno.args[0] + "/r.json";
    await writeFileAtomic(path, "old");
    const error = await writeFileAtomic(path, "x".repeat(200_000)).catch((e) => e);
    const left = [...Deno.readDirSync(Deno.args[0])].map((e) => e.name);
    console.log(JSON.stringify({ code: error.code, message: error.message, old: Deno.readTextFileSync(path), left }));
  `);
  if (result === null) {
    return void (await t.step({ name: "no mount namespace here", ignore: true, fn: () => {} }));
  }
  const found = JSON.parse(result.out);
  assertEquals([found.code, found.old, found.left], ["disk_full", "old", ["r.json"]]);
  assert(found.message.includes("r.json") && found.message.includes("200000 bytes"), found.message);
});
