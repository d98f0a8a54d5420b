/**
 * The backends `docker` and `podman`: each program in a container of its own,
 * without network. Opening one removes containers that dead runs left behind.
 *
 * What they cannot stop: a hole in the Linux kernel or in the engine, which
 * often runs as root; using the processor until the wall limit; the workspace
 * passing its size for a tenth of a second. An engine on another machine needs
 * the workspace there under the same path.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import { GUEST_ENV } from "./bubblewrap_args.ts";
import { containerArgs, envFileText } from "./container_args.ts";
import { type ContainerEngine, findEngine, removeLeftovers } from "./container_engine.ts";
import { refusedResult, toExecResult } from "./exec_result.ts";
import { checkLimits, type Limits } from "./limits.ts";
import { type Job, makeSandbox, watchDisk } from "./make_sandbox.ts";
import { holdOwnerLock } from "./owner_lock.ts";
import { openRoom, type Room } from "./room.ts";
import { runProcess } from "./run_process.ts";
import type { ExecResult, Sandbox } from "./sandbox.ts";
import { userIds } from "./user_ids.ts";

/** Options of {@linkcode openContainer}. */
export interface ContainerOptions {
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Image, already on this machine: nothing is pulled. Default `python:3.12-slim`. */
  readonly image?: string;
  /** Further host paths shown read-only: path inside by host path. */
  readonly readOnly?: Readonly<Record<string, string>>;
  /** Id of the run, put on containers. */
  readonly runId?: string;
  /** Path of the command; default found on this machine. */
  readonly program?: string;
  /** Hosts that may be reached: not built for containers, so any is refused. */
  readonly network?: { readonly hosts: readonly string[] };
  /** Why this backend, for the record. */
  readonly why?: string;
}

/** The image one gets without asking. */
export const DEFAULT_IMAGE = "python:3.12-slim";
/** How much longer than the limit inside the command of the engine is waited for. */
const OUTER_MS = 1_500;
/** How long making a container may take beside the program. */
const START_MS = 5_000;

interface Place {
  readonly engine: ContainerEngine;
  readonly name: "docker" | "podman";
  readonly image: string;
  readonly room: Room;
  readonly user: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly readOnly: Readonly<Record<string, string>>;
}

async function run(place: Place, job: Job): Promise<ExecResult> {
  const { engine, room } = place;
  const { argv, options, limits, cwd, signal } = job;
  const id = crypto.randomUUID().slice(0, 12);
  const name = `benchbook-${id}`;
  const envFile = `${room.home}/env-${id}`;
  await Deno.writeTextFile(envFile, envFileText({ ...GUEST_ENV, ...options.env }), { mode: 0o600 });
  const stdin = options.stdin !== undefined;
  const { image, user, labels, readOnly } = place;
  const spec = { name, image, labels, workspace: room.path, cwd, user, envFile, readOnly, stdin, limits };
  const watch = watchDisk(room.path, limits.diskMb);
  try {
    const result = await runProcess([engine.program, ...containerArgs(spec, argv)], {
      cwd: "/",
      env: engine.env,
      stdin: options.stdin,
      wallMs: limits.wallMs === null ? null : limits.wallMs + OUTER_MS + START_MS,
      outputBytes: limits.outputBytes,
      signal,
      ...(watch === undefined ? {} : { watch }),
    });
    const words = result.stderr.text();
    if (result.code === 125 && /^(?:docker|Error|time=)/.test(words)) {
      throw new SandboxError(`Cannot run a container: ${words.trim().split("\n")[0]}`, {
        code: "engine_failed",
        hint: `Is the image "${image}" on this machine? Fetch it with \`${place.name} pull\``,
      });
    }
    const state = await engine.ask([
      "inspect",
      "--format",
      "{{.State.OOMKilled}} {{.State.StartedAt}} {{.State.FinishedAt}}",
      name,
    ]);
    const [oom = "", started = "", finished = ""] = (state ?? "").trim().split(" ");
    const spent = Date.parse(finished) - Date.parse(started);
    const durationMs = Number.isFinite(spent) && spent >= 0 ? spent : result.durationMs;
    // By the clock, never by the code: the time-out inside kills at the limit and half a second.
    const late = limits.wallMs !== null && durationMs >= limits.wallMs;
    const stopped = result.stopped ?? (late ? "timeout" : null);
    if (
      stopped === null && (result.code === 127 || result.code === 126) &&
      /(?:OCI runtime|timeout|crun|runc)/.test(words)
    ) {
      return refusedResult(`Cannot run "${argv[0]}": no such program in the image`);
    }
    return toExecResult({ ...result, durationMs, stopped, code: stopped === null ? result.code : null }, {
      outOfMemory: oom === "true",
      cpuLimitMs: limits.cpuMs,
    });
  } finally {
    // Whatever became of the client, the container is gone after this.
    await engine.ask(["rm", "-f", name]);
    await Deno.remove(envFile).catch(() => {});
  }
}

/**
 * Opens docker or podman.
 *
 * @throws {SandboxError} `backend_unavailable` without an engine,
 * `network_unsupported` when hosts are asked for; from `exec`: `engine_failed`.
 * @throws {RangeError} for limits that make no sense.
 */
export async function openContainer(
  name: "docker" | "podman",
  options: ContainerOptions = {},
): Promise<Sandbox> {
  const limits = checkLimits(options.limits);
  if ((options.network?.hosts ?? []).length > 0) {
    throw new SandboxError(`Cannot open the sandbox "${name}": it has no network, found hosts to reach`, {
      code: "network_unsupported",
      hint: 'Use the sandbox "bubblewrap" for programs that may reach named hosts',
    });
  }
  const engine = await findEngine(name, options.program);
  if (typeof engine === "string") {
    throw new SandboxError(`Cannot open the sandbox "${name}": ${engine}`, {
      code: "backend_unavailable",
      hint: "Start the engine, or name another backend; `deno task doctor` shows what works",
    });
  }
  await removeLeftovers(engine);
  const me = await userIds();
  const root = me.uid === 0;
  const [uid, gid] = root || me.uid === null ? [65534, 65534] : [me.uid, me.gid ?? 65534];
  const room = await openRoom(root ? { owner: { uid, gid } } : {});
  const lock = await holdOwnerLock();
  const labels = {
    "benchbook.run": options.runId ?? "",
    "benchbook.host": lock.host,
    "benchbook.owner": lock.path,
  };
  const image = options.image ?? DEFAULT_IMAGE;
  const place: Place = {
    engine,
    name,
    image,
    room,
    user: `${uid}:${gid}`,
    labels,
    readOnly: options.readOnly ?? {},
  };
  const version = (await engine.ask(["version", "--format", "{{.Server.Version}}"]) ?? "").trim();
  return makeSandbox({
    info: {
      backend: name,
      version: `${name} ${version}, image ${image}`,
      why: options.why ?? "asked for by name",
      isolation: {
        files: "workspace",
        network: "none",
        processes: "private",
        memory: "cgroup",
        syscallFilter: true,
      },
      limits,
      cannotStop: [
        "a hole in the Linux kernel or in the engine",
        "the workspace can pass its size for a tenth of a second",
      ],
      warnings: [],
    },
    room,
    run: (job) => run(place, job),
  });
}
