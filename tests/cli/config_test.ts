import { assert, assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/core/errors.ts";
import { readBenchmarkOverrides } from "../../lib/cli/benchmark_config.ts";
import { readSpecialist } from "../../lib/cli/specialist.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("readSpecialist() reads every key, null and missing ones as null", async () => {
  await using dir = await tempDir();
  const path = await dir.write(
    "medical.yaml",
    `model_path: models/m.gguf
adapter_path: null
model_version: med-1
quantization_config: q4
model_manifest_path: m.json
sgfp4_manifest_path: s.json
prompt_template: p.txt
chat_template: "{{ x }}"
task_revision: 1
dataset_revision: abc
model: openai:med
base_url: http://127.0.0.1:8000/v1
hard_floor: {pubmedqa: 0.5}
serve:
  command: [python3, -m, server]
  cwd: srv
  env: {A: 1}
  health: /health
  ready_timeout_s: 2.5
`,
  );
  const got = await readSpecialist(path);
  assertEquals(got, {
    file: path,
    modelPath: "models/m.gguf",
    adapterPath: null,
    modelVersion: "med-1",
    quantizationConfig: "q4",
    modelManifestPath: "m.json",
    sgfp4ManifestPath: "s.json",
    promptTemplate: "p.txt",
    chatTemplate: "{{ x }}",
    taskRevision: "1",
    datasetRevision: "abc",
    model: "openai:med",
    baseUrl: "http://127.0.0.1:8000/v1",
    hardFloor: { pubmedqa: 0.5 },
    serve: {
      command: ["python3", "-m", "server"],
      cwd: "srv",
      env: { A: "1" },
      health: "/health",
      readyTimeoutMs: 2500,
      stopTimeoutMs: 10_000,
    },
  });
});

Deno.test("readSpecialist() takes paths against the root, absolute ones as they are", async () => {
  await using dir = await tempDir();
  const path = await dir.write(
    "c.yaml",
    "model_path: m.gguf\nmodel_manifest_path: /abs/m.json\nserve: {command: x, cwd: srv}\n",
  );
  const got = await readSpecialist(path, { root: "elsewhere" });
  assertEquals([got.modelPath, got.modelManifestPath, got.serve?.cwd], [
    "elsewhere/m.gguf",
    "/abs/m.json",
    "elsewhere/srv",
  ]);
});

Deno.test("readSpecialist() refuses unknown keys and wrong kinds, naming the line", async () => {
  await using dir = await tempDir();
  const cases: [string, string, RegExp][] = [
    ["model: a\n# c\nmodle_path: b\n", "unknown_key", /line 3: there is no key "modle_path"$/],
    ["serve:\n  command: x\n  helth: /\n", "unknown_key", /line 3: there is no key "serve\.helth"$/],
    ["model: [a]\n", "bad_config", /line 1: wanted text for "model", found \["a"\]$/],
    ["- a\n- b\n", "bad_config", /line 1: wanted keys and values, found \["a","b"\]$/],
    ["just text\n", "bad_config", /line 1: wanted keys and values, found "just text"$/],
    ["model: 'a\n", "bad_config", /line \d+: /],
    ["model: a\nmodel: b\n", "bad_config", /line 2: /],
    ["serve: {cwd: x}\n", "bad_config", /"serve" needs a "command"$/],
    ["serve: python\n", "bad_config", /line 1: wanted keys and values for "serve", found "python"$/],
    ["hard_floor: {pubmedqa: 70}\n", "bad_config", /"hard_floor\.pubmedqa", found 70$/],
    ["__proto__: 1\n", "unknown_key", /"__proto__"$/],
    ["constructor: 1\n", "unknown_key", /"constructor"$/],
    ["? [a, b]\n: c\n", "bad_config", /line 1: wanted a name as the key$/],
    ["model_version:\ta\n\tmodel: b\n", "bad_config", /line 2: Tabs/],
    ["# c\nhard_floor: &a\n  pubmedqa: *a\n", "bad_config", /line 3: wanted plain values, found an alias$/],
    ["hard_floor: *none\n", "bad_config", /line 1: wanted plain values, found an alias$/],
    ['model_version: !!js/function "x"\n', "bad_config", /line 1: Unresolved tag/],
    ["model: a\n---\nmodel: b\n", "bad_config", /line 2: .*multiple documents/],
    ["model: true\n", "bad_config", /line 1: wanted text for "model", found true$/],
    [
      "# c\nserve:\n  command: x\n  ready_timeout_s: -1\n",
      "bad_config",
      /line 4: .*"serve\.ready_timeout_s"/,
    ],
    ["serve:\n  command: x\n  env: {A: [1]}\n", "bad_config", /line 3: wanted text for "serve\.env\.A"/],
  ];
  for (const [text, code, message] of cases) {
    const path = await dir.write("c.yaml", text);
    const error = await assertRejects(() => readSpecialist(path), UsageError);
    assertEquals(error.code, code, text);
    assert(message.test(error.message), error.message);
    assert(error.message.includes(path));
  }
  const near = await assertRejects(
    async () => readSpecialist(await dir.write("d.yaml", "modle: x")),
    UsageError,
  );
  assertEquals(near.hint, 'Did you mean "model"?');
});

Deno.test("readSpecialist() takes a missing or empty file as no facts, unless it was asked for", async () => {
  await using dir = await tempDir();
  assertEquals((await readSpecialist(dir.join("none.yaml"))).file, null);
  assertEquals((await readSpecialist(await dir.write("empty.yaml", "# nothing\n"))).model, null);
  const error = await assertRejects(
    () => readSpecialist(dir.join("none.yaml"), { required: true }),
    UsageError,
  );
  assertEquals(error.code, "missing_config");
});

Deno.test("readBenchmarkOverrides() reads overrides and refuses others", async () => {
  await using dir = await tempDir();
  const path = await dir.write(
    "b.yaml",
    "num_fewshot: 3\nlimit: null\ngen_kwargs:\n  temperature: 0.7\n  x_y: [1]\n",
  );
  assertEquals(await readBenchmarkOverrides(path), {
    numFewshot: 3,
    genKwargs: { temperature: 0.7, x_y: [1] },
  });
  const bad = await dir.write("bad.yaml", "num_fewshot: 1.5\n");
  assertEquals((await assertRejects(() => readBenchmarkOverrides(bad), UsageError)).code, "bad_config");
});

Deno.test("readBenchmarkOverrides() refuses numbers out of range and wrong decoding parameters", async () => {
  await using dir = await tempDir();
  for (
    const [text, message] of [
      ["limit: 0", 'a whole number of at least 1 for "limit", found 0'],
      ["epochs: 0", 'a whole number of at least 1 for "epochs", found 0'],
      ["num_fewshot: -1", 'a whole number of at least 0 for "num_fewshot", found -1'],
      ["gen_kwargs: {temperature: hot}", 'a number from 0 to 100 for "gen_kwargs.temperature", found "hot"'],
      ["gen_kwargs: {max_tokens: 0}", 'a whole number of at least 1 for "gen_kwargs.max_tokens", found 0'],
      ["gen_kwargs: [a]", 'keys and values for "gen_kwargs", found ["a"]'],
    ] as const
  ) {
    const path = await dir.write("b.yaml", `# first\n${text}\n`);
    const error = await assertRejects(() => readBenchmarkOverrides(path), UsageError);
    assertEquals(error.message, `Cannot use "${path}": line 2: wanted ${message}`);
  }
});

Deno.test("readSpecialist() keeps a version as it is written, and refuses bytes that are not UTF-8", async () => {
  await using dir = await tempDir();
  const path = await dir.write("v.yaml", "model_version: 1.0\ntask_revision: 0x1F\n");
  const got = await readSpecialist(path);
  assertEquals([got.modelVersion, got.taskRevision], ["1.0", "0x1F"]);
  await Deno.writeFile(path, new Uint8Array([0x6d, 0x3a, 0x20, 0xff]));
  const error = await assertRejects(() => readSpecialist(path), UsageError);
  assert(error.code === "bad_config" && error.message.includes("UTF-8"), error.message);
});
