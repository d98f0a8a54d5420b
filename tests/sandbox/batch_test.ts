import { assert, assertEquals, assertRejects } from "@std/assert";
import { openBubblewrap } from "../../lib/sandbox/bubblewrap.ts";
import type { Limits } from "../../lib/sandbox/limits.ts";
import type { PythonBatch } from "../../lib/sandbox/python_batch.ts";
import { openPythonWasm } from "../../lib/sandbox/python_wasm.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { becomes, processesWith } from "../support/process.ts";
import { type Part, testWith } from "../support/require.ts";

const backends: [string, Part[], (limits: Partial<Limits>) => Promise<Sandbox>][] = [
  ["bubblewrap", ["bwrap", "python"], (limits) => openBubblewrap({ limits })],
  ["python", [], (limits) => openPythonWasm({ limits })],
];

async function withBatch(
  open: (limits: Partial<Limits>) => Promise<Sandbox>,
  fn: (batch: PythonBatch) => Promise<void>,
): Promise<void> {
  await using box = await open({ wallMs: 3_000, outputBytes: 1_000, memoryMb: 300 });
  assert(box.openBatch !== undefined);
  await using batch = await box.openBatch();
  await fn(batch);
}

for (const [name, parts, open] of backends) {
  testWith(parts, `batch: ${name}: verdicts, one after the other`, () =>
    withBatch(open, async (batch) => {
      const run = async (code: string, more = {}) => {
        const { code: exit, reason, stdout, timedOut } = await batch.run({ code, ...more });
        return [exit, reason, stdout, timedOut];
      };
      assertEquals(await run("print('a')"), [0, "ok", "a\n", false]);
      assertEquals(await run("import sys; sys.exit(3)"), [3, "failed", "", false]);
      assertEquals(await run("import sys; sys.exit('no')"), [1, "failed", "", false]);
      assertEquals(await run("1 / 0"), [1, "failed", "", false]);
      assertEquals(await run("import os; os._exit(0)"), [0, "ok", "", false]);
      assertEquals(await run("print(input())", { stdin: "in" }), [0, "ok", "in\n", false]);
      assertEquals(await run("print(input())"), [1, "failed", "", false]);
      assertEquals(await run("import sys; print(sys.argv[1:])", { args: ["x y"] }), [
        0,
        "ok",
        "['x y']\n",
        false,
      ]);
      assertEquals(await run("while True: pass", { wallMs: 500 }), [null, "timeout", "", true]);
      assertEquals(await run("print(__name__, 'b')"), [0, "ok", "__main__ b\n", false]);
    }));

  testWith(
    parts,
    `batch: ${name}: names of one program are not seen by the next`,
    () =>
      withBatch(open, async (batch) => {
        await batch.run({ code: "secret = 1" });
        assertEquals((await batch.run({ code: "print('secret' in globals())" })).stdout, "False\n");
      }),
  );

  testWith(parts, `batch: ${name}: output is bounded`, () =>
    withBatch(open, async (batch) => {
      const { stdout, stdoutSize, truncated } = await batch.run({ code: "print('x' * 5000)" });
      assertEquals([stdoutSize, truncated, stdout.includes("[4001 bytes left out]")], [5001, true, true]);
    }));
}

testWith(
  ["bwrap", "python"],
  "batch: X05, X20: what a fork did is over when the next starts",
  () =>
    withBatch((limits) => openBubblewrap({ limits }), async (batch) => {
      const mark = `mark${crypto.randomUUID()}`;
      const late = await batch.run({ code: "print('part', flush=True)\nwhile True: pass", wallMs: 300 });
      assertEquals([late.stdout, late.timedOut], ["part\n", true]);
      await batch.run({
        code:
          `import os\nif os.fork() == 0:\n  os.setsid(); os.execvp('sleep', ['sleep', '59.${mark.length}'])`,
      });
      await batch.run({
        code: "import os\nopen('/tmp/left', 'w').write('x'); open('/dev/shm/left', 'w').write('x')",
      });
      const seen = await batch.run({
        code: "import os\nprint(os.listdir('/tmp'), os.listdir('/dev/shm'), os.getcwd())\n" +
          "print(len([p for p in os.listdir('/proc') if p.isdigit()]))",
      });
      assertEquals(seen.stdout, "['item'] [] /tmp/item\n3\n");
      assert(await becomes(() => processesWith(`59.${mark.length}`).length === 0));
      const bomb = await batch.run({
        code: "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
        wallMs: 500,
      });
      assertEquals(bomb.timedOut, true);
      assertEquals((await batch.run({ code: "x = 'a' * 10**10" })).reason, "memory");
      assertEquals((await batch.run({ code: "import os; os.kill(os.getppid(), 9)" })).reason === "ok", false);
      assertEquals((await batch.run({ code: "print('again')" })).stdout, "again\n");
    }),
);

testWith(
  ["bwrap", "python"],
  "batch: X08: ten that hang among thirty that do not give exact verdicts",
  async () => {
    await using box = await openBubblewrap({ limits: { wallMs: 300 } });
    assert(box.openBatch !== undefined);
    const batches = await Promise.all([box.openBatch(), box.openBatch()]);
    const items = Array.from({ length: 40 }, (_, at) => at % 4 === 0 ? "while True: pass" : `print(${at})`);
    const outs = await Promise.all(
      items.map((code, at) => batches[at % 2]?.run({ code, wallMs: at % 4 === 0 ? 300 : 20_000 })),
    );
    assertEquals(outs.map((out) => out?.reason), items.map((_, at) => at % 4 === 0 ? "timeout" : "ok"));
  },
);

testWith(["bwrap", "python"], "batch: a closed batch runs nothing", async () => {
  await using box = await openBubblewrap();
  assert(box.openBatch !== undefined);
  const batch = await box.openBatch();
  await batch.close();
  await assertRejects(() => batch.run({ code: "1" }), Error, "was closed");
});
