/**
 * Runs a task script as a child process, the way a person's shell would.
 *
 * @module
 */
import { repoPath, repoRoot } from "./shared.ts";

/** Options of {@linkcode runScript} and {@linkcode runDeno}. */
export interface RunOptions {
  /** Working folder; the repository by default. */
  readonly cwd?: string;
  /** Added to a clean environment (PATH, HOME, temp and Deno's own variables are kept). */
  readonly env?: Readonly<Record<string, string>>;
  /** Flags before the script, instead of `-P=<set> --no-prompt`. */
  readonly flags?: readonly string[];
  /** Kills the child and fails after so long; 120 s by default. */
  readonly timeoutMs?: number;
  /** Sent to the child's standard input; without it there is none. */
  readonly stdin?: string;
}

/** What a child process left. */
export interface RunOutput {
  readonly code: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const KEPT =
  /^(PATH|HOME|USER|USERPROFILE|SystemRoot|windir|TMP|TEMP|TMPDIR|LANG|APPDATA|LOCALAPPDATA|ComSpec|PATHEXT|DENO_.*|NPM_CONFIG_.*|npm_config_.*|NODE_EXTRA_CA_CERTS|BENCHBOOK_(SHARED|REQUIRE|PYTHON|JUPYTER_PYTHON))$/;

/** The environment a child gets: only what it takes to start, and `NO_COLOR`. */
export function childEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(Deno.env.toObject()).filter(([name]) => KEPT.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: "1", ...extra };
}

/** Runs `deno ...args`; never throws for an exit code. */
export async function runDeno(args: readonly string[], options: RunOptions = {}): Promise<RunOutput> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: options.cwd ?? repoRoot,
    clearEnv: true,
    env: childEnv(options.env),
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const limitMs = options.timeoutMs ?? 120_000;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    try {
      child.kill("SIGKILL");
    } catch {
      // it ended by itself
    }
  }, limitMs);
  try {
    if (options.stdin !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(options.stdin));
      await writer.close();
    }
    const { code, signal, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const out = { code, signal, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
    if (late) {
      throw new Error(`deno ${args.join(" ")} took longer than ${limitMs} ms\n${out.stdout}\n${out.stderr}`);
    }
    return out;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `tasks/<script>.ts` with its permission set, with no configuration but
 * the repository's. `cwd` is where its files go.
 *
 * @example
 * ```ts ignore
 * const out = await runScript("bench", ["--help"], { cwd: dir.path });
 * ```
 */
export function runScript(
  script: string,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<RunOutput> {
  const flags = options.flags ?? ["-q", `-P=${script}`, "--no-prompt"];
  const file = repoPath("tasks", `${script}.ts`);
  return runDeno(["run", "--config", repoPath("deno.json"), ...flags, file, ...args], options);
}
