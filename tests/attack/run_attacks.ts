/**
 * Running attacks: in a sandbox, and with nothing around them.
 *
 * @module
 */
import { pyodideFolder } from "../../lib/deps/pyodide.ts";
import type { Limits } from "../../lib/sandbox/limits.ts";
import { openBubblewrap } from "../../lib/sandbox/bubblewrap.ts";
import { openDenoChild } from "../../lib/sandbox/deno_child.ts";
import { openPythonWasm } from "../../lib/sandbox/python_wasm.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { becomes } from "../support/process.ts";
import { tempDir } from "../support/temp.ts";
import {
  type Attack,
  type Evidence,
  type Facts,
  type Known,
  openWorld,
  type Place,
  SECRET,
  SECRET_NAME,
  type World,
} from "./attack.ts";

/** What became of one. */
export interface Outcome {
  readonly attack: Attack | Known;
  readonly reached: boolean;
  /** What it said, for the message of a failure. */
  readonly out: string;
}

type Spec = Attack | Known;

const PYTHON = 'import sys, json, os\nW = type("W", (), json.loads(sys.argv[1]))\n';
const TS = "const W = JSON.parse(Deno.args[0]!);\n";
const SHELL = "FILE=$1 DIR=$2 PORT=$3 UDP=$4 PID=$5 MARK=$6 REPO=$7\n";

/** The whole text of a program for a host. */
function text({ language, program }: Spec, facts: Facts): string {
  if (language === "python") return PYTHON + program;
  if (language === "shell") return SHELL + program;
  return TS + program.replaceAll("__PORT__", String(facts.port));
}

function shellArgs({ file, dir, port, udp, pid, mark, repo }: Facts): string[] {
  return [file, dir, String(port), String(udp), String(pid), mark, repo];
}

/** The command line inside a sandbox. */
function argv(attack: Spec, facts: Facts): string[] {
  const code = text(attack, facts);
  if (attack.language === "shell") return ["sh", "-c", code, "sh", ...shellArgs(facts)];
  const [name, flag] = attack.language === "python" ? ["python3", "-c"] : ["deno", "eval"];
  return [name ?? "", flag ?? "", code, JSON.stringify(facts)];
}

/** Opens a place. */
export async function openPlace(place: Place, limits: Partial<Limits>): Promise<Sandbox> {
  if (place === "bubblewrap") return await openBubblewrap({ limits });
  if (place === "python") return await openPythonWasm({ limits: { ...limits, wallMs: 40_000 } });
  const box = await openDenoChild({ limits, bubblewrap: place === "deno in bubblewrap" });
  if (box.info.version.includes("bubblewrap") !== (place === "deno in bubblewrap")) {
    throw new Error(`wanted ${place}, found ${box.info.version}`);
  }
  return box;
}

async function inTurn<T, R>(all: readonly T[], width: number, act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = all.values();
  // All take from one iterator.
  await Promise.all(Array.from({ length: width }, async () => {
    for (const one of queue) results.push(await act(one));
  }));
  return results;
}

const registry = (port: number): Record<string, string> => ({
  NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/`,
});

async function before(box: Sandbox, attack: Spec, folder: string, world: World): Promise<void> {
  if (attack.stage === true) {
    await box.upload(`${world.facts.dir}/project`, `${folder}/project`).catch(() => {});
  }
}

/** What the harness does with the workspace afterwards. */
async function after(box: Sandbox, attack: Spec, folder: string): Promise<string> {
  const path = `${folder}/loot`;
  if (attack.harvest === "write") await box.write(path, "log of the harness").catch(() => {});
  if (attack.harvest !== "read") return "";
  return new TextDecoder().decode(await box.read(path).catch(() => new Uint8Array()));
}

async function judge(attack: Spec, evidence: Evidence): Promise<Outcome> {
  // What is on its way to a listener gets there.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { attack, reached: attack.goal.reached(evidence), out: evidence.out };
}

const BATCH = `
import contextlib, io, json, os, sys, traceback
for item in json.load(open("batch.json")):
    os.makedirs(item["cwd"], exist_ok=True)
    os.chdir(item["cwd"])
    sys.argv = ["program.py", item["facts"]]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            exec(compile(item["code"], "<program>", "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc()
    print(json.dumps(said.getvalue()), flush=True)
`;

interface Trial<T extends Spec> extends AsyncDisposable {
  readonly attack: T;
  readonly folder: string;
  readonly world: World;
}

async function openTrials<T extends Spec>(attacks: readonly T[]): Promise<Trial<T>[]> {
  return await Promise.all(attacks.map(async (attack, at) => {
    const world = await openWorld(attack.kind);
    return {
      attack,
      folder: `b${at}`,
      world,
      [Symbol.asyncDispose]: () => Promise.resolve(world[Symbol.asyncDispose]()),
    };
  }));
}

/** Many in one Pyodide: what one could change for the next is its interpreter, not the wall around it. */
async function runBatch(box: Sandbox, attacks: readonly Spec[]): Promise<Outcome[]> {
  await using trials = new AsyncDisposableStack();
  const open = await openTrials(attacks);
  for (const one of open) trials.use(one);
  for (const { attack, folder, world } of open) await before(box, attack, folder, world);
  const items = open.map(({ attack, folder, world }) => ({
    cwd: `/work/${folder}`,
    facts: JSON.stringify(world.facts),
    code: text(attack, world.facts),
  }));
  await box.write("batch.json", JSON.stringify(items));
  const result = await box.exec(["python3", "-c", BATCH], { limits: { outputBytes: 1 << 20 } });
  const said = result.stdout.trimEnd().split("\n");
  if (said.length !== attacks.length) {
    throw new Error(`${said.length} of ${attacks.length} ran, then ${result.reason}: ${result.stderr}`);
  }
  const outcomes: Outcome[] = [];
  for (const [at, { attack, folder, world }] of open.entries()) {
    const out = JSON.parse(said[at] ?? "") as string;
    const loot = await after(box, attack, folder);
    outcomes.push(await judge(attack, { out, size: out.length, loot, world }));
  }
  return outcomes;
}

async function runOne(box: Sandbox, attack: Spec, folder: string): Promise<Outcome> {
  await using world = await openWorld(attack.kind);
  await before(box, attack, folder, world);
  const result = await box.exec(argv(attack, world.facts), {
    cwd: folder,
    ...(attack.language === "ts" ? { env: registry(world.facts.port) } : {}),
  });
  const loot = await after(box, attack, folder);
  const out = `${result.stdout}\n${result.stderr}\n[${result.reason}]`;
  if (result.reason === "refused" && result.evidence[0]?.startsWith("Cannot run")) {
    throw new Error(`${attack.id}: never started: ${out}`);
  }
  return await judge(attack, { out, size: result.stdoutSize, loot, world });
}

/** Runs attacks of one kind in a place; those that fill something get a box of their own. */
export async function attackPlace(
  place: Place,
  attacks: readonly Spec[],
  limits: Partial<Limits>,
): Promise<Outcome[]> {
  const apart = attacks.filter(({ kind, solo }) =>
    kind === "disk fill" || (solo === true && place === "python")
  );
  const together = attacks.filter((one) => !apart.includes(one));
  const outcomes: Outcome[] = [];
  if (together.length > 0) {
    await using box = await openPlace(place, limits);
    outcomes.push(
      ...place === "python"
        ? await runBatch(box, together)
        : await inTurn([...together.entries()], 3, ([at, one]) => runOne(box, one, `a${at}`)),
    );
  }
  outcomes.push(
    ...await inTurn(apart, 2, async (one) => {
      await using box = await openPlace(place, limits);
      return await runOne(box, one, "a");
    }),
  );
  return outcomes;
}

/** A harness as many are: the answer is evaluated beside what is expected. */
const NAIVE = `
import json, os, sys
expected = open(json.loads(sys.argv[1])["file"]).read()
def check(answer):
    return answer == expected
exec(compile(sys.argv[2], "<program>", "exec"), {"__name__": "program"})
`;

const CAGE = [
  "--bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--unshare-pid",
  "--proc",
  "/proc",
  "--die-with-parent",
  "--",
];
/** What the control writes at most before it is ended. */
const CONTROL_BYTES = 10_000_000;

async function controlArgv(attack: Spec, world: World): Promise<string[]> {
  const { facts, cwd } = world;
  const code = text(attack, facts);
  const cage = attack.control === "caged" ? ["bwrap", ...CAGE] : [];
  const json = JSON.stringify(facts);
  if (attack.control === "naive") return ["python3", "-c", NAIVE, json, code];
  if (attack.language === "python") return [...cage, "python3", "-c", code, json];
  if (attack.language === "shell") return [...cage, "sh", "-c", code, "sh", ...shellArgs(facts)];
  await Deno.writeTextFile(`${cwd}/program.ts`, code);
  const flags = ["run", "-A", "--quiet", "--no-config", "--no-lock", "--no-check"];
  return [...cage, Deno.execPath(), ...flags, `${cwd}/program.ts`, json];
}

/** Runs a program in a process group of its own, under a shell that takes what is meant for the parent. */
async function runBare(
  command: readonly string[],
  where: { readonly cwd: string; readonly reward: string; readonly port: number },
): Promise<{ out: string; size: number }> {
  const child = new Deno.Command("sh", {
    args: ["-c", 'exec 7>>"$0"; "$@"; exit $?', where.reward, ...command],
    cwd: where.cwd,
    clearEnv: true,
    env: {
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: where.cwd,
      TMPDIR: where.cwd,
      DENO_DIR: `${where.cwd}/deno`,
      NO_COLOR: "1",
      [SECRET_NAME]: SECRET,
      ...registry(where.port),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: true,
  }).spawn();
  const end = (): void => {
    try {
      Deno.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(end, 40_000);
  const read = async (stream: ReadableStream<Uint8Array>): Promise<{ said: string; size: number }> => {
    const decoder = new TextDecoder();
    let [said, size] = ["", 0];
    for await (const bytes of stream) {
      size += bytes.length;
      if (said.length < 400_000) said += decoder.decode(bytes, { stream: true });
      if (size > CONTROL_BYTES) end();
    }
    return { said, size };
  };
  const [out, err] = await Promise.all([read(child.stdout), read(child.stderr)]);
  await child.status;
  clearTimeout(timer);
  return { out: `${out.said}\n${err.said}`, size: out.size };
}

/** Runs the control of one attack. */
export async function attackNothing(attack: Spec): Promise<Outcome> {
  await using world = await openWorld(attack.kind);
  const { cwd, facts } = world;
  // The harness that is not careful: copies with links followed, reads and writes by name.
  if (attack.stage === true) await Deno.symlink(`${facts.dir}/project`, `${cwd}/project`);
  const { out, size } = await runBare(await controlArgv(attack, world), { cwd, ...facts });
  let loot = "";
  if (attack.harvest === "read") loot = await Deno.readTextFile(`${cwd}/loot`);
  if (attack.harvest === "write") await Deno.writeTextFile(`${cwd}/loot`, "log of the harness");
  const evidence = { out, size, loot, world };
  const reached = await becomes(() => attack.goal.reached(evidence), 1_000);
  return { attack, reached, out };
}

/** Runs controls, three at once. */
export async function attackNothingAll(attacks: readonly Spec[]): Promise<Outcome[]> {
  return await inTurn(attacks, 3, attackNothing);
}

const LOOSE = `
const [folder, batch] = Deno.args;
globalThis.addEventListener("unhandledrejection", (event) => event.preventDefault());
const { loadPyodide } = await import("file://" + folder + "/pyodide.mjs");
const python = await loadPyodide({ indexURL: folder + "/" });
for (const [code, facts] of JSON.parse(batch)) {
  try {
    python.runPython("import sys\\nsys.argv = ['program.py', " + JSON.stringify(facts) + "]");
    python.runPython(code);
  } catch (error) {
    console.error(String(error));
  }
}
await new Promise((resolve) => setTimeout(resolve, 500));
Deno.exit();
`;

/** The controls that need a Pyodide which may do all, in one of them. */
export async function attackLoosePyodide(attacks: readonly Attack[]): Promise<Outcome[]> {
  await using dir = await tempDir("benchbook_attack_");
  await using trials = new AsyncDisposableStack();
  const open = await openTrials(attacks);
  for (const one of open) trials.use(one);
  const script = await dir.write("loose.js", LOOSE);
  const batch = open.map(({ attack, world }) => [text(attack, world.facts), JSON.stringify(world.facts)]);
  const flags = ["run", "-A", "--quiet", "--no-config", "--no-lock", "--no-check"];
  const command = [Deno.execPath(), ...flags, script, await pyodideFolder(), JSON.stringify(batch)];
  const { out, size } = await runBare(command, { cwd: dir.path, reward: dir.join("reward"), port: 0 });
  return open.map(({ attack, world }) => ({
    attack,
    out,
    reached: attack.goal.reached({ out, size, loot: "", world }),
  }));
}
