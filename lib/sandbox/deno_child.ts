/**
 * The backend `deno`: TypeScript and JavaScript in a child Deno that may read
 * and write its workspace and nothing else; inside bubblewrap where that works.
 *
 * What it cannot stop: using the processor until the wall limit. Outside
 * bubblewrap also: a hole in Deno or V8 reaches this user's account; memory is
 * bounded only where `prlimit` is at hand (Linux), and there for the whole
 * process; learning the paths of Deno and of the workspace. Permissions by path
 * follow links, so a workspace that holds one is refused there.
 *
 * @module
 */
import { readAuditLog } from "./audit_log.ts";
import { type BubblewrapBox, openBox } from "./bubblewrap.ts";
import { bubblewrapHost } from "./bubblewrap_host.ts";
import { denoFlags, readDenoArgv } from "./deno_flags.ts";
import { dieWithParent } from "./die_with_parent.ts";
import { refusedResult, toExecResult } from "./exec_result.ts";
import { gatherFacts } from "./facts.ts";
import { findProgram } from "./find_program.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type Job, makeSandbox, watchDisk } from "./make_sandbox.ts";
import { openRoom, type Owner, type Room } from "./room.ts";
import { type ProcessResult, runProcess } from "./run_process.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";

/** Options of {@linkcode openDenoChild}. */
export interface DenoChildOptions {
  /** Limits that differ from the defaults. `memoryMb` is the heap; buffers and WebAssembly may take as much again. */
  readonly limits?: Partial<Limits>;
  /** Hosts that may be reached, as `name:port`. */
  readonly network?: { readonly hosts: readonly string[] };
  /** Use bubblewrap around it; default where it works. It has no network, so hosts switch it off. */
  readonly bubblewrap?: boolean;
  /** Why this backend, for the record. */
  readonly why?: string;
}

/** MiB that Deno's own data takes beside the program's, or it does not start. */
const DENO_DATA_MB = 600;
/** MiB the record of permissions may grow to before the program is ended. */
const AUDIT_MB = 16;

interface Place {
  readonly room: Room;
  readonly box: BubblewrapBox | null;
  /** Folder of the record of permissions, outside the workspace. */
  readonly audit: string;
  readonly hosts: readonly string[];
  count: number;
}

async function makeAudit(room: Room, owner?: Owner): Promise<string> {
  const audit = `${room.home}/audit`;
  await Deno.mkdir(audit, { mode: 0o700 });
  if (owner !== undefined) await Deno.chown(audit, owner.uid, owner.gid);
  return audit;
}

async function inBox(): Promise<BubblewrapBox | null> {
  const box = await openBox({
    memory: "data",
    readOnly: { [Deno.execPath()]: "/deno" },
    writable: async (room, owner) => ({ [await makeAudit(room, owner)]: "/audit" }),
  });
  const launch = await box.launch(["/deno", "--version"], { limits: checkLimits({ memoryMb: null }) });
  const works = await runProcess(launch.argv, { cwd: "/", env: {}, wallMs: 10_000, outputBytes: 4_000 });
  await launch.finish();
  if (works.code === 0) return box;
  // Deno lies where the box's user may not look.
  await box.room.remove();
  return null;
}

/** The command line outside bubblewrap: memory limit and death with the parent where Linux has them. */
async function bare(limits: Limits): Promise<string[]> {
  if (Deno.build.os !== "linux") return [];
  const [setpriv, prlimit] = await Promise.all([findProgram("setpriv"), findProgram("prlimit")]);
  const data = limits.memoryMb === null ? [] : [`--data=${dataMb(limits.memoryMb) * (1 << 20)}`];
  const disk = limits.diskMb === null ? [] : [`--fsize=${Math.ceil(limits.diskMb * (1 << 20))}`];
  const cpu = limits.cpuMs === null ? [] : [`--cpu=${Math.ceil(limits.cpuMs / 1000)}`];
  return [
    ...dieWithParent(setpriv),
    ...(prlimit === null ? [] : [prlimit, "--core=0", ...data, ...disk, ...cpu, "--"]),
  ];
}

function dataMb(memoryMb: number): number {
  return Math.ceil(memoryMb) + DENO_DATA_MB;
}

async function run(place: Place, job: Job): Promise<ExecResult> {
  const program = readDenoArgv(job.argv);
  if (typeof program === "string") return refusedResult(program);
  const { room, box } = place;
  const { limits, options, cwd } = job;
  if (box === null) {
    const link = (await gatherFacts(room.path, { maxHashBytes: 0 })).entries.find(({ kind }) =>
      kind === "link"
    );
    if (link !== undefined) {
      return refusedResult(`Cannot run in a workspace that holds a link: "${link.path}"`);
    }
  }
  const id = ++place.count;
  const workspace = box === null ? room.path : "/work";
  const code = `.benchbook-eval-${id}.ts`;
  if (program.file === null) await room.write(code, program.code);
  const file = program.file ?? code;
  const log = `${place.audit}/${id}.jsonl`;
  const cache = `${room.home}/deno-${id}`;
  const env = {
    DENO_DIR: box === null ? cache : "/tmp/deno",
    DENO_NO_UPDATE_CHECK: "1",
    NO_COLOR: "1",
    DENO_AUDIT_PERMISSIONS: box === null ? log : `/audit/${id}.jsonl`,
  };
  const flags = denoFlags({ workspace, hosts: place.hosts, heapMb: limits.memoryMb });
  const inner = ["run", ...flags, `${workspace}/${file}`, ...program.args];
  const watchers = [watchDisk(room.path, limits.diskMb), watchDisk(place.audit, AUDIT_MB)];
  const settings = {
    stdin: options.stdin,
    wallMs: limits.wallMs,
    outputBytes: limits.outputBytes,
    signal: job.signal,
    watch: async () => (await watchers[0]?.()) ?? (await watchers[1]?.()) ?? null,
  };
  let outOfMemory = false;
  let result: ProcessResult;
  try {
    if (box === null) {
      const argv = [...await bare(limits), Deno.execPath(), ...inner];
      const folder = cwd === "" ? room.path : `${room.path}/${cwd}`;
      result = await runProcess(argv, {
        ...settings,
        cwd: folder,
        env: { ...options.env, ...env, HOME: cache },
      });
    } else {
      const memoryMb = limits.memoryMb === null ? null : dataMb(limits.memoryMb);
      const processes = limits.processes === null ? null : limits.processes + 32; // Deno's own threads
      const launch = await box.launch(["/deno", ...inner], {
        limits: { ...limits, memoryMb, processes },
        cwd,
        env: { ...options.env, ...env },
      });
      try {
        result = await runProcess(launch.argv, { ...settings, cwd: "/", env: { PATH: "/usr/bin:/bin" } });
      } finally {
        outOfMemory = (await launch.finish()).outOfMemory;
      }
    }
    const evidence = readAuditLog(await Deno.readTextFile(log).catch(() => ""), workspace);
    const refused = result.code !== 0 && /^error: Uncaught .*\bNotCapable\b/m.test(result.stderr.text());
    return toExecResult(result, { refused, outOfMemory, cpuLimitMs: limits.cpuMs, evidence });
  } finally {
    for (const path of [log, cache]) await Deno.remove(path, { recursive: true }).catch(() => {});
    if (program.file === null) await Deno.remove(`${room.path}/${code}`).catch(() => {});
  }
}

/**
 * Opens one. `exec` takes `["deno", "run", FILE, …]` and `["deno", "eval", CODE,
 * …]`; anything else, flags included, is refused. `evidence` of a result holds
 * what the program tried beyond its workspace.
 *
 * @throws {RangeError} for limits that make no sense.
 * @example What is tried is refused and kept as evidence
 * ```ts
 * import { openDenoChild } from "./deno_child.ts";
 * import { assertEquals } from "@std/assert";
 * await using box = await openDenoChild();
 * const out = await box.exec(["deno", "eval", "Deno.readTextFileSync('/etc/passwd')"]);
 * assertEquals([out.reason, out.evidence], ["refused", ['tried read "/etc/passwd"']]);
 * ```
 */
export async function openDenoChild(options: DenoChildOptions = {}): Promise<Sandbox> {
  const limits = checkLimits(options.limits);
  const hosts = options.network?.hosts ?? [];
  const wanted = options.bubblewrap ?? true;
  const host = wanted && hosts.length === 0 ? await bubblewrapHost() : "";
  const box = typeof host === "string" ? null : await inBox();
  const room = box?.room ?? await openRoom();
  const audit = box === null ? await makeAudit(room) : `${room.home}/audit`;
  const place: Place = { room, box, audit, hosts, count: 0 };
  const capped = box !== null || await findProgram("prlimit") !== null;
  return makeSandbox({
    info: {
      backend: "deno",
      version: `deno ${Deno.version.deno}${box === null ? "" : ` in bubblewrap ${box.host.version}`}`,
      why: options.why ?? "asked for by name",
      isolation: {
        files: "workspace",
        network: hosts.length === 0 ? "none" : "hosts",
        processes: "private",
        memory: box?.host.cgroup ? "cgroup" : capped ? "rlimit" : "none",
        syscallFilter: box !== null,
      },
      limits,
      cannotStop: box === null
        ? [
          "a hole in Deno or V8",
          "learning the paths of Deno and of the workspace",
          "using the processor until the wall limit",
          ...(capped ? [] : ["memory outside the JavaScript heap"]),
        ]
        : ["a hole in the Linux kernel behind one in Deno", "using the processor until the wall limit"],
      warnings: [],
    },
    room,
    run: (job) => run(place, job),
  });
}
