/**
 * The backend `python`: CPython compiled to WebAssembly (Pyodide) in a child
 * Deno that may do nothing. Works on every system, needs no Python.
 *
 * A program sees a file system in memory; the workspace is copied in before it
 * and its plain files are copied out after it, none when it ran into a limit.
 * There are no processes, threads, sockets or signals, and packages with native
 * code are missing, so programs that need them fail here.
 *
 * What it cannot stop: using the processor until the wall limit; a hole in V8
 * or Deno reaches this user's account. Memory beyond the 4 GiB of WebAssembly
 * cannot be had; a smaller limit holds where `prlimit` is at hand (Linux). A
 * program that reaches into its interpreter can forge its own exit code, but
 * nothing outside. In a batch all programs share one interpreter.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { boundedOutput } from "./bounded_output.ts";
import { PYODIDE_VERSION } from "../deps/pyodide.ts";
import { dieWithParent } from "./die_with_parent.ts";
import { refusedResult, toExecResult } from "./exec_result.ts";
import { findProgram } from "./find_program.ts";
import { type Helper, helperBatch } from "./helper_batch.ts";
import { checkLimits, type Limits, OUTPUT_HARD_FACTOR } from "./limits.ts";
import { startLineProcess } from "./line_process.ts";
import { type Job, makeSandbox } from "./make_sandbox.ts";
import { pyodideFlags, type PyodideKit, pyodideKit } from "./pyodide_snapshot.ts";
import type { PythonBatch } from "./python_batch.ts";
import { readPythonArgv } from "./python_argv.ts";
import { openRoom, pathParts, type Room } from "./room.ts";
import { runProcess } from "./run_process.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";

/** Options of {@linkcode openPythonWasm}. */
export interface PythonWasmOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Why this backend, for the record. */
  readonly why?: string;
}

/** MiB of data that the child takes beside the program, or it does not start. */
const CHILD_DATA_MB = 700;
/** Default of `diskMb` here: what is copied out passes through a pipe. */
const DISK_MB = 16;

interface Place {
  readonly kit: PyodideKit;
  readonly room: Room;
  readonly script: string;
  /** `setpriv` and `prlimit`, where they are. */
  readonly tools: { readonly setpriv: string | null; readonly prlimit: string | null };
}

function command(place: Place, limits: Limits, args: readonly string[]): [string, ...string[]] {
  const { kit, script, tools } = place;
  const data = limits.memoryMb === null
    ? []
    : [`--data=${Math.ceil(limits.memoryMb + CHILD_DATA_MB) * (1 << 20)}`];
  const cpu = limits.cpuMs === null
    ? []
    : [`--cpu=${Math.ceil(limits.cpuMs / 1000) + 2}:${Math.ceil(limits.cpuMs / 1000) + 3}`];
  const before = [
    ...dieWithParent(tools.setpriv),
    ...(tools.prlimit === null ? [] : [tools.prlimit, "--core=0", ...data, ...cpu, "--"]),
  ];
  const [first = "", ...rest] = [
    ...[...before, Deno.execPath(), "run", ...pyodideFlags([kit.folder, kit.snapshot]), script],
    ...[args[0] ?? "", kit.folder, kit.snapshot, ...args.slice(1)],
  ];
  return [first, ...rest];
}

function childEnv(room: Room): Record<string, string> {
  return { DENO_DIR: `${room.home}/deno`, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
}

async function readFiles(room: Room): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { path, kind } of (await room.snapshot()).entries) {
    if (kind === "file") files[path] = (await room.read(path)).toBase64();
  }
  return files;
}

/** Writes back what a program left, as far as names are plain. */
async function writeFiles(room: Room, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, data] of Object.entries(files)) await room.write(path, Uint8Array.fromBase64(data));
}

function indexOfBytes(all: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0;
  for (let at = all.indexOf(first); at >= 0; at = all.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => all[at + index] === byte)) return at;
  }
  return -1;
}

async function run(place: Place, job: Job): Promise<ExecResult> {
  const { room } = place;
  const { limits, options, cwd, signal } = job;
  const program = readPythonArgv(job.argv);
  if (typeof program === "string") return refusedResult(program);
  let { what: code } = program;
  let stdin = options.stdin;
  if (program.from === "stdin") {
    code = typeof stdin === "string" ? stdin : new TextDecoder().decode(stdin ?? new Uint8Array());
    stdin = undefined;
  } else if (program.from === "file") {
    try {
      code = new TextDecoder().decode(await room.read([...pathParts(cwd), ...pathParts(code)].join("/")));
    } catch (error) {
      return refusedResult(error instanceof Error ? error.message : String(error));
    }
  }
  const nonce = `${crypto.randomUUID()}:`;
  const diskBytes = (limits.diskMb ?? DISK_MB) * (1 << 20);
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  const setup = Object.entries(options.env ?? {});
  const preset = setup.length === 0
    ? ""
    : `import os; os.environ.update(${JSON.stringify(Object.fromEntries(setup))})`;
  const request = JSON.stringify({
    nonce,
    // One line, so that line numbers stay; not for code with imports from __future__.
    code: preset === ""
      ? code
      : `exec(${JSON.stringify(preset)}); exec(compile(${JSON.stringify(code)}, "<program>", "exec"))`,
    args: program.args,
    stdin: bytes?.toBase64() ?? null,
    files: await readFiles(room),
    cwd: cwd === "" ? "/work" : `/work/${cwd}`,
    disk_bytes: diskBytes,
    hard_bytes: limits.outputBytes * OUTPUT_HARD_FACTOR,
  });
  const result = await runProcess(command(place, limits, ["once"]), {
    cwd: room.home,
    env: childEnv(room),
    stdin: `${request}\n`,
    wallMs: limits.wallMs,
    readyMs: limits.startMs ?? 3_600_000,
    // The files come on standard output after the program's own words.
    outputBytes: limits.outputBytes * (OUTPUT_HARD_FACTOR + 1) + Math.ceil(diskBytes * 1.4) + 65_536,
    signal,
  });
  if (result.stopped === "start") {
    throw new SandboxError(`Cannot start Python in WebAssembly: not ready within ${limits.startMs} ms`, {
      code: "start_timeout",
      hint: 'Give the limit "startMs" more time; the machine may be busy',
    });
  }
  const all = result.stdout.bytes();
  const at = indexOfBytes(all, new TextEncoder().encode(`\n${nonce}`));
  const own = at < 0 ? all : all.subarray(0, at);
  const stdout = boundedOutput(limits.outputBytes);
  stdout.push(own);
  const stderr = boundedOutput(limits.outputBytes);
  stderr.push(result.stderr.bytes());
  const ended = { ...result, stdout, stderr };
  // Without the closing record the interpreter broke down: never a success.
  if (at < 0) {
    return toExecResult({ ...ended, code: result.code === 0 ? 1 : result.code }, {
      cpuLimitMs: limits.cpuMs,
    });
  }
  const reply = JSON.parse(new TextDecoder().decode(all.subarray(at + 1 + nonce.length))) as {
    code: number | null;
    stopped: string | null;
    files: Record<string, string>;
  };
  await writeFiles(room, reply.files);
  return toExecResult({ ...ended, code: reply.code, stopped: reply.stopped }, { cpuLimitMs: limits.cpuMs });
}

function openBatch(place: Place, limits: Limits): PythonBatch {
  const start = (): Promise<Helper> => {
    const argv = command(place, { ...limits, cpuMs: null }, ["serve", String(limits.outputBytes)]);
    const options = { env: childEnv(place.room), maxLine: limits.outputBytes * 4 + 65_536 };
    const finish = (): Promise<{ outOfMemory: boolean }> => Promise.resolve({ outOfMemory: false });
    return Promise.resolve({ process: startLineProcess(argv, options), finish });
  };
  return helperBatch(start, limits, 0);
}

/**
 * Opens one. `exec` takes `python3 FILE`, `python3 -c CODE` and `python3 -`;
 * anything else is refused. The first use on a machine takes some seconds more.
 *
 * @throws {SandboxError} `backend_unavailable` when Pyodide cannot be had.
 * @throws {RangeError} for limits that make no sense.
 * @example The host is out of reach
 * ```ts
 * import { openPythonWasm } from "./python_wasm.ts";
 * import { assertEquals } from "@std/assert";
 * await using box = await openPythonWasm({ limits: { wallMs: 60_000 } });
 * await box.write("name.txt", "Ada");
 * const out = await box.exec(["python3", "-c", "print(open('name.txt').read()); open('/etc/passwd')"]);
 * assertEquals([out.stdout, out.code], ["Ada\n", 1]);
 * ```
 */
export async function openPythonWasm(options: PythonWasmOptions = {}): Promise<Sandbox> {
  const limits = checkLimits({ diskMb: DISK_MB, ...options.limits });
  const kit = await pyodideKit();
  const linux = Deno.build.os === "linux";
  const [setpriv = null, prlimit = null] = linux
    ? await Promise.all(["setpriv", "prlimit"].map(findProgram))
    : [];
  const room = await openRoom();
  const script = `${room.home}/child.js`;
  await Deno.writeTextFile(script, kit.child);
  const place: Place = { kit, room, script, tools: { setpriv, prlimit } };
  return makeSandbox({
    info: {
      backend: "python",
      version: `pyodide ${PYODIDE_VERSION} in deno ${Deno.version.deno}`,
      why: options.why ?? "asked for by name",
      isolation: {
        files: "workspace",
        network: "none",
        processes: "private",
        memory: prlimit === null ? "wasm" : "rlimit",
        syscallFilter: false,
      },
      limits,
      cannotStop: [
        "a hole in V8 or Deno",
        "forging its own exit code from inside the interpreter",
        "using the processor until the wall limit",
      ],
      warnings: ["Python in WebAssembly: no processes, threads, sockets or native packages"],
    },
    room,
    run: (job) => run(place, job),
    openBatch: () => Promise.resolve(openBatch(place, limits)),
  });
}
