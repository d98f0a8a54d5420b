/**
 * What people do by mistake, and what a machine does at a bad moment: each a
 * clear sentence, the right exit code, nothing half written.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { childEnv, type RunOptions, type RunOutput, runScript } from "../support/cli.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { repoPath } from "../support/shared.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

const unix = Deno.build.os !== "windows";
const linux = Deno.build.os === "linux";

const bench = (dir: TempDir, args: readonly string[], options: RunOptions = {}): Promise<RunOutput> =>
  runScript("bench", ["--tasks", "pubmedqa", "--limit", "2", ...args], { cwd: dir.path, ...options });

const names = async (path: string): Promise<string[]> => {
  try {
    return (await Array.fromAsync(Deno.readDir(path), (item) => item.name)).sort();
  } catch {
    return [];
  }
};

Deno.test("bench: mistakes in flags and config are refused before anything is written", async () => {
  await using dir = await tempDir();
  const config = (text: string): string => `config:${text}`;
  const cases: readonly [string, readonly string[], RegExp][] = [
    ["a task twice", ["--tasks", "pubmedqa,pubmedqa"], /wanted every task once, found "pubmedqa" again$/m],
    ["a model file", ["--model", "gguf:no.gguf"], /wanted the file "no\.gguf", found none$/m],
    ["a replay file", ["--model", "replay:no.jsonl"], /wanted the file "no\.jsonl", found none$/m],
    ["a root", ["--root", "no"], /"--root no": wanted a folder, found none$/m],
    ["a parameter", ["--gen-kwargs", "temperature=hot"], /for "temperature", found "hot"$/m],
    ["a parameter out of range", ["--gen-kwargs", '{"top_p":2}'], /from 0 to 1 for "top_p", found 2$/m],
    ["a place", [config('prompt_template: "Q: {q}"')], /wanted "\{prompt\}" in "prompt_template"/],
    [
      "a template file",
      [config("chat_template: no.jinja")],
      /"chat_template": Cannot read "\.\/no\.jinja"|"no\.jinja"/,
    ],
    ["an adapter for nothing", [config("adapter_path: a.gguf")], /wanted a model for "adapter_path"/],
    ["a server for nothing", [config("serve: {command: sleep 9}")], /wanted a model for "serve"/],
    ["a floor", [config("hard_floor: {pubmedq: 0.5}")], /"hard_floor" names "pubmedq"/],
    ["an alias bomb", [config("a: &a [x, x]\nb: [*a, *a]")], /line 2: wanted plain values, found an alias$/m],
  ];
  for (const [name, args, message] of cases) {
    const [first = ""] = args;
    const inConfig = first.startsWith("config:");
    if (inConfig) await dir.write("config/specialists/custom.yaml", first.slice("config:".length));
    const out = await bench(dir, inConfig ? [] : args);
    if (inConfig) await Deno.remove(dir.join("config"), { recursive: true });
    assertEquals(out.code, 2, `${name}: ${out.stderr}`);
    assertMatch(out.stderr, message, name);
    assertEquals(out.stderr.includes("defect"), false, name);
    assertEquals(await names(dir.join("artifacts")), [], name);
  }
});

Deno.test("bench: a specialist's prompt template is around what is sent, hashed and recorded", async () => {
  await using dir = await tempDir();
  await dir.write("templates/ask.txt", "<<{prompt}>>");
  await dir.write("config/specialists/custom.yaml", "prompt_template: templates/ask.txt\n");
  const out = await bench(dir, []);
  assertEquals(out.code, 0, out.stderr);
  assertMatch(out.stderr.split("\n")[0] ?? "", /diagnostic: .*a prompt template$/);
  const plain = await bench(dir, [
    "--config",
    await dir.write("none.yaml", "model_version: v\n"),
    "--out",
    "o",
  ]);
  assertEquals(plain.code, 0, plain.stderr);
  const read = async (folder: string) => {
    const [run] = (await readRunFolder(dir.join(`${folder}/benchmarks`))).runs;
    const ledger = await dir.read(`${folder}/runs/${run?.runId}/ledger.jsonl`);
    const prompts = ledger.split("\n").flatMap((line): string[] =>
      line === "" ? [] : JSON.parse(line).data?.prompt ?? []
    );
    return { entry: run?.entries[0], prompts: prompts.sort() };
  };
  const [wrapped, bare] = [await read("artifacts"), await read("o")];
  assertEquals(wrapped.prompts, bare.prompts.map((prompt) => `<<${prompt}>>`).sort());
  assertEquals(wrapped.prompts.length, 2);
  assertEquals(wrapped.entry?.settings.promptTemplate, "<<{prompt}>>");
  const hash = (of: typeof wrapped): string | null | undefined => of.entry?.fingerprint.promptHash;
  assert(hash(wrapped) !== hash(bare) && /^[0-9a-f]{64}$/.test(hash(wrapped) ?? ""));
});

Deno.test("bench: --max-length cuts prompts and says so; without it nothing is cut", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer();
  const model = ["--model", "openai:m", "--base-url", server.baseUrl, "--source", "sample", "--no-cache"];
  const whole = await bench(dir, model);
  assertEquals([whole.code, whole.stderr.includes("prompt_truncated")], [0, false], whole.stderr);
  const cut = await bench(dir, [...model, "--max-length", "20", "--out", "o"]);
  assertEquals(cut.code, 0, cut.stderr);
  assertMatch(cut.stderr, /not canonical because .*max_length 20/);
  // Six prompts are cut: three are named, the rest is counted.
  assertEquals(cut.stderr.match(/^warning prompt_truncated: A prompt lost/gm)?.length, 3);
  assertMatch(cut.stderr, /^warning prompt_truncated: 3 more$/m);
});

Deno.test("bench: a .env that is not UTF-8 or a folder is named, exit 2", async () => {
  await using dir = await tempDir();
  await Deno.writeFile(dir.join(".env"), new Uint8Array([0x41, 0x3d, 0xff]));
  const bytes = await bench(dir, []);
  assertEquals(bytes.code, 2);
  assertMatch(bytes.stderr, /^error: Cannot read "\.\/\.env|^error: Cannot read "\.env/m);
  assertMatch(bytes.stderr, /wanted UTF-8, found other bytes$/m);
  await Deno.remove(dir.join(".env"));
  await Deno.mkdir(dir.join(".env"));
  const folder = await bench(dir, []);
  assertEquals(folder.code, 2);
  assertMatch(folder.stderr, /^error: Cannot read ".*\.env": .+/m);
});

Deno.test(
  { name: "U14: root, data and results through links, blanks and foreign letters", ignore: !unix },
  async () => {
    await using dir = await tempDir();
    await Deno.mkdir(dir.join("real ü dir"));
    await Deno.symlink(dir.join("real ü dir"), dir.join("link"));
    const out = await bench(dir, ["--root", "link", "--out", "real ü dir/../out put"]);
    assertEquals(out.code, 0, out.stderr);
    assertEquals((await names(dir.join("out put/benchmarks"))).length, 1);
    const other = await bench(dir, ["--root", "link"]);
    assertEquals(other.code, 0, other.stderr);
    assertEquals((await names(dir.join("real ü dir/artifacts/benchmarks"))).length, 1);
  },
);

/** Starts the command with its streams where a shell would put them. */
const shell = async (dir: TempDir, redirect: string, args: readonly string[] = []): Promise<RunOutput> => {
  const command = new Deno.Command("sh", {
    args: [
      "-c",
      `"$@" ${redirect}`,
      "sh",
      Deno.execPath(),
      ...[
        "run",
        "-q",
        "-P=bench",
        "--no-prompt",
        "--config",
        repoPath("deno.json"),
        repoPath("tasks/bench.ts"),
      ],
      ...["--tasks", "pubmedqa", "--limit", "2", ...args],
    ],
    cwd: dir.path,
    clearEnv: true,
    env: childEnv(),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const { code, signal, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, signal, stdout: text(stdout), stderr: text(stderr) };
};

Deno.test({
  name: "R09: output onto a full disk is exit 3 with its reason; the results are there",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const full = await shell(dir, ">/dev/full");
  assertEquals(full.code, 3, full.stderr);
  assertMatch(full.stderr, /^error: Cannot write the output: No space left/m);
  assertEquals((await names(dir.join("artifacts/benchmarks"))).length, 1);
  // Nobody can be told on standard error: the run goes on.
  const silent = await shell(dir, "2>/dev/full");
  assertEquals(silent.code, 0);
  assertMatch(silent.stdout, /^1 of 1 task ok$/m);
});

Deno.test({ name: "bench: streams that are closed or cut do not stop a run", ignore: !unix }, async () => {
  await using dir = await tempDir();
  for (const redirect of ["<&-", ">&-", "2>&-", "2>/dev/null | head -n 1; exit 0"]) {
    const out = await shell(dir, redirect);
    assertEquals(out.code, 0, `${redirect}: ${out.stderr}`);
  }
  const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
  assertEquals(runs.map((run) => run.entries[0]?.results.pubmedqa?.status), ["ok", "ok", "ok", "ok"]);
});

Deno.test("bench: zone, language and width of the terminal change no result", async () => {
  await using dir = await tempDir();
  const table = async (env: Record<string, string>): Promise<string | undefined> => {
    const out = await bench(dir, [], { env });
    assertEquals(out.code, 0, out.stderr);
    return /^pubmedqa .*$/m.exec(out.stdout)?.[0];
  };
  const plain = await table({});
  assert(plain !== undefined);
  for (const env of [{ TZ: "Asia/Kathmandu" }, { LANG: "C", LC_ALL: "C" }, { COLUMNS: "20", TERM: "dumb" }]) {
    assertEquals(await table(env), plain, JSON.stringify(env));
  }
  const { runs } = await readRunFolder(dir.join("artifacts/benchmarks"));
  for (const run of runs) {
    const time = run.entries[0]?.timestampUtc ?? "";
    assertMatch(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    assertEquals(run.runId.slice(0, 15), time.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-"));
  }
});

for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test({
    name: `bench: ${name} while the server is probed exits ${code} and writes nothing`,
    ignore: !unix,
  }, async () => {
    await using dir = await tempDir();
    let asked = 0;
    await using server = startFakeServer({
      faults: () => {
        asked++;
        return { kind: "hang" };
      },
    });
    const child = new Deno.Command(Deno.execPath(), {
      args: [
        ...[
          "run",
          "-q",
          "-P=bench",
          "--no-prompt",
          "--config",
          repoPath("deno.json"),
          repoPath("tasks/bench.ts"),
        ],
        ...["--tasks", "pubmedqa", "--source", "sample", "--model", "openai:m", "--base-url", server.baseUrl],
      ],
      cwd: dir.path,
      clearEnv: true,
      env: childEnv(),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const deadline = performance.now() + 30_000;
    while (asked === 0 && performance.now() < deadline) await new Promise((done) => setTimeout(done, 20));
    child.kill(name);
    const out = await child.output();
    const stderr = new TextDecoder().decode(out.stderr);
    assertEquals(out.code, code, stderr);
    assertMatch(stderr, /^interrupted before the first sample: nothing was written$/m);
    assertEquals(await names(dir.join("artifacts/runs")), []);
  });
}
