/**
 * What an attack is, and the piece of a host it is aimed at.
 *
 * @module
 */
import type { BackendName } from "../../lib/sandbox/sandbox.ts";
import { isRunning, processesWith } from "../support/process.ts";
import { tempDir } from "../support/temp.ts";

/** What is tried. */
export type Kind =
  | "clock"
  | "disk fill"
  | "dns"
  | "environment"
  | "ffi"
  | "files outside"
  | "fork bomb"
  | "git history"
  | "heap bomb"
  | "import of remote code"
  | "links"
  | "loopback ports"
  | "memory outside the heap"
  | "namespaces"
  | "network"
  | "npm"
  | "output flood"
  | "proc"
  | "ptrace"
  | "reward file"
  | "session escape"
  | "signals"
  | "tests and harness"
  | "zombies";

/** The places attacks are run in. */
export type Place = "bubblewrap" | "deno alone" | "deno in bubblewrap" | "python";

/** What is known after a program has run. */
export interface Evidence {
  /** Both streams. */
  readonly out: string;
  /** Bytes written to standard output. */
  readonly size: number;
  /** What the harness got when it read `loot` from the workspace. */
  readonly loot: string;
  /** The host. */
  readonly world: World;
}

/** A goal: what must not happen, and how it would be seen, on the result or on the host. */
export interface Goal {
  /** What must happen instead. */
  readonly must: string;
  /** Whether the attack reached it. */
  reached(evidence: Evidence): boolean;
}

/** One attempt. */
export interface Attack {
  readonly id: string;
  readonly kind: Kind;
  readonly language: "python" | "shell" | "ts";
  /** `W` (Python, TypeScript) or upper-case variables (shell) say where things are. */
  readonly program: string;
  readonly goal: Goal;
  /** Where it is run, when not in all places of its language. */
  readonly on?: readonly Place[];
  /** The control: the same program with nothing around it, in a bubblewrap without limits, in a Python that evaluates it beside its secret, or in a Pyodide that may do all. */
  readonly control?: "caged" | "naive" | "plain" | "pyodide";
  /** The control succeeds only for root. */
  readonly rootControl?: boolean;
  /** The control succeeds only where the kernel has this file. */
  readonly controlFile?: string;
  /** The harness afterwards reads or writes the file `loot` of the workspace. */
  readonly harvest?: "read" | "write";
  /** The harness stages the folder `project`, which holds links, before. */
  readonly stage?: boolean;
  /** Never together with others in one Pyodide: it may end it. */
  readonly solo?: boolean;
}

/** An attempt that is not stopped, and is said not to be. */
export interface Known extends Omit<Attack, "goal" | "kind"> {
  readonly kind: "not stopped";
  readonly goal: Goal;
  /** What `cannotStop` of the place says about it. */
  readonly documented: RegExp;
}

/** The word that is to be kept from programs. One for the whole run: it stands in the environment too. */
export const SECRET = `s3cret-${crypto.randomUUID()}`;
/** Where it stands in the environment. */
export const SECRET_NAME = "BENCHBOOK_ATTACK_TOKEN";

/** What an attack is told. */
export interface Facts {
  readonly dir: string;
  readonly file: string;
  readonly reward: string;
  readonly hidden: string;
  readonly repo: string;
  readonly port: number;
  readonly udp: number;
  readonly sock: string;
  readonly abstract: string;
  readonly pid: number;
  readonly mark: string;
}

/** A piece of a host: files, listeners, a process. */
export interface World extends AsyncDisposable {
  readonly facts: Facts;
  /** Folder that a control starts in. */
  readonly cwd: string;
  /** Connections and datagrams that arrived. */
  hits(): number;
  /** A file of the host is no longer what it was, or there is a new one. */
  changed(): boolean;
  /** The process of the host still runs. */
  victimRuns(): boolean;
  /** Processes that carry the mark of this attempt. */
  marked(): number[];
}

const WITH_NET: readonly Kind[] = [
  "network",
  "dns",
  "loopback ports",
  "import of remote code",
  "npm",
  "proc",
];

async function listeners(facts: { sock: string; abstract: string }, hit: () => void) {
  const body = `export default "${SECRET}"; console.log("${SECRET}");\n`;
  const reply = new TextEncoder().encode(
    `HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
  const dgram = await import("node:dgram");
  const net = await import("node:net");
  const udp = dgram.createSocket("udp4").on("message", hit);
  await new Promise<void>((done) => udp.bind(0, "127.0.0.1", done));
  const sockets = new Set<import("node:net").Socket>();
  const serve = (where: { port: number; host: string } | { path: string }) =>
    new Promise<import("node:net").Server>((done, failed) => {
      const server = net.createServer((socket) => {
        hit();
        sockets.add(socket);
        socket.on("error", () => {}).on("close", () => sockets.delete(socket));
        socket.once("data", () => socket.end(reply));
      });
      server.once("error", failed).listen(where, () => done(server));
    });
  const servers = [await serve({ port: 0, host: "127.0.0.1" }), await serve({ path: facts.sock })];
  await Deno.chmod(facts.sock, 0o777);
  return {
    port: (servers[0]?.address() as { port: number }).port,
    udp: udp.address().port,
    async close() {
      for (const one of sockets) one.destroy();
      await Promise.all(servers.map((one) => new Promise((done) => one.close(done))));
      await new Promise<void>((done) => udp.close(done));
    },
  };
}

/** A repository whose history holds the secret, made once. */
async function makeRepo(path: string): Promise<void> {
  const git = async (...args: string[]) => {
    const out = await new Deno.Command("git", {
      args: ["-C", path, "-c", "user.name=a", "-c", "user.email=a@localhost", ...args],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", HOME: path },
    }).output();
    if (!out.success) throw new Error(new TextDecoder().decode(out.stderr));
  };
  await Deno.mkdir(path);
  await git("init", "-q");
  await Deno.writeTextFile(`${path}/answer.txt`, SECRET);
  await git("add", ".");
  await git("commit", "-qm", `the answer is ${SECRET}`);
  await Deno.remove(`${path}/answer.txt`);
  await git("commit", "-qam", "remove it");
}

/** Builds one. */
export async function openWorld(kind: Kind | "not stopped"): Promise<World> {
  const dir = await tempDir("benchbook_attack_");
  await Deno.chmod(dir.path, 0o755);
  const original: Record<string, string> = {
    "secret.txt": SECRET,
    "reward.json": '{"reward":0}',
    "hidden/answer.json": JSON.stringify(SECRET),
    "hidden/answer.mjs": `export default "${SECRET}";\n`,
    "hidden/test_hidden.py": `def test(): assert answer() == "${SECRET}"\n`,
  };
  for (const [name, text] of Object.entries(original)) await dir.write(name, text);
  for (const name of ["out", "project", "project/in"]) await Deno.mkdir(dir.join(name));
  await Deno.symlink(dir.join("secret.txt"), dir.join("project/key"));
  await Deno.symlink(dir.path, dir.join("project/in/up"));
  if (kind === "git history") await makeRepo(dir.join("repo"));
  let hits = 0;
  const sock = dir.join("door.sock");
  const abstract = `benchbook-${crypto.randomUUID()}`;
  const net = WITH_NET.includes(kind as Kind) ? await listeners({ sock, abstract }, () => hits++) : null;
  const victim = ["namespaces", "proc", "ptrace", "signals"].includes(kind)
    ? new Deno.Command("sh", {
      args: ["-c", 'exec 3<"$1"; read wait', "sh", dir.join("secret.txt"), SECRET],
      cwd: dir.path,
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", TOKEN: SECRET },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn()
    : null;
  const facts: Facts = {
    dir: dir.path,
    file: dir.join("secret.txt"),
    reward: dir.join("reward.json"),
    hidden: dir.join("hidden/test_hidden.py"),
    repo: dir.join("repo"),
    port: net?.port ?? 0,
    udp: net?.udp ?? 0,
    sock,
    abstract,
    pid: victim?.pid ?? 0,
    mark: `mark${crypto.randomUUID()}`,
  };
  const marked = (): number[] => processesWith(facts.mark);
  return {
    facts,
    cwd: dir.join("out"),
    hits: () => hits,
    changed() {
      // deno-lint-ignore no-sync-fn-in-async-fn -- of this function itself, which is not
      const names = [...Deno.readDirSync(dir.path)].map(({ name }) => name);
      const known = ["door.sock", "hidden", "out", "project", "repo", "reward.json", "secret.txt"];
      if (names.some((name) => !known.includes(name))) return true;
      return Object.entries(original).some(([name, text]) => {
        try {
          return Deno.readTextFileSync(dir.join(name)) !== text;
        } catch {
          return true;
        }
      });
    },
    victimRuns: () => victim !== null && isRunning(victim.pid),
    marked,
    async [Symbol.asyncDispose]() {
      for (const pid of marked()) {
        try {
          Deno.kill(pid, "SIGKILL");
        } catch {
          // It ended meanwhile.
        }
      }
      if (victim !== null) {
        await victim.stdin.close().catch(() => {});
        try {
          victim.kill("SIGKILL");
        } catch {
          // An attack did so.
        }
        await victim.status;
      }
      await net?.close();
      await dir[Symbol.asyncDispose]();
    },
  };
}

/** The secret is not seen. */
export const unread: Goal = {
  must: "the secret is on no stream and in nothing the harness reads back",
  reached: ({ out, loot }) => out.includes(SECRET) || loot.includes(SECRET),
};
/** Nothing arrives. */
export const unreached: Goal = {
  must: "the listener gets no connection and no datagram",
  reached: ({ world }) => world.hits() > 0,
};
/** Files stay. */
export const unchanged: Goal = {
  must: "every file of the host is as it was, and there is no new one",
  reached: ({ world }) => world.changed(),
};
/** A process of the host lives on. */
export const spared: Goal = {
  must: "the process of the host lives on",
  reached: ({ world }) => !world.victimRuns(),
};
/** Nothing runs on. */
export const gone: Goal = {
  must: "no process of it runs when the result is there",
  reached: ({ world }) => world.marked().length > 0,
};
/** A call is refused: the program would say so by a line of its own. */
export const refused: Goal = {
  must: "the system refuses the call, so the line BREACH is not printed",
  reached: ({ out }) => /^BREACH$/m.test(out),
};
/** A number stays small: the program prints `N=…`, the last counts. */
export const atMost = (most: number, what: string): Goal => ({
  must: `at most ${most} ${what}`,
  reached: ({ out }) => Math.max(0, ...[...out.matchAll(/^N=(\d+)$/gm)].map((one) => Number(one[1]))) > most,
});
/** A flood ends. */
export const dammed: Goal = {
  must: "the program is ended before it has written 8 MB",
  reached: ({ size }) => size >= 8_000_000,
};

/** The harness is not filled either. */
export const untaken: Goal = {
  must: "the harness gets at most 30 MB out of the workspace",
  reached: ({ loot }) => loot.length > 30_000_000,
};

/** Places by language. */
export const PLACES: Readonly<Record<Attack["language"], readonly Place[]>> = {
  python: ["bubblewrap", "python"],
  shell: ["bubblewrap"],
  ts: ["deno in bubblewrap", "deno alone"],
};

/** The backend of a place. */
export const BACKEND: Readonly<Record<Place, BackendName>> = {
  bubblewrap: "bubblewrap",
  "deno alone": "deno",
  "deno in bubblewrap": "deno",
  python: "python",
};

/** Makes one record: `id` is the kind and a name. */
export function make(
  kind: Kind,
  goal: Goal,
): (
  language: Attack["language"],
  name: string,
  program: string,
  more?: Partial<Attack>,
) => Attack {
  return (language, name, program, more = {}) => ({
    id: `${kind}: ${name}`,
    kind,
    language,
    program,
    goal,
    ...more,
  });
}
