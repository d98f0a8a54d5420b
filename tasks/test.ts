// deno-lint-ignore-file no-console
/**
 * `deno task test [suite …] [--filter TEXT] [--no-install]`: installs what npm
 * has, runs every suite (a folder or a file of tests/, the doc examples, the type check)
 * and ends with `N passed, N failed`.
 *
 * A missing system part skips its tests by name, `BENCHBOOK_REQUIRE=all` makes
 * them fail. `BENCHBOOK_JOBS` is how many suites run at once.
 */
import { parseArgs } from "@std/cli/parse-args";
import { OPT_IN } from "../tests/support/require.ts";
import {
  addCounts,
  type Counts,
  NO_COUNTS,
  readJunit,
  readPretty,
  runningTest,
  settle,
  type Skip,
  skipLines,
  sumLine,
} from "../tests/support/runner.ts";

/** A suite is hung when no test of it ends for so long. */
const QUIET_LIMIT_MS = 10 * 60_000;

interface Suite {
  readonly name: string;
  readonly args: readonly string[];
}

interface Outcome {
  readonly counts: Counts;
  readonly output: string;
  readonly minutes: number;
}

async function filesBelow(folder: string, suffix: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...await filesBelow(path, suffix));
    else if (entry.isFile && path.endsWith(suffix)) files.push(path);
  }
  return files.sort();
}

async function findSuites(): Promise<Suite[]> {
  const test = ["test", "-q", "-P=suite", "--no-check"];
  const suites: Suite[] = [];
  for await (const entry of Deno.readDir("tests")) {
    const path = `tests/${entry.name}`;
    if (entry.isFile && entry.name.endsWith("_test.ts")) {
      suites.push({ name: entry.name.replace(/_test\.ts$/, ""), args: [...test, path] });
    }
    if (!entry.isDirectory) continue;
    const files = await filesBelow(path, "_test.ts");
    if (files.length > 0) suites.push({ name: entry.name, args: [...test, ...files] });
  }
  suites.sort((a, b) => a.name < b.name ? -1 : 1);
  return [
    { name: "check", args: ["check", "-q", "mod.ts", "lib", "tasks", "tests"] },
    { name: "doc", args: ["test", "-q", "-P=suite", "--doc", "README.md", "mod.ts", "lib"] },
    ...suites,
  ];
}

async function install(): Promise<void> {
  const entrypoints = ["mod.ts"];
  for (const folder of ["lib", "tasks", "tests"]) entrypoints.push(...await filesBelow(folder, ".ts"));
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "-q", "--entrypoint", ...entrypoints],
    stdin: "null",
  }).spawn().status;
  if (!success) console.error("Not all npm packages could be installed: what lacks one fails below");
}

async function runSuite(suite: Suite, temp: string, env: Record<string, string>): Promise<Outcome> {
  const startMs = performance.now();
  const junit = `${temp}/${suite.name}.xml`;
  const isTest = suite.args[0] === "test";
  const child = new Deno.Command(Deno.execPath(), {
    args: isTest ? ["test", `--junit-path=${junit}`, ...suite.args.slice(1)] : [...suite.args],
    env: { ...env, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let hung = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wind = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, QUIET_LIMIT_MS);
  };
  const readers = [child.stdout, child.stderr].map((s) => s.pipeThrough(new TextDecoderStream()).getReader());
  const collect = async (reader: ReadableStreamDefaultReader<string>): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      output += part.value;
      wind();
    }
  };
  wind();
  const collected = Promise.all(readers.map(collect));
  const status = await child.status;
  clearTimeout(timer);
  // A grandchild left behind may hold the pipes open: what it says is not waited for.
  const patience = setTimeout(() => readers.forEach((reader) => reader.cancel()), 5_000);
  await collected;
  clearTimeout(patience);
  clearTimeout(timer);
  if (hung) {
    output += `\nhung: no test ended for ${QUIET_LIMIT_MS / 60_000} minutes; running: ${
      runningTest(output)
    }\n`;
  }
  let counts = NO_COUNTS;
  if (isTest) {
    try {
      counts = readJunit(await Deno.readTextFile(junit));
    } catch {
      counts = readPretty(output);
    }
  } else if (status.code === 0) counts = { passed: 1, failed: 0, skipped: 0 };
  return { counts: settle(counts, status.code), output, minutes: (performance.now() - startMs) / 60_000 };
}

async function readSkips(file: string): Promise<Skip[]> {
  try {
    const text = await Deno.readTextFile(file);
    return text.trim().split("\n").map((line) => JSON.parse(line) as Skip);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function main(): Promise<number> {
  const args = parseArgs(Deno.args, {
    string: ["filter"],
    boolean: ["install"],
    negatable: ["install"],
    default: { install: true },
  });
  Deno.chdir(new URL("..", import.meta.url));
  if (args.install) await install();
  const asked = args._.map(String);
  const all = await findSuites();
  const unknown = asked.filter((name) => !all.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(`Cannot run suite "${unknown[0]}": wanted one of ${all.map((s) => s.name).join(", ")}`);
    return 2;
  }
  const filter = args.filter === undefined ? [] : [`--filter=${args.filter}`];
  const queue = all.filter((suite) => asked.length === 0 || asked.includes(suite.name))
    .map((suite) =>
      suite.args[0] === "test" ? { ...suite, args: ["test", ...filter, ...suite.args.slice(1)] } : suite
    );
  const temp = await Deno.makeTempDir({ prefix: "benchbook_test_" });
  const skipLog = `${temp}/skips.jsonl`;
  let sum = NO_COUNTS;
  try {
    const jobs = Number(Deno.env.get("BENCHBOOK_JOBS") ?? Math.min(2, navigator.hardwareConcurrency));
    const work = async (): Promise<void> => {
      for (let suite = queue.shift(); suite; suite = queue.shift()) {
        const { counts, output, minutes } = await runSuite(suite, temp, { BENCHBOOK_SKIP_LOG: skipLog });
        sum = addCounts(sum, counts);
        if (counts.failed > 0) console.log(output.trimEnd());
        console.log(
          `${counts.failed > 0 ? "FAILED" : "ok    "} ${suite.name.padEnd(12)} ${sumLine(counts)}, ` +
            `${counts.skipped} skipped, ${minutes.toFixed(1)} min`,
        );
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
    for (const line of skipLines(await readSkips(skipLog), sum.skipped, OPT_IN)) console.log(line);
  } finally {
    await Deno.remove(temp, { recursive: true });
  }
  console.log(sumLine(sum));
  return sum.failed > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main());
