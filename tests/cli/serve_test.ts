import { assert, assertEquals, assertRejects } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { startServer } from "../../lib/cli/serve.ts";
import type { ServeConfig } from "../../lib/cli/serve_config.ts";
import { childEnv } from "../support/cli.ts";
import { tempDir } from "../support/temp.ts";

/** A port that was free a moment ago. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return (listener.addr as Deno.NetAddr).port;
}

/** Serves after `afterMs`, with a child of its own that would live for a minute. */
const SERVER = `
const [port, afterMs, pidFile, die] = Deno.args;
const child = new Deno.Command(Deno.execPath(), { args: ["eval", "setTimeout(() => {}, 60000)"] }).spawn();
Deno.writeTextFileSync(pidFile, String(child.pid));
console.error("loading weights");
if (die === "die") Deno.exit(7);
if (afterMs !== "never") {
  setTimeout(() => Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen() {} }, () => new Response("ok")), Number(afterMs));
} else setTimeout(() => {}, 60000);
`;

async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => null);
  // A zombie is dead; in a container nobody may reap it.
  return stat !== null && !/\) Z /.test(stat);
}

const linux = Deno.build.os === "linux";

async function setUp(
  dir: { path: string; write(name: string, text: string): Promise<string> },
  ...rest: string[]
) {
  const port = freePort();
  const script = await dir.write("server.ts", SERVER);
  const pidFile = `${dir.path}/pid`;
  const config: ServeConfig = {
    command: [
      Deno.execPath(),
      "run",
      "-A",
      "--no-config",
      script,
      String(port),
      rest[0] ?? "0",
      pidFile,
      ...rest.slice(1),
    ],
    cwd: null,
    env: { ...childEnv(), NO_COLOR: "1" },
    health: "/health",
    readyTimeoutMs: 30_000,
    stopTimeoutMs: 5_000,
  };
  const grandchild = async (): Promise<number> => Number(await Deno.readTextFile(pidFile));
  return {
    config,
    grandchild,
    options: { baseUrl: `http://127.0.0.1:${port}/v1`, root: dir.path, env: childEnv(), pollMs: 50 },
  };
}

Deno.test({
  name: "startServer() waits for a server healthy after 2 s and stops its children too",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const { config, grandchild, options } = await setUp(dir, "2000");
  const startMs = performance.now();
  const server = await startServer(config, options);
  assert(performance.now() - startMs >= 2000);
  const response = await fetch(options.baseUrl);
  assertEquals(await response.text(), "ok");
  const pids = [server.pid, await grandchild()];
  assertEquals(await Promise.all(pids.map(isAlive)), [true, true]);
  await server.stop();
  await server.stop();
  assertEquals(await Promise.all(pids.map(isAlive)), [false, false]);
});

Deno.test({
  name: "startServer() gives up on a server that is never healthy and leaves nothing",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const { config, grandchild, options } = await setUp(dir, "never");
  const error = await assertRejects(
    () => startServer({ ...config, readyTimeoutMs: 1500 }, options),
    ModelError,
  );
  assertEquals(error.code, "serve_not_ready");
  assert(error.message.includes("within 1.5 s") && error.message.includes("loading weights"), error.message);
  assertEquals(await isAlive(await grandchild()), false);
});

Deno.test({
  name: "startServer() reports a server that dies and ends the grandchild it leaves",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const { config, grandchild, options } = await setUp(dir, "never", "die");
  const error = await assertRejects(() => startServer(config, options), ModelError);
  assertEquals(error.code, "serve_failed");
  assert(error.message.includes("ended with code 7"), error.message);
  assertEquals(await isAlive(await grandchild()), false);
});

Deno.test("startServer() refuses a port that answers already, and a program that is not there", async () => {
  await using dir = await tempDir();
  const { config, options } = await setUp(dir);
  const missing = { ...config, command: ["benchbook-no-such-program"] };
  assertEquals((await assertRejects(() => startServer(missing, options), ModelError)).code, "serve_failed");
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("ok"));
  const taken = { ...options, baseUrl: `http://127.0.0.1:${other.addr.port}/v1` };
  assertEquals((await assertRejects(() => startServer(config, taken), ModelError)).code, "serve_port_taken");
});

Deno.test({
  name:
    "Z08, U14: a started server gets no key of the caller and no LD_ variable, only what its config gives",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const { config, options } = await setUp(dir, "0");
  const file = dir.join("env.txt");
  const command = ["sh", "-c", `env > "${file}"; exec "$@"`, "sh", ...config.command];
  const env = {
    ...options.env,
    OPENAI_API_KEY: "sk-1",
    HF_TOKEN: "hf-2",
    LD_PRELOAD_NOT: "3",
    LD_LIBRARY_PATH: "/x",
  };
  // In this process's own environment too, which a child gets unless it is cleared.
  Deno.env.set("BENCHBOOK_TEST_KEY", "5");
  using _set = { [Symbol.dispose]: () => Deno.env.delete("BENCHBOOK_TEST_KEY") };
  await using _server = await startServer({
    ...config,
    command,
    env: { DENO_DIR: Deno.env.get("DENO_DIR") ?? "", OWN: "4" },
  }, {
    ...options,
    env,
  });
  const names = (await Deno.readTextFile(file)).split("\n").map((line) => line.split("=")[0] ?? "");
  assert(names.includes("OWN") && names.includes("PATH"), names.join());
  assertEquals(names.filter((name) => /KEY|TOKEN|^LD_/.test(name)), []);
});

Deno.test({ name: "startServer() stops at once when the run is interrupted", ignore: !linux }, async () => {
  await using dir = await tempDir();
  const { config, options } = await setUp(dir, "never");
  const abort = new AbortController();
  const reason = new DOMException("Interrupted by SIGINT", "AbortError");
  const waiting = startServer(config, { ...options, signal: abort.signal });
  abort.abort(reason);
  assertEquals(await waiting.catch((error) => error), reason);
});

Deno.test({
  name: "Z06: a server and its children end when the run is killed outright",
  ignore: !linux,
}, async () => {
  await using dir = await tempDir();
  const { config: plain, grandchild, options } = await setUp(dir, "0");
  // None of them listens to a polite word.
  const command = ["sh", "-c", "trap '' TERM; exec \"$@\"", "sh", ...plain.command];
  const config = { ...plain, command, stopTimeoutMs: 1_000 };
  const run = await dir.write(
    "run.ts",
    `import { startServer } from ${JSON.stringify(new URL("../../lib/cli/serve.ts", import.meta.url).href)};
const server = await startServer(${JSON.stringify(config)}, ${JSON.stringify(options)});
console.log(server.pid);
setTimeout(() => {}, 60000);
`,
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-config", run],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const pid = Number(new TextDecoder().decode((await reader.read()).value));
  const pids = [pid, await grandchild()];
  assertEquals(await Promise.all(pids.map(isAlive)), [true, true]);
  assertEquals(await (await fetch(options.baseUrl)).text(), "ok");
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  const isServing = (): Promise<boolean> =>
    fetch(options.baseUrl).then((response) => response.text()).then(() => true, () => false);
  const deadline = performance.now() + 15_000;
  const left = async (): Promise<boolean> =>
    (await Promise.all(pids.map(isAlive))).includes(true) || await isServing();
  while (await left() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 50));
  assertEquals([await Promise.all(pids.map(isAlive)), await isServing()], [[false, false], false]);
});
