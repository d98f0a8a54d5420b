import { assert, assertEquals, assertMatch } from "@std/assert";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { childEnv, runScript } from "../support/cli.ts";
import { type FakeServer, startFakeServer } from "../support/fake_server.ts";
import { repoPath } from "../support/shared.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

const unix = Deno.build.os !== "windows";
const COUNT = 40;

async function setUp(dir: TempDir): Promise<void> {
  const lines = Array.from({ length: COUNT }, (_, i) =>
    JSON.stringify({
      QUESTION: `Does factor ${i} matter in a trial with ${i + 20} patients?`,
      CONTEXTS: [
        `We studied factor ${i}.`,
        "It was measured twice by two readers who did not know the groups.",
      ],
      LABELS: ["AIM", "METHODS"],
      MESHES: ["Humans"],
      final_decision: ["yes", "no", "maybe"][i % 3],
    }));
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", lines.join("\n"));
}

const argsFor = (server: FakeServer): string[] => [
  ..."--tasks pubmedqa --source local --model openai:m --no-cache --concurrency 2 --base-url".split(" "),
  server.baseUrl,
];

function start(dir: TempDir, args: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--config",
      repoPath("deno.json"),
      "-q",
      "-P=bench",
      "--no-prompt",
      repoPath("tasks/bench.ts"),
      ...args,
    ],
    cwd: dir.path,
    clearEnv: true,
    env: childEnv(),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Samples the server was asked for; the probe's prompts are tiny. */
const samples = (server: FakeServer): string[] =>
  server.arrivals.map(({ body }) => JSON.stringify(body)).filter((body) => body.length > 300);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!await condition()) {
    if (performance.now() > deadline) throw new Error("it did not come true within 30 s");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function outcome(dir: TempDir) {
  const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
  assertEquals(runs.length, 1);
  const result = runs[0]?.entries[0]?.results.pubmedqa;
  return { status: result?.status, counts: result?.counts, score: result?.score };
}

for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test({
    name: `R05: ${name} writes what was answered and exits ${code}; --resume finishes the rest`,
    ignore: !unix,
    async fn() {
      await using dir = await tempDir();
      await using server = startFakeServer({ latencyMs: 40 });
      await setUp(dir);
      const child = start(dir, argsFor(server));
      await until(() => samples(server).length >= 8);
      child.kill(name);
      const out = await child.output();
      assertEquals(out.code, code, decode(out.stderr));
      assertMatch(decode(out.stdout), /^next: .*--resume \d{8}-\d{6}/m);
      const partial = await outcome(dir);
      assertEquals(partial.status, "incomplete");
      const answered = partial.counts?.scored ?? 0;
      assert(answered > 0 && answered < COUNT, JSON.stringify(partial));
      const asked = samples(server).length;
      server.options.latencyMs = 0;
      const rest = await runScript("bench", [...argsFor(server), "--resume", "latest"], { cwd: dir.path });
      assertEquals(rest.code, 0, rest.stderr);
      const whole = await outcome(dir);
      assertEquals([whole.status, whole.counts?.scored], ["ok", COUNT]);
      // Each sample is one request: only those without an outcome were asked again.
      assertEquals(samples(server).length - asked, COUNT - answered);
    },
  });
}

Deno.test({
  name: "R05: a second Ctrl-C ends at once, and what was answered stays",
  ignore: !unix,
  async fn() {
    await using dir = await tempDir();
    let seen = 0;
    // Six samples are answered, then the server falls silent.
    await using server = startFakeServer({
      faults: (body) => JSON.stringify(body).length > 300 && ++seen > 6 ? { kind: "hang" } : null,
    });
    await setUp(dir);
    const child = start(dir, argsFor(server));
    await until(() => seen >= 8);
    const before = performance.now();
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill("SIGINT");
    const out = await child.output();
    assertEquals(out.code, 130, decode(out.stderr));
    // The grace for requests in flight is five seconds.
    assert(performance.now() - before < 4_500, `${performance.now() - before} ms`);
    assert(((await outcome(dir)).counts?.scored ?? 0) >= 4);
  },
});

Deno.test({
  name: "R05: kill -9 of the started process also ends the run it started; nothing is lost or asked twice",
  ignore: !unix,
  async fn() {
    await using dir = await tempDir();
    await using server = startFakeServer({ latencyMs: 40 });
    await setUp(dir);
    const child = start(dir, argsFor(server));
    await until(() => samples(server).length >= 10);
    child.kill("SIGKILL");
    await child.output();
    // Quiet once no request comes for a while: the other process is gone.
    let last = -1;
    await until(async () => {
      const now = samples(server).length;
      await new Promise((resolve) => setTimeout(resolve, 400));
      [last] = [samples(server).length - now];
      return last === 0;
    });
    assert(samples(server).length < COUNT);
    const [runId] = (await Array.fromAsync(Deno.readDir(dir.join("artifacts/runs")))).map((item) =>
      item.name
    );
    const ledger = await dir.read(`artifacts/runs/${runId}/ledger.jsonl`);
    const done = ledger.split("\n").filter((line) => line.includes('"st":"ok"') && line.endsWith("}")).length;
    assert(done > 0 && done < COUNT, String(done));
    const asked = samples(server).length;
    server.options.latencyMs = 0;
    const rest = await runScript("bench", [...argsFor(server), "--resume", "latest"], { cwd: dir.path });
    assertEquals(rest.code, 0, rest.stderr);
    assertEquals((await outcome(dir)).counts?.scored, COUNT);
    assertEquals(samples(server).length - asked, COUNT - done);
  },
});

Deno.test({
  name: "bench: a specialist's serve: starts its server, the run uses it, and it is gone afterwards",
  ignore: !unix,
  async fn() {
    await using dir = await tempDir();
    await setUp(dir);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    listener.close();
    await dir.write(
      "config/specialists/medical.yaml",
      `model: openai:m
base_url: http://127.0.0.1:${port}/v1
model_version: med-1
quantization_config: q4_k_m
hard_floor: {pubmedqa: 0.99}
serve:
  command: ["${Deno.execPath()}", run, -A, --config, "${repoPath("deno.json")}", "${
        repoPath("tests/support/fake_server.ts")
      }", --port, "${port}"]
  health: /v1/models
  ready_timeout_s: 30
`,
    );
    const args = [
      "--niche",
      "medical",
      "--tasks",
      "pubmedqa",
      "--source",
      "local",
      "--limit",
      "5",
      "--no-cache",
    ];
    const out = await runScript("bench", args, { cwd: dir.path });
    assertEquals(out.code, 1, out.stdout + out.stderr);
    assertMatch(out.stdout, /^gate failed: pubmedqa 0\.\d+ is below 0\.99$/m);
    const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
    const entry = runs[0]?.entries[0];
    assertEquals([entry?.modelVersion, entry?.quantizationConfig, entry?.quantized], [
      "med-1",
      "q4_k_m",
      true,
    ]);
    const refused = await Deno.connect({ hostname: "127.0.0.1", port }).then(
      (conn) => conn.close(),
      () => "gone",
    );
    assertEquals(refused, "gone");
  },
});
