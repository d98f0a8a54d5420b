import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { openContainer } from "../../lib/sandbox/container.ts";
import { envFileText } from "../../lib/sandbox/container_args.ts";
import { holdOwnerLock, hostDigest } from "../../lib/sandbox/owner_lock.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { type FakeEngine, fakeEngine } from "../support/fake_engine.ts";
import { becomes, isRunning } from "../support/process.ts";
import { testWith } from "../support/require.ts";
import { tempDir } from "../support/temp.ts";

await holdOwnerLock(); // Held until the process ends, so not by a test.

function check(name: string, fn: (engine: FakeEngine, box: Sandbox) => Promise<void>): void {
  testWith(["python", "posix"], `container: ${name}`, async () => {
    await using engine = await fakeEngine();
    await using box = await openContainer("docker", {
      program: engine.program,
      image: "img",
      runId: "20260101-000000",
      limits: { wallMs: 2_000, memoryMb: 256, processes: 30, diskMb: 8 },
    });
    await fn(engine, box);
  });
}

check("Z08: the command line isolates, and no value of a variable is on it", async (engine, box) => {
  const out = await box.exec(["sh", "-c", "echo $KEY; pwd"], { env: { KEY: "sk-secret" }, cwd: "a/b" });
  assertEquals([out.stdout.split("\n")[0], out.code], ["sk-secret", 0]);
  const calls = await engine.calls();
  assert(!JSON.stringify(calls).includes("sk-secret"));
  const line = calls.find(([verb]) => verb === "run") ?? [];
  const text = line.join(" ");
  for (
    const part of [
      "--network none",
      "--cap-drop ALL",
      "--read-only",
      "--init",
      "--pull never",
      "--security-opt no-new-privileges",
      "--memory 256m --memory-swap 256m",
      "--pids-limit 32",
      "--label benchbook.run=20260101-000000",
      "--tmpfs /tmp:rw,nosuid,nodev,size=8m",
      "-w /work/a/b",
    ]
  ) assert(text.includes(part), `${part} in ${text}`);
  assertEquals(line.slice(line.indexOf("img"), line.indexOf("sh")), ["img", "timeout", "-s", "KILL", "3"]);
  assert(!line.includes("--privileged") && !text.includes("docker.sock"));
});

check("a container is gone after its program, whatever it did", async (engine, box) => {
  for (const code of ["true", "exit 7", "kill -9 $$"]) await box.exec(["sh", "-c", code]);
  assertEquals(await engine.boxes(), []);
  assertEquals((await box.exec(["sh", "-c", "exit 7"])).code, 7);
});

check("X01: at the limit the program itself is ended, not only the client", async (engine, box) => {
  const out = await box.exec(["sh", "-c", "echo step; echo $$ > pid; while :; do :; done"]);
  assertEquals([out.timedOut, out.reason, out.code, out.stdout], [true, "timeout", null, "step\n"]);
  const pid = Number(new TextDecoder().decode(await box.read("pid")));
  assert(await becomes(() => !isRunning(pid)));
  assertEquals(await engine.boxes(), []);
});

check("X07: exit code 124 or 137 at once is no time-out", async (_engine, box) => {
  for (const code of [124, 137]) {
    const out = await box.exec(["sh", "-c", `exit ${code}`]);
    assertEquals([out.timedOut, out.code, out.reason], [false, code, "failed"]);
  }
});

check("an abort ends the container", async (engine, box) => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error("enough")), 500);
  await assertRejects(() => box.exec(["sleep", "60"], { signal: abort.signal }), Error, "enough");
  assertEquals(await engine.boxes(), []);
});

testWith(
  ["python", "posix"],
  "container: A13: containers of dead runs are cleared away, all others stay",
  async () => {
    await using engine = await fakeEngine();
    await using dir = await tempDir();
    const host = await hostDigest();
    const alive = await dir.write("alive.lock", "");
    using held = await Deno.open(alive, { write: true });
    await held.lock(true);
    const label = (owner: string, on = host) => ({ "benchbook.owner": owner, "benchbook.host": on });
    await engine.plant("benchbook-dead", label(dir.join("gone.lock")));
    await engine.plant("benchbook-unlocked", label(await dir.write("unlocked.lock", "")));
    await engine.plant("benchbook-elsewhere", label(dir.join("gone.lock"), "otherhost"));
    await engine.plant("benchbook-unlabelled", {});
    await engine.plant("postgres", label(dir.join("gone.lock")));
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        "eval",
        `const f = await Deno.open(${JSON.stringify(dir.join("live"))}, { create: true, write: true });
       await f.lock(true); console.log("held"); await new Promise((r) => setTimeout(r, 60_000));`,
      ],
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    await engine.plant("benchbook-live", label(dir.join("live")));
    try {
      await using box = await openContainer("docker", { program: engine.program });
      assertEquals(box.info.backend, "docker");
      assertEquals(await engine.boxes(), [
        "benchbook-elsewhere",
        "benchbook-live",
        "benchbook-unlabelled",
        "postgres",
      ]);
    } finally {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    }
  },
);

testWith(
  ["python", "posix"],
  "container: an engine that is down, and an image that is missing, say so",
  async () => {
    await using engine = await fakeEngine();
    await using box = await openContainer("docker", { program: engine.program, image: "no-such-image" });
    const missing = await assertRejects(() => box.exec(["true"]), Error, "No such image");
    assert(
      isBenchError(missing) && missing.code === "engine_failed" && /docker pull/.test(missing.hint ?? ""),
    );
    await engine.down();
    const down = await assertRejects(
      () => openContainer("docker", { program: engine.program }),
      Error,
      "Cannot connect",
    );
    assert(isBenchError(down) && down.code === "backend_unavailable");
    const hosts = { network: { hosts: ["example.org:443"] } };
    const network = await assertRejects(
      () => openContainer("docker", { program: engine.program, ...hosts }),
      Error,
    );
    assert(isBenchError(network) && network.code === "network_unsupported");
  },
);

Deno.test("container: a variable with a line break cannot smuggle another", () => {
  assertThrows(() => envFileText({ A: "1\nB=2" }), TypeError);
  assertEquals(envFileText({ A: "1 = 2", B: "" }), "A=1 = 2\nB=\n");
});
