/**
 * The backend `microsandbox`: each program in a small virtual machine. Needs
 * KVM on Linux or an Apple processor, and the npm package `microsandbox`, which
 * is not part of benchbook: give its module as `load`, or its path in
 * `BENCHBOOK_MICROSANDBOX`.
 *
 * Written against the package's interface and tested with a stand-in; no
 * machine at hand could run it. What it cannot stop: a hole in KVM or in the
 * device emulation; using the processor until the wall limit.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import { SandboxError } from "../core/errors.ts";
import { keptOutput } from "./bounded_output.ts";
import { GUEST_ENV } from "./bubblewrap_args.ts";
import { runShell } from "./cgroup.ts";
import { toExecResult } from "./exec_result.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type Job, makeSandbox } from "./make_sandbox.ts";
import { openRoom } from "./room.ts";
import { within } from "./run_process.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";

/** What a program in a machine gave. */
export interface MicroOutput {
  /** Exit code. */
  readonly code: number;
  /** Standard output. */
  stdout(): string;
  /** Standard error. */
  stderr(): string;
}

/** A running machine, as the package gives it. */
export interface MicroMachine {
  /** Runs a program. */
  exec(command: string, args: readonly string[]): Promise<MicroOutput>;
  /** Ends it. */
  kill(): Promise<void>;
}

/** The builder of the package: each call gives it back. */
export interface MicroBuilder {
  /** Image. */
  image(name: string): MicroBuilder;
  /** Processors. */
  cpus(count: number): MicroBuilder;
  /** Memory in MiB. */
  memory(mib: number): MicroBuilder;
  /** Mounts a host folder. */
  volume(guest: string, host: string): MicroBuilder;
  /** Sets a variable. */
  env(name: string, value: string): MicroBuilder;
  /** Takes the network away. */
  disableNetwork(): MicroBuilder;
  /** Starts it. */
  create(): Promise<MicroMachine>;
}

/** The part of the package in use. */
export interface MicroModule {
  /** Names a machine to build. */
  readonly Sandbox: { builder(name: string): MicroBuilder };
}

/** Options of {@linkcode openMicrosandbox}. */
export interface MicrosandboxOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Image; default `python:3.12-slim`. */
  readonly image?: string;
  /** Gives the package; default the module named by `BENCHBOOK_MICROSANDBOX`. */
  readonly load?: () => Promise<MicroModule>;
  /** Skips the look at this machine: for a stand-in. */
  readonly preflight?: () => Promise<string | null>;
  /** Why this backend, for the record. */
  readonly why?: string;
}

const LOOK = `[ -e /dev/kvm ] || { echo "there is no /dev/kvm"; exit; }
( exec 3<>/dev/kvm ) 2>/dev/null || { echo "/dev/kvm cannot be opened for reading and writing by this user"; exit; }
grep -qE "^(flags|Features).*\\b(vmx|svm)\\b" /proc/cpuinfo || [ "$(uname -m)" = aarch64 ] ||
  echo "the processor shows no virtualisation (neither vmx nor svm)"`;

/**
 * Says why this machine cannot run microsandbox, or null. Opens `/dev/kvm`
 * for reading and writing, before anything is spent.
 */
export async function microsandboxFault(): Promise<string | null> {
  const { os, arch } = Deno.build;
  if (os === "darwin") return arch === "aarch64" ? missingPackage() : "microsandbox needs an Apple processor";
  if (os !== "linux") return `microsandbox does not run on ${os}`;
  const said = await runShell(LOOK);
  if (said === null) return "the look at /dev/kvm failed";
  if (said.trim() !== "") {
    return `${said.trim()} (join the group kvm, or switch nested virtualisation on)`;
  }
  return missingPackage();
}

function missingPackage(): string | null {
  const named = readEnv("BENCHBOOK_MICROSANDBOX");
  return named === undefined ? "the package is not named: set BENCHBOOK_MICROSANDBOX to its module" : null;
}

async function loadNamed(): Promise<MicroModule> {
  const path = readEnv("BENCHBOOK_MICROSANDBOX") ?? "";
  // A computed specifier: the module graph must not see it.
  return await import(path) as MicroModule;
}

async function run(module: MicroModule, image: string, workspace: string, job: Job): Promise<ExecResult> {
  const { argv, options, limits, cwd, signal } = job;
  const name = `benchbook-${Deno.pid}-${crypto.randomUUID().slice(0, 8)}`;
  let builder = module.Sandbox.builder(name).image(image).cpus(1).volume("/work", workspace).disableNetwork();
  if (limits.memoryMb !== null) builder = builder.memory(Math.ceil(limits.memoryMb));
  for (const [key, value] of Object.entries({ ...GUEST_ENV, ...options.env })) {
    builder = builder.env(key, value);
  }
  const machine = await builder.create();
  const startMs = performance.now();
  try {
    // Limits hold inside too: the end of the call would not end the program.
    const kib = (mb: number | null): string => mb === null ? "unlimited" : String(Math.ceil(mb * 1024));
    const line = 'cd "/work/$1" || exit 126; ulimit -v "$2"; shift 2; exec "$@"';
    const seconds = limits.wallMs === null
      ? []
      : ["timeout", "-s", "KILL", String(Math.ceil(limits.wallMs / 1000 + 0.5))];
    const feed = options.stdin === undefined ? "</dev/null" : `</work/.benchbook-stdin`;
    const args = [
      "-c",
      `${line.replace('exec "$@"', `exec "$@" ${feed}`)}`,
      "sh",
      cwd,
      kib(limits.memoryMb),
      ...seconds,
      ...argv,
    ];
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    );
    const work = Promise.race([machine.exec("sh", args), aborted]);
    work.catch(() => {});
    const out = limits.wallMs === null ? await work : await within(work, limits.wallMs + 1_500);
    const durationMs = performance.now() - startMs;
    const late = out === undefined || (limits.wallMs !== null && durationMs >= limits.wallMs);
    const kept = (text: string) => {
      const bytes = new TextEncoder().encode(text);
      const half = Math.ceil(limits.outputBytes / 2);
      const small = bytes.length <= limits.outputBytes;
      const tail = small ? new Uint8Array() : bytes.subarray(bytes.length - (limits.outputBytes - half));
      return keptOutput(small ? bytes : bytes.subarray(0, half), tail, bytes.length);
    };
    return toExecResult({
      code: late ? null : out.code,
      signal: null,
      stdout: kept(out?.stdout() ?? ""),
      stderr: kept(out?.stderr() ?? ""),
      stopped: late ? "timeout" : null,
      heldOpen: false,
      durationMs,
    });
  } finally {
    await machine.kill();
  }
}

/**
 * Opens one.
 *
 * @throws {SandboxError} `backend_unavailable` with the reason and the way out.
 * @throws {RangeError} for limits that make no sense.
 */
export async function openMicrosandbox(options: MicrosandboxOptions = {}): Promise<Sandbox> {
  const limits = checkLimits(options.limits);
  const fault = await (options.preflight ?? microsandboxFault)();
  if (fault !== null) {
    throw new SandboxError(`Cannot open the sandbox "microsandbox": ${fault}`, {
      code: "backend_unavailable",
      hint: 'Name another backend, such as "bubblewrap" or "docker"; nothing weaker is taken silently',
    });
  }
  const module = await (options.load ?? loadNamed)();
  const image = options.image ?? "python:3.12-slim";
  const room = await openRoom();
  return makeSandbox({
    info: {
      backend: "microsandbox",
      version: `microsandbox, image ${image}`,
      why: options.why ?? "asked for by name",
      isolation: {
        files: "workspace",
        network: "none",
        processes: "private",
        memory: "cgroup",
        syscallFilter: false,
      },
      limits,
      cannotStop: ["a hole in KVM or in the device emulation"],
      warnings: ["never run on a machine of the makers: tested with a stand-in only"],
    },
    room,
    async run(job: Job): Promise<ExecResult> {
      if (job.options.stdin !== undefined) await room.write(".benchbook-stdin", job.options.stdin);
      return await run(module, image, room.path, job);
    },
  });
}
