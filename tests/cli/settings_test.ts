import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/core/errors.ts";
import { type BenchSettings, benchSettings } from "../../lib/cli/bench_settings.ts";
import type { BenchFlags } from "../../lib/cli/bench_options.ts";
import { readSpecialist, type Specialist } from "../../lib/cli/specialist.ts";
import { parseGenKwargs } from "../../lib/cli/gen_kwargs.ts";
import { parseHeaders } from "../../lib/cli/headers.ts";
import { parseModelName } from "../../lib/cli/model_name.ts";

const blank = await readSpecialist("no/such/file.yaml");
interface Given {
  specialist?: Partial<Specialist>;
  env?: Record<string, string>;
}
const settle = (flags: BenchFlags, { specialist = {}, env = {} }: Given = {}): BenchSettings =>
  benchSettings({ flags, specialist: { ...blank, ...specialist }, env: (name) => env[name] });
const refusal = (flags: BenchFlags, given?: Given): UsageError =>
  assertThrows(() => settle(flags, given), UsageError);

Deno.test("benchSettings(): no model is the floor model on the samples, no host", () => {
  const got = settle({ niche: "medical" });
  assertEquals([got.model.id, got.source, got.mode, got.quantized], [
    "builtin:floor",
    "sample",
    "diagnostic",
    null,
  ]);
  assertEquals(got.needs, { hosts: [], run: false, native: false });
  assertEquals([got.out, got.dataDir], ["artifacts", "data/benchmarks"]);
});

Deno.test("benchSettings(): a model makes huggingface the source and the run canonical", () => {
  const got = settle({ niche: "medical", model: "openai:m", baseUrl: "http://127.0.0.1:8000/v1" });
  assertEquals([got.source, got.mode, got.notCanonicalBecause], ["huggingface", "canonical", []]);
  assertEquals(got.needs.hosts[0], "127.0.0.1:8000");
  assert(got.needs.hosts.includes("*.hf.co:443"));
});

Deno.test("S27: --mode canonical with anything that is not canonical is refused and says why", () => {
  const model: BenchFlags = {
    niche: "medical",
    model: "openai:m",
    baseUrl: "http://h/v1",
    mode: "canonical",
  };
  assertEquals(settle(model).insistsOnCanonical, true);
  const cases: [BenchFlags, string][] = [
    [{ limit: 10 }, "limit 10"],
    [{ source: "sample" }, "source sample"],
    [{ numFewshot: 0 }, "num_fewshot 0"],
    [{ system: "x" }, "a system message"],
    [{ genKwargs: ["temperature=1"] }, "gen_kwargs"],
    [{ epochs: 2 }, "epochs 2"],
    [{ seed: 7 }, "seed 7"],
    [{ choiceProtocol: "text" }, "choice protocol text"],
  ];
  for (const [extra, reason] of cases) {
    const error = refusal({ ...model, ...extra });
    assertEquals([error.code, error.message.includes(reason)], ["not_canonical", true], error.message);
    const { mode: _, ...free } = model;
    assertEquals(settle({ ...free, ...extra }).notCanonicalBecause, [reason]);
  }
  assertEquals(
    settle({ ...model, epochs: 1, seed: 1234, choiceProtocol: "loglikelihood" }).mode,
    "canonical",
  );
});

Deno.test("benchSettings(): flags win over the specialist, which wins over defaults", () => {
  const specialist = {
    model: "openai:s",
    baseUrl: "http://s/v1",
    quantizationConfig: "q4",
    modelPath: "m.gguf",
  };
  const got = settle({ niche: "medical" }, { specialist });
  assertEquals([got.model.id, got.model.baseUrl, got.quantized], ["openai:s", "http://s/v1", true]);
  const typed = settle({ niche: "medical", model: "openai:f", baseUrl: "http://f/v1", unquantized: true }, {
    specialist,
  });
  assertEquals([typed.model.id, typed.model.baseUrl, typed.quantized], ["openai:f", "http://f/v1", false]);
  const path = settle({ niche: "medical" }, { specialist: { modelPath: "m.gguf" } });
  assertEquals([path.model.id, path.needs.native], ["gguf:m.gguf", true]);
});

Deno.test("benchSettings(): keys come by the name of a variable; the value is not in the settings", () => {
  const env = { MY_KEY: "sk-planted-0123456789", OPENAI_API_KEY: "sk-other-0123456789" };
  const flags: BenchFlags = { niche: "code", model: "openai:m", apiKeyEnv: "MY_KEY" };
  const got = settle(flags, { env });
  assertEquals([got.model.apiKeyEnv, got.model.baseUrl], ["MY_KEY", "https://api.openai.com/v1"]);
  assertEquals(JSON.stringify(got).includes("planted"), false);
  assertEquals(refusal(flags).code, "no_key");
  assertEquals(settle({ niche: "code", model: "openai:m" }, { env }).model.apiKeyEnv, "OPENAI_API_KEY");
  assertEquals(settle({ niche: "code", model: "openai:m", baseUrl: "http://h/v1" }).model.apiKeyEnv, null);
});

Deno.test("benchSettings() refuses what cannot be meant", () => {
  const cases: [BenchFlags, string][] = [
    [{}, "no_niche"],
    [{ tasks: [] }, "no_niche"],
    [{ niche: "code", model: "gpt-5" }, "bad_model"],
    [{ niche: "code", model: "builtin:ceiling" }, "bad_model"],
    [{ niche: "code", model: "openai:" }, "bad_model"],
    [{ niche: "code", baseUrl: "http://h/v1" }, "bad_model"],
    [{ niche: "code", model: "gguf:a.gguf", apiKeyEnv: "K" }, "bad_model"],
    [{ niche: "code", model: "openai:m", baseUrl: "127.0.0.1:8000" }, "bad_url"],
    [{ niche: "code", model: "openai:m" }, "no_endpoint"],
    [{ niche: "code", model: "openai:m", baseUrl: "http://h/v1", judgeModel: "openai:j" }, "no_endpoint"],
    [{ niche: "code", source: "api", model: "openai:m", baseUrl: "http://h/v1" }, "no_judge"],
    [{ niche: "code", out: "results.json" }, "bad_value"],
    [{ niche: "code", allowHost: ["a b"] }, "bad_host"],
    [{ niche: "code", genKwargs: ["temperature"] }, "bad_value"],
  ];
  for (const [flags, code] of cases) assertEquals(refusal(flags).code, code, JSON.stringify(flags));
});

Deno.test("benchSettings(): a bare endpoint says both ways out; --resume alone asks for the run's flags", () => {
  const bare = refusal({ niche: "code", model: "openai:m" });
  assertEquals(bare.hint, "Add --base-url http://127.0.0.1:8000/v1, or export OPENAI_API_KEY");
  const header: BenchFlags = { niche: "code", model: "openai:m", header: ["api-key: 0123456789"] };
  assertEquals(settle(header).model.baseUrl, "https://api.openai.com/v1");
  const env = { OPENAI_BASE_URL: "http://h/v1" };
  assertEquals(settle({ niche: "code", model: "openai:m" }, { env }).model.baseUrl, "http://h/v1");
  assert(refusal({ resume: "latest" }).hint?.includes("flags it was started with"));
});

Deno.test("R08: --out is a folder; --root moves config, data and artifacts", () => {
  assertEquals(settle({ niche: "code", out: "x/y/" }).out, "x/y");
  const got = settle({ niche: "code", root: "r" });
  assertEquals([got.out, got.dataDir], ["r/artifacts", "r/data/benchmarks"]);
});

Deno.test("benchSettings(): --source api needs the judge's host too", () => {
  const judge: BenchFlags = { judgeModel: "openai:j", judgeBaseUrl: "http://judge:9/v1" };
  const got = settle({
    niche: "medical",
    model: "openai:m",
    baseUrl: "http://m:8/v1",
    source: "api",
    ...judge,
  });
  assertEquals(got.needs.hosts.slice(0, 2), ["m:8", "judge:9"]);
  assertEquals(got.judge?.name, { kind: "openai", rest: "j" });
});

Deno.test("parseGenKwargs() reads lm-eval's form and JSON", () => {
  assertEquals(parseGenKwargs(["do_sample=True,temperature=0.5", 'until=["a,b","c"],x=None,y=a=b']), {
    do_sample: true,
    temperature: 0.5,
    until: ["a,b", "c"],
    x: null,
    y: "a=b",
  });
  for (const bad of ["x", "=1", "a b=1", "{bad", "[1]", "__proto__=1"]) {
    assertThrows(() => parseGenKwargs([bad]), UsageError);
  }
});

Deno.test("Z04: parseHeaders() never quotes the value of a bad header", () => {
  assertEquals(parseHeaders(["A: b", "C:d", "E:"]), { A: "b", C: "d", E: "" });
  for (
    const bad of [
      "sk-planted-0123456789",
      "A b: sk-planted-0123456789",
      "A: sk-planted\r\nX: y",
      ": sk-planted",
    ]
  ) {
    const error = assertThrows(() => parseHeaders([bad]), UsageError);
    assertEquals(error.message.includes("planted"), false);
  }
});

Deno.test("parseModelName() suggests the prefix that was forgotten", () => {
  assertEquals(
    assertThrows(() => parseModelName("qwen3-8b"), UsageError).hint,
    "Write --model openai:qwen3-8b",
  );
  assertEquals(
    assertThrows(() => parseModelName("m/a.gguf"), UsageError).hint,
    "Write --model gguf:m/a.gguf",
  );
});
