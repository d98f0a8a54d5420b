import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/core/errors.ts";
import { parseFlags } from "../../lib/cli/args.ts";
import { BENCH_HELP } from "../../lib/cli/bench_help.ts";
import { BENCH_OPTIONS, type BenchFlags } from "../../lib/cli/bench_options.ts";
import { EXIT_HELP, exitCodeOf } from "../../lib/cli/exit.ts";
import { helpText } from "../../lib/cli/help.ts";
import { nearestName } from "../../lib/cli/nearest.ts";
import { envName, type OptionSpec } from "../../lib/cli/option.ts";
import { DataError, ModelError, ResultError, TaskError } from "../../lib/core/errors.ts";

const parse = (...argv: string[]): BenchFlags => parseFlags(argv, BENCH_OPTIONS);

Deno.test("parseFlags() reads every flag of the issue, typed", () => {
  const flags = parse(
    ..."--niche medical --mode diagnostic --source local --model openai:m --base-url http://h/v1".split(" "),
    ..."--api-key-env K --limit 5 --seed 7 --concurrency 3 --resume latest --force-download --unquantized"
      .split(" "),
    ..."--out o --config c.yaml --json --quiet --tasks a,b --epochs 2 --api chat --choice-protocol text"
      .split(" "),
    ...["--system", "Be brief.", "--gen-kwargs", "temperature=0.5,stop=x", "--num-fewshot", "0"],
    ...["--header", "A: 1", "--header", "B: 2, 3", "--no-cache", "--fail-under", ".5", "--data-dir", "d"],
    ...["--root", "r", "--allow-host", "h1,h2:80", "--allow-host", "h3", "--version", "--help"],
  );
  assertEquals(flags, {
    niche: "medical",
    mode: "diagnostic",
    source: "local",
    model: "openai:m",
    baseUrl: "http://h/v1",
    apiKeyEnv: "K",
    limit: 5,
    seed: 7,
    concurrency: 3,
    resume: "latest",
    forceDownload: true,
    unquantized: true,
    out: "o",
    config: "c.yaml",
    json: true,
    quiet: true,
    tasks: ["a", "b"],
    epochs: 2,
    api: "chat",
    choiceProtocol: "text",
    system: "Be brief.",
    genKwargs: ["temperature=0.5,stop=x"],
    numFewshot: 0,
    header: ["A: 1", "B: 2, 3"],
    noCache: true,
    failUnder: 0.5,
    dataDir: "d",
    root: "r",
    allowHost: ["h1", "h2:80", "h3"],
    version: true,
    help: true,
  });
});

Deno.test("parseFlags() takes = values, short flags, a lone --, and the last of two", () => {
  assertEquals(parse("--", "--niche=code", "-l", "3", "--limit=4", "-q"), {
    niche: "code",
    limit: 4,
    quiet: true,
  });
  assertEquals(parse("--system=--x=y"), { system: "--x=y" });
  assertEquals(parse("--system", "- a\n- b"), { system: "- a\n- b" });
  assertEquals(parse("--system="), { system: "" });
  assertEquals(parse("--json=false", "--quiet=true"), { json: false, quiet: true });
  assertEquals(parse(), {});
});

Deno.test("parseFlags() refuses what makes no sense, quoting it", () => {
  const cases: [string[], string, string][] = [
    [["--nich", "medical"], "unknown_flag", '"--nich"'],
    [["-x"], "unknown_flag", '"-x"'],
    [["--__proto__"], "unknown_flag", '"--__proto__"'],
    [["medical"], "unexpected_argument", '"medical"'],
    [["--niche"], "missing_value", "the end"],
    [["--model", "--json"], "missing_value", '"--json"'],
    [["--model", "--"], "missing_value", '"--"'],
    [["--niche", "medicine"], "bad_value", '"medicine"'],
    [["--niche="], "bad_value", '""'],
    [["--limit", "0"], "bad_value", '"0"'],
    [["--limit", "-5"], "bad_value", '"-5"'],
    [["--limit", "1.5"], "bad_value", '"1.5"'],
    [["--limit", "0x10"], "bad_value", '"0x10"'],
    [["--limit", "1e3"], "bad_value", '"1e3"'],
    [["--limit", "99999999999999999999"], "bad_value", "at least 1"],
    [["--concurrency", "all"], "bad_value", "from 1 to 4096"],
    [["--json=maybe"], "bad_value", '"maybe"'],
    [["--fail-under", "70"], "bad_value", "from 0 to 1"],
    [["--fail-under", "NaN"], "bad_value", '"NaN"'],
    [["--fail-under", "Infinity"], "bad_value", '"Infinity"'],
    [["--mode", "Canonical"], "bad_value", "canonical, diagnostic"],
  ];
  for (const [argv, code, part] of cases) {
    const error = assertThrows(() => parse(...argv), UsageError);
    assertEquals([error.code, exitCodeOf(error)], [code, 2], argv.join(" "));
    assert(error.message.includes(part), error.message);
    assertEquals(error.message.endsWith("."), false);
  }
  assertEquals(cases.length, 21);
});

Deno.test("S19: --fail-under without a threshold is a usage error", () => {
  assertEquals(assertThrows(() => parse("--fail-under"), UsageError).code, "missing_value");
});

Deno.test("parseFlags() takes BENCHBOOK_ variables where the table says so; typed flags win", () => {
  const env = (name: string) => ({ BENCHBOOK_MODEL: "openai:a", BENCHBOOK_LIMIT: "3" })[name];
  assertEquals(parseFlags([], BENCH_OPTIONS, { env }), { model: "openai:a" });
  assertEquals(parseFlags(["--model", "openai:b"], BENCH_OPTIONS, { env }), { model: "openai:b" });
  const bad = () =>
    parseFlags([], BENCH_OPTIONS, { env: (name) => name === "BENCHBOOK_MODE" ? "x" : undefined });
  assert(assertThrows(bad, UsageError).message.includes('"BENCHBOOK_MODE"'));
});

Deno.test("nearestName() finds the misspelt flag and gives up on others", async () => {
  const error = assertThrows(() => parse("--base-ulr", "x"), UsageError);
  assertEquals(await nearestName("--base-ulr", error.details.names as string[]), "--base-url");
  assertEquals(await nearestName("--frobnicate", error.details.names as string[]), null);
});

Deno.test("helpText() lists every option, variable, exit code and the proxy notes, in 100 columns", () => {
  const text = helpText(BENCH_HELP, BENCH_OPTIONS);
  for (const option of BENCH_OPTIONS as readonly OptionSpec[]) {
    assert(text.includes(`--${option.name}`), option.name);
    assertEquals(text.includes(`[${envName(option)}]`), option.env === true, option.name);
  }
  for (const [code] of EXIT_HELP) assert(text.includes(code));
  for (const word of ["HTTPS_PROXY", "DENO_CERT", "HF_TOKEN", ".env", "NO_COLOR"]) {
    assert(text.includes(word), word);
  }
  assertEquals(text.split("\n").filter((line) => line.length > 100 && !line.includes("deno task")), []);
});

Deno.test("the option table has no name or letter twice", () => {
  const names = BENCH_OPTIONS.map((option) => option.name);
  const letters = (BENCH_OPTIONS as readonly OptionSpec[]).flatMap((option) => option.short ?? []);
  assertEquals(new Set(names).size, names.length);
  assertEquals(new Set(letters).size, letters.length);
});

Deno.test("U01: exitCodeOf() tells usage from a failing world from a bug", () => {
  assertEquals(exitCodeOf(new DataError("x", { code: "unreachable" })), 3);
  assertEquals(exitCodeOf(new ModelError("x", { code: "refused" })), 3);
  assertEquals(exitCodeOf(new ResultError("x", { code: "disk_full" })), 3);
  assertEquals(exitCodeOf(new ResultError("x", { code: "plan_mismatch" })), 2);
  assertEquals(exitCodeOf(new TaskError("x", { code: "bad_yaml" })), 2);
  assertEquals(exitCodeOf(new DataError("x", { code: "nothing_to_do" })), 5);
  assertEquals(exitCodeOf(new TypeError("x")), 1);
  assertEquals(exitCodeOf(new Deno.errors.NotCapable("x")), 3);
});
