/**
 * The backend `bubblewrap`: full isolation on Linux without a daemon, as root
 * and as any user.
 *
 * Inside there is no network, no host file but `/usr` (read-only), no other
 * process, no variable of the host, no capability, no way to a new namespace;
 * memory, processes, output, time and temporary folders are bounded.
 *
 * What it cannot stop: a hole in the Linux kernel (all boxes share it); reading
 * `/usr`, the processor's name and the clock; learning where the workspace lies
 * on the host (its mounts say so); using the processor until the wall limit. Without a control group (see `doctor`), memory is bounded for
 * each process, not for all together. With `files: "keep"` the workspace lies
 * on the host's disk and its size is looked at ten times a second, so it can be
 * passed for that long.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { bubblewrapArgs, type Layout, prlimitArgs } from "./bubblewrap_args.ts";
import { boxUid, type BubblewrapHost, bubblewrapHost } from "./bubblewrap_host.ts";
import { runShell } from "./cgroup.ts";
import { dieWithParent } from "./die_with_parent.ts";
import { guestDoor, makeDoor } from "./guest_door.ts";
import { type HostProxy, startHostProxy } from "./host_proxy.ts";
import { parseHostPort } from "./policy.ts";
import { refusedResult, toExecResult } from "./exec_result.ts";
import { checkLimits, type Limits, type MemoryRlimit } from "./limits.ts";
import { type Job, makeSandbox, watchDisk } from "./make_sandbox.ts";
import { openRoom, type Owner, type Room } from "./room.ts";
import { runProcess } from "./run_process.ts";
import type { ExecResult, Sandbox, SandboxInfo } from "./sandbox.ts";
import { seccompFilter } from "./seccomp.ts";

/** Options of {@linkcode openBubblewrap}. */
export interface BubblewrapOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** `keep` (default): changes to the workspace stay. `fresh`: every program gets a copy in memory, of strictly limited size. */
  readonly files?: "fresh" | "keep";
  /** Further host paths shown read-only: path inside by absolute host path. */
  readonly readOnly?: Readonly<Record<string, string>>;
  /** How memory of one process is limited; default its address space. Browsers, Node and the like need `none` and a control group. */
  readonly memory?: MemoryRlimit;
  /** Hosts that may be reached, as `name:port`: only by a proxy, named in `HTTP_PROXY` and its like; needs Python inside. Default none. */
  readonly network?: { readonly hosts: readonly string[] };
  /** Why this backend, for the record. */
  readonly why?: string;
}

/** A command line, ready for the process runner, and what to do after it. */
export interface Launch {
  /** Program and arguments. */
  readonly argv: readonly string[];
  /** To be called when it has ended: says whether memory ran out, removes what was made for it. */
  finish(): Promise<{ outOfMemory: boolean }>;
}

/** A box that programs are started in; what {@linkcode openBubblewrap} and other backends build on. */
export interface BubblewrapBox {
  /** Its workspace. */
  readonly room: Room;
  /** What the machine offers. */
  readonly host: BubblewrapHost;
  /** Prepares a program. */
  launch(argv: readonly string[], start: LaunchOptions): Promise<Launch>;
}

/** How a program is prepared. */
export interface LaunchOptions {
  /** Limits for it. */
  readonly limits: Limits;
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder below the workspace. */
  readonly cwd?: string;
}

/** Puts the argument list and the filter on descriptors 8 and 9, and the shell itself into a group: nothing of it is seen inside. */
const OPEN = 'exec 8<"$1"; [ -z "$2" ] || exec 9<"$2"; shift 2; exec "$@"';
const COPY_IN = 'cp -R /room/. /work/ && cd "/work/$1" && shift && exec "$@"';

async function prepare(room: Room): Promise<{ etc: string; filter: string }> {
  const etc = `${room.home}/etc`;
  await Deno.mkdir(etc, { mode: 0o755 });
  const files = {
    passwd: "nobody:x:65534:65534:nobody:/tmp:/bin/sh\n",
    group: "nogroup:x:65534:\n",
    hosts: "127.0.0.1 localhost\n",
    "resolv.conf": "",
  };
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${etc}/${name}`, text, { mode: 0o644 });
  }
  const filter = seccompFilter();
  if (filter !== null) await Deno.writeFile(`${room.home}/filter`, filter, { mode: 0o600 });
  return { etc, filter: filter === null ? "" : `${room.home}/filter` };
}

/** Makes the box. @throws {SandboxError} `backend_unavailable`, saying why. */
export async function openBox(
  options: BubblewrapOptions & {
    readonly writable?: (room: Room, owner?: Owner) => Promise<Record<string, string>>;
    readonly doors?: (room: Room) => Promise<Record<string, string>>;
  },
): Promise<BubblewrapBox> {
  const host = await bubblewrapHost();
  if (typeof host === "string") {
    throw new SandboxError(`Cannot open the sandbox "bubblewrap": ${host}`, {
      code: "backend_unavailable",
      hint: "Run `deno task doctor` to see what this machine can do, or name another backend",
    });
  }
  const uid = boxUid();
  const owner = host.drops ? { uid, gid: uid } : undefined;
  const room = await openRoom({ owner });
  try {
    const { etc, filter } = await prepare(room);
    const layout: Layout = {
      workspace: room.path,
      files: options.files ?? "keep",
      etc,
      system: host.system,
      readOnly: { ...options.readOnly, ...await options.doors?.(room) },
      writable: await options.writable?.(room, owner) ?? {},
      disableUserns: host.disableUserns,
    };
    let count = 0;
    return {
      room,
      host,
      async launch(argv: readonly string[], start: LaunchOptions): Promise<Launch> {
        const { limits, env = {}, cwd = "" } = start;
        const file = `${room.home}/args-${++count}`;
        const args = bubblewrapArgs(layout, limits, { env, cwd }).join("\0");
        await Deno.writeTextFile(file, args, { mode: 0o600, createNew: true });
        const group = host.cgroup === null ? null : `benchbook-${Deno.pid}-${count}-${crypto.randomUUID()}`;
        const memory = limits.memoryMb === null ? "max" : String(Math.ceil(limits.memoryMb * (1 << 20)));
        const pids = limits.processes === null ? "max" : String(limits.processes + 3); // bubblewrap's own
        const enter = group === null ? OPEN : `${host.cgroup?.enter}\nshift 3\n${OPEN}`;
        const drop = host.drops
          ? [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "--no-new-privs"]
          : ["--no-new-privs"];
        return {
          argv: [
            ...[
              "/bin/sh",
              "-c",
              enter,
              "sh",
              ...(group === null ? [] : [group, memory, pids]),
              file,
              filter,
              ...dieWithParent(host.setpriv, drop),
            ],
            ...[host.bwrap, "--args", "8", ...(filter === "" ? [] : ["--seccomp", "9"]), "--"],
            ...(layout.files === "fresh" ? ["/bin/sh", "-c", COPY_IN, "sh", cwd] : []),
            ...prlimitArgs(host.prlimit, limits, options.memory),
            ...argv,
          ],
          async finish(): Promise<{ outOfMemory: boolean }> {
            await Deno.remove(file).catch(() => {});
            if (group === null) return { outOfMemory: false };
            return { outOfMemory: (await runShell(host.cgroup?.leave ?? "", [group]) ?? "").includes("oom") };
          },
        };
      },
    };
  } catch (error) {
    await room.remove();
    throw error;
  }
}

/** Runs one program of a box to its end. */
export async function runInBox(
  box: BubblewrapBox,
  job: Job,
  files: "fresh" | "keep",
  proxied?: HostProxy,
): Promise<ExecResult> {
  const { argv, options, limits, cwd, signal } = job;
  const door = proxied === undefined ? { before: [], env: {} } : guestDoor();
  const launch = await box.launch([...door.before, ...argv], {
    limits,
    cwd,
    env: { ...options.env, ...door.env },
  });
  let outOfMemory = false;
  try {
    const watch = files === "keep" ? watchDisk(box.room.path, limits.diskMb) : undefined;
    const result = await runProcess(launch.argv, {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdin: options.stdin,
      wallMs: limits.wallMs,
      outputBytes: limits.outputBytes,
      signal,
      ...(watch === undefined ? {} : { watch }),
    });
    outOfMemory = (await launch.finish()).outOfMemory;
    const missing = result.code === 127 && /^prlimit: failed to execute/.test(result.stderr.text());
    if (missing) return refusedResult(`Cannot run "${argv[0]}": no such program in the sandbox`);
    const evidence = proxied?.refused() ?? [];
    return toExecResult(result, { outOfMemory, cpuLimitMs: limits.cpuMs, evidence });
  } catch (error) {
    await launch.finish();
    throw error;
  }
}

/** What the record says about a box. */
export function bubblewrapInfo(
  host: BubblewrapHost,
  limits: Limits,
  options: BubblewrapOptions,
): SandboxInfo {
  const grouped = host.cgroup !== null;
  const perProcess = grouped ? [] : ["memory is limited for each process, not for all of them together"];
  const disk = options.files === "fresh" ? [] : ["the workspace can pass its size for a tenth of a second"];
  return {
    backend: "bubblewrap",
    version: `bubblewrap ${host.version}`,
    why: options.why ?? "asked for by name",
    isolation: {
      files: "workspace",
      network: (options.network?.hosts.length ?? 0) === 0 ? "none" : "hosts",
      processes: "private",
      memory: grouped ? "cgroup" : options.memory === "none" ? "none" : "rlimit",
      syscallFilter: seccompFilter() !== null,
    },
    limits,
    cannotStop: [
      "a hole in the Linux kernel",
      "reading /usr of the host",
      "learning where the workspace lies on the host",
      "using the processor until the wall limit",
      ...perProcess,
      ...disk,
    ],
    warnings: host.disableUserns
      ? []
      : ["this bubblewrap cannot switch nested namespaces off; the call filter refuses unshare"],
  };
}

/**
 * Opens a box.
 *
 * @throws {SandboxError} `backend_unavailable` where bubblewrap does not run.
 * @throws {RangeError} for limits that make no sense.
 * @example Nothing of the host is seen
 * ```ts
 * import { openBubblewrap } from "./bubblewrap.ts";
 * import { bubblewrapHost } from "./bubblewrap_host.ts";
 * import { assertEquals } from "@std/assert";
 * if (typeof await bubblewrapHost() !== "string") {
 *   await using box = await openBubblewrap({ limits: { wallMs: 10_000 } });
 *   const { code, stdout } = await box.exec(["sh", "-c", "echo $PPID; ls /"]);
 *   assertEquals([code, stdout.includes("home")], [0, false]);
 * }
 * ```
 */
export async function openBubblewrap(options: BubblewrapOptions = {}): Promise<Sandbox> {
  const limits = checkLimits(options.limits);
  const files = options.files ?? "keep";
  const hosts = options.network?.hosts ?? [];
  hosts.forEach(parseHostPort);
  const box = await openBox({
    ...options,
    ...(hosts.length === 0
      ? {}
      : { doors: async (room: Room) => ({ [await makeDoor(room)]: "/run/benchbook" }) }),
  });
  const proxy = hosts.length === 0 ? undefined : await startHostProxy(`${box.room.home}/door/proxy`, hosts);
  return makeSandbox({
    info: bubblewrapInfo(box.host, limits, options),
    room: box.room,
    run: (job) => runInBox(box, job, files, proxy),
    openBatch: async () => (await import("./fork_batch.ts")).forkBatch(box, limits),
    ...(proxy === undefined ? {} : { close: async () => await proxy[Symbol.asyncDispose]() }),
  });
}
