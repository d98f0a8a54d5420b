/**
 * The backend `unsafeLocal`: no isolation. A program runs as this user, on this
 * machine, and can read, change and send whatever this user can. It is opened
 * only by its name, never by `auto`.
 *
 * What it gives all the same: an empty environment, a temporary folder to start
 * in, no standard input, time, output and (on Linux) memory limits, and the end
 * of its process group. What it cannot stop: everything else. A permission such
 * as `--allow-run=python3` is no sandbox either: children are not held by Deno.
 *
 * @module
 */
import { dieWithParent } from "./die_with_parent.ts";
import { refusedResult, toExecResult } from "./exec_result.ts";
import { findProgram } from "./find_program.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type Job, makeSandbox, watchDisk } from "./make_sandbox.ts";
import { openRoom, type Room } from "./room.ts";
import { runProcess } from "./run_process.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";

/** Options of {@linkcode openUnsafeLocal}. */
export interface UnsafeLocalOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Why this backend, for the record. */
  readonly why?: string;
}

/** What every result made here must carry. */
export const UNSAFE_WARNING =
  "unsafeLocal isolates nothing: the code ran as this user with its files, network and processes";

async function before(limits: Limits): Promise<string[]> {
  const [setpriv, prlimit] = await Promise.all([findProgram("setpriv"), findProgram("prlimit")]);
  // The number of processes is not limited: it would count all of this user's.
  const { memoryMb, diskMb, cpuMs } = limits;
  const caps = ["--core=0"];
  if (memoryMb !== null) caps.push(`--as=${Math.ceil(memoryMb * (1 << 20))}`);
  if (diskMb !== null) caps.push(`--fsize=${Math.ceil(diskMb * (1 << 20))}`);
  if (cpuMs !== null) caps.push(`--cpu=${Math.ceil(cpuMs / 1000)}:${Math.ceil(cpuMs / 1000) + 1}`);
  return [
    ...dieWithParent(setpriv),
    ...(prlimit === null ? [] : [prlimit, ...caps, "--"]),
  ];
}

async function run(room: Room, tmp: string, job: Job): Promise<ExecResult> {
  const { argv, options, limits, cwd, signal } = job;
  const [name = "", ...args] = argv;
  const program = /[\\/]/.test(name) ? name : await findProgram(name);
  if (program === null) return refusedResult(`Cannot run "${name}": no such program on this machine`);
  const path = Deno.build.os === "windows" ? {} : { PATH: "/usr/local/bin:/usr/bin:/bin" };
  const watch = watchDisk(room.path, limits.diskMb);
  const wrapped = Deno.build.os === "linux" ? await before(limits) : [];
  try {
    const result = await runProcess([...wrapped, program, ...args], {
      cwd: cwd === "" ? room.path : `${room.path}/${cwd}`,
      env: {
        ...path,
        HOME: tmp,
        TMPDIR: tmp,
        TMP: tmp,
        TEMP: tmp,
        LANG: "C.UTF-8",
        TZ: "UTC",
        ...options.env,
      },
      stdin: options.stdin,
      wallMs: limits.wallMs,
      outputBytes: limits.outputBytes,
      signal,
      ...(watch === undefined ? {} : { watch }),
    });
    const evidence = result.heldOpen ? ["a process left its group and may still run"] : [];
    return toExecResult(result, { cpuLimitMs: limits.cpuMs, evidence });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return refusedResult(`Cannot run "${name}": ${error.message}`);
    }
    throw error;
  }
}

/**
 * Opens a place without isolation. For code of your own.
 *
 * @throws {RangeError} for limits that make no sense.
 * @example The warning goes with it
 * ```ts
 * import { openUnsafeLocal, UNSAFE_WARNING } from "./unsafe_local.ts";
 * import { assertEquals } from "@std/assert";
 * await using box = await openUnsafeLocal();
 * assertEquals(box.info.warnings, [UNSAFE_WARNING]);
 * assertEquals((await box.exec([Deno.execPath(), "--version"], { limits: { memoryMb: null } })).code, 0);
 * ```
 */
export async function openUnsafeLocal(options: UnsafeLocalOptions = {}): Promise<Sandbox> {
  const limits = checkLimits(options.limits);
  const room = await openRoom();
  const tmp = `${room.home}/tmp`;
  await Deno.mkdir(tmp, { mode: 0o700 });
  return makeSandbox({
    info: {
      backend: "unsafeLocal",
      version: `${Deno.build.os} ${Deno.build.arch}`,
      why: options.why ?? "asked for by name",
      isolation: { files: "host", network: "open", processes: "host", memory: "none", syscallFilter: false },
      limits,
      cannotStop: ["anything this user can do: files, network, processes, other users' sockets"],
      warnings: [UNSAFE_WARNING],
    },
    room,
    run: (job) => run(room, tmp, job),
  });
}
