/**
 * Start of the command against an empty script, in interleaved pairs:
 * `deno run -A tests/bench/startup_bench.ts [--pairs 15]`. CPU as the shell's
 * `times` gives it; the first line of a run by wall time. Needs bash.
 *
 * @module
 */
import { type Figure, interleave, median, numberFlag, report } from "./figures.ts";

const pairs = numberFlag("pairs", 15);
const root = new URL("../../", import.meta.url).pathname;
const folder = await Deno.makeTempDir();
await Deno.writeTextFile(`${folder}/empty.ts`, "");

/** CPU of a child in ms. */
async function cpuMs(args: readonly string[]): Promise<number> {
  const { stdout } = await new Deno.Command("bash", {
    args: ["-c", '"$@" >/dev/null 2>&1; times', "bash", Deno.execPath(), ...args],
    cwd: root,
  }).output();
  const line = new TextDecoder().decode(stdout).trim().split("\n")[1] ?? "";
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000,
    0,
  );
}

/** Wall time until a child says something, or ends. */
async function firstLineMs(args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: root,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [out, err] = [process.stdout.getReader(), process.stderr.getReader()];
  await Promise.race([out.read(), err.read()]);
  const wallMs = performance.now() - startMs;
  try {
    process.kill("SIGKILL");
  } catch { /* it has ended */ }
  await process.status;
  await Promise.all([out.cancel(), err.cancel()]);
  return wallMs;
}

const empty = ["run", "-A", `${folder}/empty.ts`];
const help = ["run", "-q", "-P=bench", "tasks/bench.ts", "--help"];
const bench = [
  "run",
  "-q",
  "-P=bench",
  "--no-prompt",
  "tasks/bench.ts",
  "--tasks",
  "pubmedqa",
  "--out",
  `${folder}/out`,
];
const host = [
  ...bench,
  "--source",
  "sample",
  "--model",
  "openai:m",
  "--base-url",
  "http://127.0.0.1:9/v1",
  "--dry-run",
];
const figures: Figure[] = [];
try {
  for (const args of [empty, help, bench]) await cpuMs(args); // warms the code cache
  const started = await interleave(pairs, () => cpuMs(help), () => cpuMs(empty));
  figures.push({
    what: "--help, CPU against an empty script",
    value: median(started.map(([a]) => a)) / median(started.map(([, b]) => b)),
    limit: 1.6,
    unit: "x",
    note: `empty ${median(started.map(([, b]) => b)).toFixed(0)} ms`,
  });
  for (const [what, args, limit] of [["no host", bench, 3], ["one host", host, 4]] as const) {
    const found = await interleave(pairs, () => firstLineMs(args), () => firstLineMs(empty));
    figures.push({
      what: `first line of a run, ${what}, wall against an empty script`,
      value: median(found.map(([a]) => a)) / median(found.map(([, b]) => b)),
      limit,
      unit: "x",
      note: `${median(found.map(([a]) => a)).toFixed(0)} ms`,
    });
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
report(figures);
