import { assert, assertEquals, assertRejects } from "@std/assert";
import { killGroup } from "../../lib/sandbox/kill_group.ts";
import { runProcess } from "../../lib/sandbox/run_process.ts";
import { becomes, isRunning, processesWith } from "../support/process.ts";
import { testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";

const options = { env: { PATH: "/usr/bin:/bin" }, wallMs: 10_000, outputBytes: 10_000 };
const sh = (line: string, more = {}) => runProcess(["/bin/sh", "-c", line], { ...options, ...more });

testWith(["posix"], "X01: the whole group is ended at the limit", async () => {
  const out = await sh("sleep 60 & echo $!; sleep 61 & echo $!; wait", { wallMs: 500 });
  assertEquals([out.stopped, out.code, out.signal], ["timeout", null, "SIGKILL"]);
  const pids = out.stdout.text().trim().split("\n").map(Number);
  assertEquals(pids.length, 2);
  for (const pid of pids) assert(await becomes(() => !isRunning(pid)), String(pid));
});

testWith(["posix"], "X01: children left behind by a program that ends are ended too", async () => {
  const out = await sh("sleep 60 & echo $!");
  assertEquals([out.code, out.heldOpen], [0, false]);
  const pid = Number(out.stdout.text());
  assert(await becomes(() => !isRunning(pid)));
});

testWith(
  ["linux"],
  "X01: the result comes within two seconds although a descendant holds the stream",
  async () => {
    const startMs = performance.now();
    const out = await sh("setsid sleep 20 & echo $!; sleep 0.2");
    assertEquals([out.code, out.heldOpen, out.stopped], [0, true, null]);
    assert(performance.now() - startMs < 2_200);
    killGroup(Number(out.stdout.text()));
  },
);

testWith(["posix"], "X03: standard output and error are bounded apart, head and tail kept", async () => {
  const out = await sh("seq 1 20000; seq 1 9 >&2");
  const text = out.stdout.text();
  assert(text.startsWith("1\n2\n3\n") && text.endsWith("19999\n20000\n"));
  assertEquals([out.stdout.size, out.stdout.truncated, out.stdout.bytes().length], [108_894, true, 10_000]);
  assertEquals([out.stderr.text(), out.stderr.truncated], ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", false]);
  assertEquals(out.stopped, null);
});

testWith(["posix"], "X04: a character cut at the limit adds no other one", async () => {
  const out = await sh("i=0; while [ $i -lt 100 ]; do printf 'ééééé'; i=$((i+1)); done", {
    outputBytes: 101,
  });
  assertEquals(out.stdout.text().replace(/\n\[\d+ bytes left out\]\n/, "").replaceAll("é", ""), "");
});

testWith(["posix"], "X05, X07: a signal is its own field, a time-out keeps the output", async () => {
  const killed = await sh("kill -TERM $$");
  assertEquals([killed.code, killed.signal, killed.stopped], [null, "SIGTERM", null]);
  const zero = await sh("trap 'exit 0' TERM; echo a; sleep 60", { wallMs: 300 });
  assertEquals([zero.stopped, zero.code, zero.stdout.text()], ["timeout", null, "a\n"]);
});

testWith(["posix"], "X06: three hundred orphans leave nothing running", async () => {
  const out = await sh("i=0; while [ $i -lt 300 ]; do (sleep 47.11 &) ; i=$((i+1)); done; echo done");
  assertEquals(out.stdout.text(), "done\n");
  assert(await becomes(() => processesWith("47.11").length === 0));
});

testWith(["posix"], "X15: standard input ends at once, or is what was given", async () => {
  assertEquals((await sh("cat; echo end")).stdout.text(), "end\n");
  const big = new Uint8Array(3 << 20).fill(65);
  assertEquals((await sh("wc -c", { stdin: big })).stdout.text().trim(), String(3 << 20));
  assertEquals((await sh("head -c 2", { stdin: big })).stdout.text(), "AA");
});

testWith(["linux"], "X15: input that is never read does not hold the result back", async () => {
  const startMs = performance.now();
  const out = await sh("setsid sleep 21 <&0 & echo $!", { stdin: new Uint8Array(3 << 20) });
  assert(performance.now() - startMs < 2_200);
  killGroup(Number(out.stdout.text()));
});

testWith(["posix"], "X19: killing at the very moment of the end never throws", async () => {
  for (let at = 0; at < 40; at++) {
    const abort = new AbortController();
    const work = sh("exit 0", { signal: abort.signal }).catch((error) => error);
    const timer = setTimeout(() => abort.abort(new Error("late")), at / 8);
    const out = await work;
    clearTimeout(timer);
    assert(out instanceof Error ? out.message === "late" : out.code === 0);
  }
});

testWith(["posix"], "a watcher ends a program with its word", async () => {
  let asked = 0;
  const out = await sh("sleep 60", { watch: () => Promise.resolve(++asked === 2 ? "disk" : null) });
  assertEquals([out.stopped, out.code], ["disk", null]);
});

testWith(["posix"], "the wall limit may count from a first line", async () => {
  const late = await sh("sleep 0.4; echo ready; echo a", { readyMs: 9_000, wallMs: 5_000 });
  assertEquals([late.stdout.text(), late.stopped], ["a\n", null]);
  assert(late.durationMs < 400, `${late.durationMs}`);
  assertEquals((await sh("sleep 60", { readyMs: 200, wallMs: 5_000 })).stopped, "start");
});

Deno.test("a program that does not exist is an error, an empty list too", async () => {
  await assertRejects(() => runProcess(["/no/such/program"], options), Deno.errors.NotFound);
  await assertRejects(() => runProcess([], options), TypeError);
});

testWith(["bwrap", "python"], "kill -9 of the runner leaves nothing running", async () => {
  for (const backend of ["bubblewrap", "deno", "unsafeLocal", "python"]) {
    const mark = `mark${crypto.randomUUID()}`;
    const argv = backend === "deno"
      ? ["deno", "eval", "console.log('on'); while (true) {}", mark]
      : ["python3", "-c", "import sys\nwhile True: pass", mark];
    const script = `import { openSandbox } from ${
      JSON.stringify(`file://${repoPath("lib/sandbox/open_sandbox.ts")}`)
    };
      const box = await openSandbox({ backend: ${JSON.stringify(backend)}, limits: { wallMs: 60_000 } });
      await Deno.writeTextFile(Deno.args[0], "open");
      await box.exec(${JSON.stringify(argv)});`;
    const flag = await Deno.makeTempFile();
    const runner = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-lock", script, flag],
      stdout: "null",
      stderr: "null",
    }).spawn();
    // Pyodide gets its program by a pipe, so its child is known by the name of its script.
    const sign = backend === "python" ? "/child.js" : mark;
    const others = new Set(processesWith(sign));
    const own = () => processesWith(sign).filter((pid) => pid !== runner.pid && !others.has(pid));
    const started = await becomes(() => Deno.statSync(flag).size > 0 && own().length > 0, 30_000);
    const pids = own();
    runner.kill("SIGKILL");
    await runner.status;
    await Deno.remove(flag);
    assert(started && pids.length > 0, `${backend} did not start`);
    assert(
      await becomes(() => pids.every((pid) => !isRunning(pid)), 5_000),
      `${backend}: ${pids.filter(isRunning)}`,
    );
  }
});

testWith(["bwrap", "python"], "two hundred programs at once leave no process and no file", async () => {
  const { openBubblewrap } = await import("../../lib/sandbox/bubblewrap.ts");
  {
    await using box = await openBubblewrap({ limits: { wallMs: 60_000 } });
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => box.exec(["sh", "-c", `setsid sleep 53.17 & echo ${at}`])),
    );
    assertEquals(
      all.map((out, at) =>
        out.stdout === `${at}\n` && out.reason === "ok" ? "" : `${out.reason} ${out.stderr}`
      ).filter((text) => text !== ""),
      [],
    );
    assert(await becomes(() => processesWith("53.17").length === 0));
    assertEquals((await box.snapshot()).entries, []);
  }
  for await (const { name } of Deno.readDir("/tmp")) {
    assert(!name.startsWith(`benchbook_box_${Deno.pid}_`), name);
  }
});
