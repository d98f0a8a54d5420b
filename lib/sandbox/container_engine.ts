/**
 * Talking to docker or podman by their command.
 *
 * @module
 */
import { readEnv } from "../core/env.ts";
import { findProgram } from "./find_program.ts";
import { hostDigest, isOwnerAlive } from "./owner_lock.ts";
import { runProcess } from "./run_process.ts";

/** An engine's command. */
export interface ContainerEngine {
  /** Path of the command. */
  readonly program: string;
  /** The variables it needs to find its engine: never those of the programs. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs it; null when it fails or takes longer than `wallMs`. */
  ask(args: readonly string[], wallMs?: number): Promise<string | null>;
}

const PASSED = ["DOCKER_CONFIG", "DOCKER_CONTEXT", "DOCKER_HOST", "HOME", "XDG_RUNTIME_DIR"];

/**
 * Finds the command and asks its engine.
 *
 * @returns The engine, or a sentence why it cannot be used.
 */
export async function findEngine(
  name: "docker" | "podman",
  program?: string,
): Promise<ContainerEngine | string> {
  const path = program ?? await findProgram(name);
  if (path === null) return `${name} is not installed`;
  const env: Record<string, string> = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" };
  for (const key of PASSED) {
    const value = readEnv(key);
    if (value !== undefined) env[key] = value;
  }
  const call = async (args: readonly string[], wallMs: number) =>
    await runProcess([path, ...args], { env, wallMs, outputBytes: 1 << 20 });
  const info = await call(["info", "--format", "{{json .}}"], 30_000).catch((error: Error) => error.message);
  if (typeof info === "string") return `${name} cannot be started: ${info}`;
  if (info.code !== 0) {
    const said = info.stderr.text().trim().split("\n").at(-1) || "no answer within 30 s";
    return `${name} has no engine to talk to: ${said}`;
  }
  return {
    program: path,
    env,
    async ask(args: readonly string[], wallMs = 30_000): Promise<string | null> {
      const result = await call(args, wallMs);
      return result.code === 0 ? result.stdout.text() : null;
    },
  };
}

const FORMAT = '{{.Names}}\t{{.Label "benchbook.owner"}}\t{{.Label "benchbook.run"}}';

/** A container that nobody owns any more. */
export interface Leftover {
  /** Its name. */
  readonly name: string;
  /** Run it belonged to, empty when that had no id. */
  readonly runId: string;
}

/**
 * Containers of benchbook whose process is dead. Those of other machines on
 * the same engine, and those of processes that live, are left alone.
 */
export async function findLeftovers(engine: ContainerEngine): Promise<Leftover[]> {
  const filter = `label=benchbook.host=${await hostDigest()}`;
  const list = await engine.ask(["ps", "-a", "--filter", filter, "--format", FORMAT]);
  const found: Leftover[] = [];
  for (const line of (list ?? "").split("\n")) {
    const [name = "", owner = "", runId = ""] = line.split("\t");
    if (name.startsWith("benchbook-") && owner !== "" && !await isOwnerAlive(owner)) {
      found.push({ name, runId });
    }
  }
  return found;
}

/** Removes them; gives the names of those that are gone. */
export async function removeLeftovers(engine: ContainerEngine): Promise<string[]> {
  const removed: string[] = [];
  for (const { name } of await findLeftovers(engine)) {
    if (await engine.ask(["rm", "-f", name]) !== null) removed.push(name);
  }
  return removed;
}
