import { assert, assertEquals, assertMatch } from "@std/assert";
import { sha256Hex } from "../../lib/core/hash.ts";
import { readRunFolder } from "../../lib/result/read_run_folder.ts";
import { validateResults } from "../../lib/result/validate.ts";
import { childEnv, runDeno, type RunOptions, type RunOutput, runScript } from "../support/cli.ts";
import { testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { fakeHub } from "../support/fake_hub.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { type TempDir, tempDir } from "../support/temp.ts";

const bench = (dir: TempDir, args: readonly string[], options: RunOptions = {}): Promise<RunOutput> =>
  runScript("bench", args, { cwd: dir.path, ...options });

async function filesBelow(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const item of Deno.readDir(path)) {
    if (item.isDirectory) found.push(...await filesBelow(`${path}/${item.name}`));
    else found.push(`${path}/${item.name}`);
  }
  return found.sort();
}

const resultsOf = async (dir: TempDir) => (await readRunFolder(dir.join("artifacts/benchmarks"))).runs;

/** Rows of pubmedqa in the hub's schema. */
const rows = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      QUESTION: `Does factor ${i} matter?`,
      CONTEXTS: [`We studied factor ${i}.`, "It was measured twice."],
      LABELS: ["AIM", "METHODS"],
      MESHES: ["Humans"],
      YEAR: "2020",
      reasoning_required_pred: "yes",
      reasoning_free_pred: "yes",
      final_decision: ["yes", "no", "maybe"][i % 3],
      LONG_ANSWER: "It may.",
    }) + "\n").join("");

const local = ["--tasks", "pubmedqa", "--source", "local"];
const toServer = (baseUrl: string): string[] => ["--model", "openai:m", "--base-url", baseUrl, "--no-cache"];

Deno.test("bench: a niche from a clean folder runs on the floor model, says so, and writes four valid files", async () => {
  await using dir = await tempDir();
  const out = await bench(dir, ["--niche", "medical"]);
  assertEquals(out.code, 0, out.stderr);
  const first = out.stderr.split("\n")[0] ?? "";
  for (
    const part of [
      "medical: medmcqa, pubmedqa, medhelm, mmlu",
      "a floor, not a model",
      "source sample",
      "no cost",
    ]
  ) {
    assert(first.includes(part), first);
  }
  assert(
    first.includes("no config, defaults") && first.includes("not canonical because source sample"),
    first,
  );
  const [run, ...others] = await resultsOf(dir);
  assertEquals(others, []);
  assertEquals(run?.entries.map((entry) => Object.keys(entry.results)[0]), [
    "medhelm",
    "medmcqa",
    "mmlu",
    "pubmedqa",
  ]);
  for (const entry of run?.entries ?? []) {
    assertEquals([entry.model.floor, entry.source, entry.fingerprintValid], [true, "sample", false]);
  }
  const names = await filesBelow(dir.join("artifacts/benchmarks"));
  for (const file of names) {
    assertMatch(file, /\/medical_[a-z]+_\d{8}-\d{6}\.json$/);
    assertEquals(validateResults(JSON.parse(await Deno.readTextFile(file))), []);
    assert(out.stdout.includes(file.slice(dir.path.length + 1)), file);
  }
  assertMatch(
    out.stdout.trimEnd().split("\n").at(-1) ?? "",
    /^next: deno task bench --niche medical --model openai:/,
  );
  assert(out.stdout.includes("4 of 4 tasks ok"));
  // deno-lint-ignore no-control-regex
  assertEquals(/\u001b/.test(out.stdout + out.stderr), false);
});

Deno.test("bench: two runs within a second leave two runs", async () => {
  await using dir = await tempDir();
  const args = ["--tasks", "pubmedqa", "--limit", "2", "--quiet"];
  const outs = await Promise.all([bench(dir, args), bench(dir, args)]);
  assertEquals(outs.map((out) => out.code), [0, 0], outs[1]?.stderr);
  const runs = await resultsOf(dir);
  assertEquals(runs.map((run) => run.entries.length), [1, 1]);
  assertEquals(outs.map((out) => out.stderr), ["", ""]);
});

Deno.test("bench: wrong flags and configs exit 2 with one error and a hint, and write nothing", async () => {
  await using dir = await tempDir();
  await dir.write("config/specialists/code.yaml", "model: openai:m\nmodle_path: x\n");
  const cases: [string[], string][] = [
    [["--nich", "medical"], 'Did you mean "--niche"?'],
    [["--niche", "medicall"], 'Did you mean "medical"?'],
    [[], "--niche medical"],
    [["--niche", "medical", "--limit", "0"], "at least 1"],
    [["--niche", "medical", "--mode", "canonical"], "source sample"],
    [["--niche", "medical", "--fail-under"], "wanted a value"],
    [["--niche", "medical", "--fail-under", "70"], "from 0 to 1"],
    [["--niche", "medical", "--model", "openai:m"], "--base-url"],
    [["--niche", "medical", "--source", "api", "--model", "openai:m", "--base-url", "http://h/v1"], "judge"],
    [
      ["--niche", "medical", "--model", "openai:m", "--api-key-env", "BENCHBOOK_NO_SUCH"],
      "BENCHBOOK_NO_SUCH",
    ],
    [["--tasks", "no_such_task"], "no_such_task"],
    [["--niche", "medical", "--config", "none.yaml"], "none.yaml"],
    [["--niche", "code"], 'line 2: there is no key "modle_path"'],
    [["--niche", "medical", "--resume", "latest"], "Cannot resume"],
    [["--niche", "medical", "--resume", "../x"], "Cannot resume"],
    [["--niche", "medical", "--out", "r.json"], "wanted a folder"],
  ];
  const outs = await Promise.all(cases.map(([args]) => bench(dir, args)));
  for (const [i, [args, part]] of cases.entries()) {
    const { code, stdout, stderr } = outs[i] as RunOutput;
    assertEquals([code, stdout], [2, ""], `${args.join(" ")}: ${stderr}`);
    assertEquals(stderr.match(/^error: /gm)?.length, 1, `${args.join(" ")}: ${stderr}`);
    assert(stderr.includes(part), `${args.join(" ")}: ${stderr}`);
    assertEquals(stderr.includes("    at "), false, stderr);
  }
  const left = await filesBelow(dir.path);
  assertEquals(left.filter((file) => !file.includes("/config/") && !file.endsWith("/lock")), []);
});

Deno.test("bench: --help, --version, --list and --dry-run ask and write nothing", async () => {
  await using dir = await tempDir();
  const offline = { flags: ["-q", "--no-prompt", "--allow-read", "--allow-env"] };
  const help = await bench(dir, ["--help"], offline);
  assertEquals([help.code, help.stderr], [0, ""]);
  assert(help.stdout.includes("--choice-protocol") && help.stdout.includes("DENO_CERT"));
  const version = await bench(dir, ["--version"], offline);
  assertMatch(version.stdout, /^benchbook \d+\.\d+\.\d+ \(lm-eval 0\.4\.13\)\n$/);
  assert((await bench(dir, ["--list"], offline)).stdout.includes("mmlu (57 tasks)"));
  const dry = await bench(dir, [
    "--",
    "--niche",
    "medical",
    "--dry-run",
    ...toServer("http://127.0.0.1:9/v1"),
  ], offline);
  assertEquals(dry.code, 0, dry.stderr);
  assert(dry.stdout.includes("hosts: 127.0.0.1:9, huggingface.co:443"), dry.stdout);
  assertEquals(await filesBelow(dir.path), []);
});

Deno.test("bench: --help loads no npm package and no node built-in", async () => {
  const info = await runDeno([
    "info",
    "--json",
    "--config",
    repoPath("deno.json"),
    repoPath("tasks/bench.ts"),
  ]);
  const graph = JSON.parse(info.stdout) as {
    roots: string[];
    modules: { specifier: string; dependencies?: { code?: { specifier: string }; isDynamic?: boolean }[] }[];
  };
  const byName = new Map(graph.modules.map((module) => [module.specifier, module]));
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { code, isDynamic } of byName.get(name)?.dependencies ?? []) {
      if (code !== undefined && isDynamic !== true) visit(code.specifier);
    }
  };
  for (const root of graph.roots) visit(root);
  assert(seen.size >= 4, [...seen].join());
  assertEquals([...seen].filter((name) => /^(npm|node|jsr|https?):/.test(name)), []);
});

Deno.test("bench: --json prints entries as JSON lines and nothing else on stdout", async () => {
  await using dir = await tempDir();
  const out = await bench(dir, ["--niche", "medical", "--limit", "2", "--json"]);
  assertEquals(out.code, 0, out.stderr);
  const lines = out.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map((line) => Object.keys(line.results)[0]), ["medmcqa", "pubmedqa", "medhelm", "mmlu"]);
  for (const line of lines) assertEquals(validateResults(line), []);
  assertEquals(lines[0].settings.limit, 2);
});

Deno.test("U01, U02: exit codes of --fail-under", async () => {
  await using dir = await tempDir();
  const run = (...extra: string[]) => bench(dir, ["--tasks", "pubmedqa", "--quiet", ...extra]);
  const [none, met, missed] = await Promise.all([run(), run("--fail-under", "0"), run("--fail-under", "1")]);
  assertEquals([none.code, met.code, missed.code], [0, 0, 1]);
  assertMatch(met.stdout, /^gate passed: 1 of 1/m);
  assertMatch(missed.stdout, /^gate failed: pubmedqa 0\.\d+ is below 1$/m);
  const mmlu = await bench(dir, ["--tasks", "mmlu", "--limit", "1", "--quiet", "--fail-under", "1"]);
  assertEquals(mmlu.code, 3, mmlu.stdout);
});

Deno.test("bench: a run on a server reaches it, in a second process with just that host", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer();
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(6));
  const out = await bench(dir, [...local, ...toServer(server.baseUrl)]);
  assertEquals(out.code, 0, out.stderr);
  assert(server.arrivals.length > 0);
  assert(out.stdout.includes("6 of 6"), out.stdout);
  const entry = (await resultsOf(dir))[0]?.entries[0];
  assertEquals([entry?.source, entry?.model.id, entry?.results.pubmedqa?.choiceProtocol], [
    "local",
    "openai:m",
    "loglikelihood",
  ]);
});

Deno.test("bench: a refused host is named, with the flag that allows it", async () => {
  await using dir = await tempDir();
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(2));
  const flags = [
    "-q",
    "--no-prompt",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-net=127.0.0.1:2",
  ];
  // As if the run were in its second process already, and its host another one.
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--config", repoPath("deno.json"), ...flags, repoPath("tasks/bench.ts"), ...local]
      .concat(toServer("http://127.0.0.1:8199/v1")),
    cwd: dir.path,
    clearEnv: true,
    env: { ...childEnv(), BENCHBOOK_LIFELINE: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const out = await child.output();
  await child.stdin.close();
  assertEquals(out.code, 3);
  const said = new TextDecoder().decode(out.stderr);
  assert(said.includes('"127.0.0.1:8199"') && said.includes("--allow-host 127.0.0.1:8199"), said);
});

Deno.test("bench: --source huggingface reads from HF_ENDPOINT; --force-download fetches again", async () => {
  await using dir = await tempDir();
  const file = "data/pubmed_qa_labeled_fold0_source/test-00000-of-00001.jsonl";
  const configs = [{
    config_name: "pubmed_qa_labeled_fold0_source",
    data_files: [{ split: "test", path: file }],
  }];
  await using hub = fakeHub({
    "bigbio/pubmed_qa": { branches: { main: { files: { [file]: rows(5) }, configs } } },
  });
  const env = { HF_ENDPOINT: hub.url, HF_HOME: dir.join("hf") };
  const args = ["--tasks", "pubmedqa", "--source", "huggingface", "--quiet", "--allow-host", "127.0.0.1"];
  const first = await bench(dir, args, { env });
  assertEquals(first.code, 0, first.stdout + first.stderr);
  const fetched = () => hub.asked.filter((request) => request.path.includes("test-00000")).length;
  const once = fetched();
  assert(once > 0);
  assertEquals((await bench(dir, args, { env })).code, 0);
  assertEquals(fetched(), once);
  assertEquals((await bench(dir, [...args, "--force-download"], { env })).code, 0);
  assert(fetched() > once);
});

Deno.test("bench: a hub that is not there is an error that names it, exit 3, never skipped", async () => {
  await using dir = await tempDir();
  const env = { HF_ENDPOINT: "http://127.0.0.1:9", HF_HOME: dir.join("hf") };
  const out = await bench(dir, ["--tasks", "pubmedqa", "--source", "huggingface"], { env });
  assertEquals(out.code, 3, out.stdout + out.stderr);
  assert(out.stdout.includes("127.0.0.1:9"), out.stdout);
  const entry = (await resultsOf(dir))[0]?.entries[0]?.results.pubmedqa;
  assertEquals([entry?.status, entry?.score], ["error", null]);
});

Deno.test("bench: data that is missing or empty is an error that names the file, exit 3, never a score", async () => {
  await using dir = await tempDir();
  const missing = await bench(dir, local);
  assertEquals(missing.code, 3, missing.stderr);
  assert(
    (missing.stdout + missing.stderr).includes("data/benchmarks/pubmedqa"),
    missing.stdout + missing.stderr,
  );
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", "");
  const empty = await bench(dir, local);
  assertEquals(empty.code, 3, empty.stderr);
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(2) + '{"half": ');
  const half = await bench(dir, local);
  assertEquals(half.code, 3, half.stderr);
  assertMatch(half.stdout + half.stderr, /test\.jsonl:3/);
  for (const run of await resultsOf(dir)) {
    for (const entry of run.entries) assertEquals(entry.results.pubmedqa?.score, null);
  }
});

Deno.test("bench: a server that is not there ends with exit 3, its name, and how to go on", async () => {
  await using dir = await tempDir();
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(2));
  const out = await bench(dir, [...local, ...toServer("http://127.0.0.1:9/v1"), "--max-retries", "0"]);
  assertEquals(out.code, 3, out.stderr);
  assert((out.stdout + out.stderr).includes("127.0.0.1:9"), out.stdout + out.stderr);
});

Deno.test("bench: a server that cannot score texts is asked over chat, and the result says how", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({
    echo: "ignore",
    tokenizer: false,
    reply: () => "The answer is: no",
  });
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(6));
  const out = await bench(dir, [...local, ...toServer(server.baseUrl), "--choice-protocol", "text"]);
  assertEquals(out.code, 0, out.stdout + out.stderr);
  assertMatch(out.stderr.split("\n")[0] ?? "", /^custom: pubmedqa; openai:m at http/);
  assertMatch(out.stderr, /^asking the chat API, choices by text: /m);
  const entry = (await resultsOf(dir))[0]?.entries[0];
  const result = entry?.results.pubmedqa;
  assertEquals([result?.choiceProtocol, result?.score, entry?.mode], ["text", 2 / 6, "diagnostic"]);
  assert(entry?.notCanonicalBecause.some((reason) => reason.includes("choice protocol text")));
});

Deno.test("bench: a protocol the server cannot do is refused before anything is asked, exit 2", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({ echo: "ignore", tokenizer: false });
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(3));
  const out = await bench(dir, [...local, ...toServer(server.baseUrl), "--choice-protocol", "loglikelihood"]);
  assertEquals(out.code, 2, out.stdout + out.stderr);
  assertMatch(out.stderr, /hint: Two ways out/);
});

Deno.test("bench: the cache answers a second run, --no-cache asks again", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer();
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(4));
  const args = [...local, ...toServer(server.baseUrl).filter((arg) => arg !== "--no-cache"), "--quiet"];
  assertEquals((await bench(dir, args)).code, 0);
  const asked = server.arrivals.length;
  assertEquals((await bench(dir, args)).code, 0);
  assertEquals(server.arrivals.length - asked < asked, true);
  const counts = (await resultsOf(dir)).map((run) => run.entries[0]?.results.pubmedqa?.counts.cached);
  assertEquals(counts, [0, 4]);
  const before = server.arrivals.length;
  assertEquals((await bench(dir, [...args, "--no-cache"])).code, 0);
  assert(server.arrivals.length - before >= 4);
});

Deno.test("bench: a server that lies about log-probs gets no score by log-likelihood", async () => {
  await using dir = await tempDir();
  await using server = startFakeServer({ echo: "ignore", tokenizer: false });
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(3));
  const out = await bench(dir, [
    ...local,
    ...toServer(server.baseUrl),
    "--api",
    "completions",
    "--max-retries",
    "0",
  ]);
  for (const run of await resultsOf(dir)) {
    assertEquals(run.entries[0]?.results.pubmedqa?.choiceProtocol === "loglikelihood", false, out.stderr);
  }
});

Deno.test("bench: --resume latest asks only for what failed, and the result is whole", async () => {
  await using dir = await tempDir();
  let failing = true;
  // The probe gets its answer, the samples do not.
  await using server = startFakeServer({
    faults: (body) =>
      failing && JSON.stringify(body.prompt ?? "").length > 100 ? { kind: "status", status: 500 } : null,
  });
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(4));
  const args = [...local, ...toServer(server.baseUrl), "--max-retries", "0"];
  const first = await bench(dir, args);
  assertEquals(first.code, 3, first.stdout + first.stderr);
  assertMatch(first.stdout, /^next: .*--resume \d{8}-\d{6}/m);
  failing = false;
  const second = await bench(dir, [...args, "--resume", "latest"]);
  assertEquals(second.code, 0, second.stdout + second.stderr);
  const runs = await resultsOf(dir);
  assertEquals(runs.length, 1);
  assertEquals(runs[0]?.entries[0]?.results.pubmedqa?.counts, {
    total: 4,
    scored: 4,
    errored: 0,
    unparsed: 0,
    limited: 0,
    cached: 0,
  });
  // Tiny requests are the probe's.
  const asked = (): number => server.arrivals.filter(({ body }) => JSON.stringify(body).length > 300).length;
  const before = asked();
  assert(before >= 4);
  const third = await bench(dir, [...args, "--resume", "latest"]);
  assertEquals([third.code, asked()], [0, before], third.stderr);
});

Deno.test("R04: --resume with another limit is refused and names it", async () => {
  await using dir = await tempDir();
  assertEquals((await bench(dir, ["--tasks", "pubmedqa", "--limit", "3", "--quiet"])).code, 0);
  const out = await bench(dir, ["--tasks", "pubmedqa", "--limit", "4", "--resume", "latest"]);
  assertEquals(out.code, 2, out.stderr);
  assertMatch(out.stderr, /limit was 3, is 4/);
});

Deno.test("bench: config/benchmarks/TASK.yaml and a specialist under --root; manifests are hashed", async () => {
  await using dir = await tempDir();
  await dir.write("r/config/benchmarks/pubmedqa.yaml", "limit: 2\n");
  const manifest = '{"files": []}';
  await dir.write("r/model.json", manifest);
  await dir.write(
    "r/config/specialists/medical.yaml",
    "model_version: med-2\nmodel_manifest_path: model.json\nsgfp4_manifest_path: missing.json\nchat_template: '{{ x }}'\n",
  );
  const out = await bench(dir, ["--root", "r", "--niche", "medical", "--tasks", "pubmedqa"]);
  assertEquals(out.code, 0, out.stderr);
  const entry = (await readRunFolder(dir.join("r/artifacts/benchmarks"))).runs[0]?.entries[0];
  assertEquals(entry?.results.pubmedqa?.counts.total, 2);
  assert(entry?.notCanonicalBecause.includes("changed pubmedqa.limit"), entry?.notCanonicalBecause.join());
  assertEquals(entry?.modelVersion, "med-2");
  assertEquals(entry?.fingerprint.modelManifestSha256, await sha256Hex(manifest));
  assertEquals(entry?.fingerprint.chatTemplateHash, await sha256Hex("{{ x }}"));
  assertEquals([entry?.fingerprint.sgfp4ManifestSha256, entry?.fingerprintValid], [null, false]);
});

Deno.test("bench: exported variables win over .env; both stand in for flags", async () => {
  await using dir = await tempDir();
  await dir.write(".env", "BENCHBOOK_MODEL=openai:from-file\nBENCHBOOK_BASE_URL=http://127.0.0.1:9/v1\n");
  const run = (env: Record<string, string>) => bench(dir, ["--niche", "medical", "--dry-run"], { env });
  assert((await run({})).stdout.includes("openai:from-file at http://127.0.0.1:9/v1"));
  assert((await run({ BENCHBOOK_MODEL: "openai:exported" })).stdout.includes("openai:exported at"));
  await dir.write(".env", "no equals sign sk-planted-0123456789\n");
  const bad = await run({});
  assertEquals([bad.code, bad.stderr.includes("planted")], [2, false], bad.stderr);
  assertMatch(bad.stderr, /\.env" line 1: wanted NAME=value/);
});

Deno.test("Z04: keys from flags, .env, headers and URLs are in no file and no output", async () => {
  await using dir = await tempDir();
  const planted = [
    "sk-planted-alpha-0123456789",
    "hdr-planted-beta-0123456789",
    "pw-planted-gamma-0123456789",
  ];
  await using server = startFakeServer({
    faults: (_, n) =>
      n % 2 === 0
        ? { kind: "status", status: 400, body: { error: { message: `no ${planted.join(" ")}` } } }
        : null,
  });
  await dir.write("data/benchmarks/pubmedqa/test.jsonl", rows(4));
  await dir.write(".env", `MY_KEY=${planted[0]}\n`);
  const url = server.baseUrl.replace("//", `//user:${planted[2]}@`);
  const args = [
    ...local,
    ...toServer(url),
    "--api-key-env",
    "MY_KEY",
    "--header",
    `X-Api-Key: ${planted[1]}`,
    "--json",
  ];
  const out = await bench(dir, args);
  const sent = server.arrivals.map((arrival) => [...arrival.headers.values()].join(" ")).join(" ");
  assert(sent.includes(planted[1] as string), sent);
  const files = (await filesBelow(dir.join("artifacts"))).filter((file) => !file.endsWith("/lock"));
  assert(files.length >= 3, files.join());
  const texts = await Promise.all(files.map((file) => Deno.readTextFile(file)));
  for (const secret of planted) {
    for (const [i, text] of [out.stdout, out.stderr, ...texts].entries()) {
      const at = text.indexOf(secret);
      assertEquals(
        at < 0,
        true,
        `${["stdout", "stderr", ...files][i]}: ${text.slice(Math.max(0, at - 300), at + 60)}`,
      );
    }
    assertEquals(texts.join("").includes(btoa(secret).slice(0, 20)), false);
  }
});

Deno.test("U13: the run never waits for an answer on a terminal that is not there", async () => {
  await using dir = await tempDir();
  const out = await bench(dir, ["--tasks", "pubmedqa", "--limit", "1"], { stdin: "" });
  assertEquals(out.code, 0, out.stderr);
});

Deno.test("R09: results that cannot be written are printed, exit 3, and the run can be resumed", async () => {
  await using dir = await tempDir();
  const way = await dir.write("artifacts/benchmarks", "in the way");
  const args = ["--tasks", "pubmedqa", "--limit", "2"];
  const out = await bench(dir, args);
  assertEquals(out.code, 3, out.stderr);
  const line = out.stdout.trim().split("\n")[0] ?? "";
  assertEquals(validateResults(JSON.parse(line)), []);
  assertEquals(await Deno.readTextFile(way), "in the way");
  assertMatch(out.stderr, /^error: .*artifacts\/benchmarks/m);
  await Deno.remove(way);
  const again = await bench(dir, [...args, "--resume", "latest"]);
  assertEquals(again.code, 0, again.stderr);
  assertEquals((await resultsOf(dir))[0]?.entries[0]?.results.pubmedqa?.counts.scored, 2);
});

/** Runs in a mount namespace where `full` has `bytes` of room. */
async function onSmallDisk(dir: TempDir, { full, bytes }: { full: string; bytes: number }, command: string) {
  const child = new Deno.Command("bwrap", {
    args: [
      "--dev-bind",
      "/",
      "/",
      "--size",
      String(bytes),
      "--tmpfs",
      full,
      "--chdir",
      dir.path,
      "sh",
      "-c",
      command,
    ],
    clearEnv: true,
    env: childEnv(),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const out = await child.output();
  const decoder = new TextDecoder();
  return { code: out.code, stdout: decoder.decode(out.stdout), stderr: decoder.decode(out.stderr) };
}

const script = (rest: string): string =>
  `"${Deno.execPath()}" run --config "${repoPath("deno.json")}" -q -P=bench --no-prompt "${
    repoPath("tasks/bench.ts")
  }" ${rest}`;

testWith(["bwrap"], "R09: a disk that fills up during the run ends with exit 3 and says where", async () => {
  await using dir = await tempDir();
  await Deno.mkdir(dir.join("artifacts"));
  const place = { full: dir.join("artifacts"), bytes: 65_536 };
  const out = await onSmallDisk(dir, place, `${script("--niche medical")}; echo "code $?"; ls -R artifacts`);
  assertMatch(out.stdout, /^code 3$/m);
  assertMatch(out.stderr, /^error: .*artifacts.*(full|No space left)/m);
  assertEquals(/\.tmp-/.test(out.stdout), false, out.stdout);
});

testWith(
  ["bwrap"],
  "R09: no room for the result file leaves the old ones whole and prints the new one",
  async () => {
    await using dir = await tempDir();
    await Deno.mkdir(dir.join("artifacts"));
    const place = { full: dir.join("artifacts"), bytes: 131_072 };
    const run = script("--tasks pubmedqa --limit 1 --quiet");
    const fill = "mkdir -p artifacts/benchmarks; echo old > artifacts/benchmarks/old.json; " +
      `${script("--tasks pubmedqa --limit 1 --quiet")} > /dev/null; ` +
      // The ledger's folder, plan and ledger need a few blocks; the result file finds none.
      "dd if=/dev/zero of=artifacts/filler bs=4096 2> /dev/null; " +
      "rm artifacts/runs/*/plan.json artifacts/runs/*/ledger.jsonl; ";
    const out = await onSmallDisk(
      dir,
      place,
      `${fill} ${run}; echo "code $?"; cat artifacts/benchmarks/old.json; ls artifacts/benchmarks`,
    );
    assertMatch(out.stdout, /^code [^0]/m);
    assertMatch(out.stdout, /^old$/m);
    assertEquals(/\.tmp-/.test(out.stdout), false, out.stdout);
    const files = out.stdout.split("\n").filter((line) => /^custom_pubmedqa_.*\.json$/.test(line));
    assertEquals(files.length, 1, out.stdout + out.stderr);
  },
);
