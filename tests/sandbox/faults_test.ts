import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { openBubblewrap } from "../../lib/sandbox/bubblewrap.ts";
import { openDenoChild } from "../../lib/sandbox/deno_child.ts";
import { type MicroBuilder, type MicroModule, openMicrosandbox } from "../../lib/sandbox/microsandbox.ts";
import { openSandbox, parseBackend } from "../../lib/sandbox/open_sandbox.ts";
import { readProxyHead } from "../../lib/sandbox/policy.ts";
import { openRoom } from "../../lib/sandbox/room.ts";
import { UNSAFE_WARNING } from "../../lib/sandbox/unsafe_local.ts";
import { becomes, processesWith } from "../support/process.ts";
import { testWith } from "../support/require.ts";

Deno.test("X18: no KVM is said before anything is spent, and nothing weaker is taken", async () => {
  const preflight = () => Promise.resolve("there is no /dev/kvm");
  let loaded = false;
  const load = () => {
    loaded = true;
    return Promise.reject(new Error("never"));
  };
  const error = await assertRejects(
    () => openMicrosandbox({ preflight, load }),
    Error,
    "there is no /dev/kvm",
  );
  assert(isBenchError(error) && error.code === "backend_unavailable" && /bubblewrap/.test(error.hint ?? ""));
  assert(!loaded);
});

Deno.test("microsandbox: what is asked of the package", async () => {
  const said: string[] = [];
  const builder: MicroBuilder = {
    image: (name) => (said.push(`image ${name}`), builder),
    cpus: (count) => (said.push(`cpus ${count}`), builder),
    memory: (mib) => (said.push(`memory ${mib}`), builder),
    volume: (guest) => (said.push(`volume ${guest}`), builder),
    env: (name) => (said.push(`env ${name}`), builder),
    disableNetwork: () => (said.push("no network"), builder),
    create: () =>
      Promise.resolve({
        exec(command, args) {
          said.push([command, ...args.slice(-2)].join(" "));
          if (args.at(-1) === "hang") return new Promise<never>(() => {});
          return Promise.resolve({ code: 3, stdout: () => "out", stderr: () => "err" });
        },
        kill: () => (said.push("kill"), Promise.resolve()),
      }),
  };
  const module: MicroModule = { Sandbox: { builder: () => builder } };
  await using box = await openMicrosandbox({
    preflight: () => Promise.resolve(null),
    load: () => Promise.resolve(module),
    limits: { wallMs: 300, memoryMb: 128 },
  });
  const out = await box.exec(["prog", "arg"]);
  assertEquals([out.code, out.stdout, out.stderr, out.reason], [3, "out", "err", "failed"]);
  const late = await box.exec(["prog", "hang"]);
  assertEquals([late.timedOut, late.code, late.reason], [true, null, "timeout"]);
  for (const one of ["no network", "memory 128", "volume /work", "sh prog arg", "kill"]) {
    assert(said.includes(one), one);
  }
  assertEquals(said.filter((one) => one === "kill").length, 2);
});

Deno.test("Z06: unsafeLocal is never taken by auto, and warns", async () => {
  assertEquals(parseBackend("unsafe-local"), "unsafeLocal");
  await using box = await openSandbox({ backend: "unsafeLocal" });
  assertEquals([box.info.warnings, box.info.isolation.files], [[UNSAFE_WARNING], "host"]);
  const { AUTO_ORDER } = await import("../../lib/sandbox/backends.ts");
  assert(Object.values(AUTO_ORDER).every((names) => names.length > 0 && !names.includes("unsafeLocal")));
  assertThrows(() => parseBackend("none"), TypeError);
});

testWith(["bwrap"], "auto says what it took and why", async () => {
  await using box = await openSandbox();
  assertEquals(box.info.backend, "bubblewrap");
  assert(
    /^auto: the strongest that works here \(passed over: microsandbox: /.test(box.info.why),
    box.info.why,
  );
});

testWith(
  ["bwrap", "python"],
  "X20: a fork bomb and a memory bomb are held, others are not touched",
  async () => {
    await using box = await openBubblewrap({ limits: { wallMs: 20_000, processes: 40, memoryMb: 256 } });
    const fork =
      "import os\nn = 0\ntry:\n  while True:\n    if os.fork() == 0:\n      import time; time.sleep(60)\n" +
      "    n += 1\nexcept OSError: print(n)";
    const [bomb, hog, good] = await Promise.all([
      box.exec(["python3", "-c", fork]),
      box.exec(["python3", "-c", "x = 'a' * 10**10"]),
      box.exec(["python3", "-c", "print('fine')"]),
    ]);
    assert(Number(bomb.stdout) > 10 && Number(bomb.stdout) <= 40, bomb.stdout);
    assertEquals([hog.reason, hog.code], ["memory", 1]);
    assertEquals(good.stdout, "fine\n");
  },
);

testWith(["bwrap", "python"], "X20: temporary folders, files and the workspace are bounded", async () => {
  await using box = await openBubblewrap({ limits: { diskMb: 4, wallMs: 20_000 } });
  const fill = (path: string) =>
    `import os\ntry:\n  for i in range(64): open(f'${path}/{i}', 'wb').write(b'x' * 1000000)\nexcept OSError as e: print(e.errno)`;
  for (const path of ["/tmp", "/dev/shm"]) {
    assertEquals((await box.exec(["python3", "-c", fill(path)])).stdout, "28\n", path);
  }
  for (const path of ["/", "/dev", "/etc", "/usr"]) {
    assert(["30\n", "13\n", "1\n"].includes((await box.exec(["python3", "-c", fill(path)])).stdout), path);
  }
  const slow = fill("/work").replace("'x' * 1000000)", "'x' * 1000000); import time; time.sleep(0.2)");
  assertEquals((await box.exec(["python3", "-c", slow])).reason, "disk");
});

testWith(["bwrap", "python"], "X06, X08: a session of its own does not survive its program", async () => {
  await using box = await openBubblewrap({ limits: { wallMs: 1_000 } });
  const mark = `mark${crypto.randomUUID()}`;
  const code =
    "import os, sys, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(60)\n";
  await box.exec(["python3", "-c", code, mark]);
  await box.exec(["python3", "-c", `${code}while True: pass`, mark]);
  assert(await becomes(() => processesWith(mark).length === 0));
});

testWith(
  ["bwrap", "python"],
  "A05: when the result is there, nothing writes to the workspace any more",
  async () => {
    await using box = await openBubblewrap({ limits: { wallMs: 1_000 } });
    const code =
      "import time, os\nif os.fork() == 0: os.setsid()\ni = 0\nwhile True:\n  open('f', 'w').write(str(i)); i += 1";
    assertEquals((await box.exec(["python3", "-c", code])).timedOut, true);
    const first = (await box.snapshot()).digest;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assertEquals((await box.snapshot()).digest, first);
  },
);

testWith(["bwrap"], "Z08: the launcher's environment and paths are not seen through /proc/1", async () => {
  await using box = await openBubblewrap();
  const out = await box.exec([
    "sh",
    "-c",
    "cat /proc/1/environ /proc/1/cmdline | tr '\\0' '\\n'; ls -l /proc/1/fd /proc/1/cwd",
  ], {
    env: { TOKEN: "sk-inside" },
  });
  assert(!/benchbook_box|\/root|\/home|sk-inside/.test(out.stdout), out.stdout);
});

testWith(["bwrap", "python"], "Z03: a link made inside is named, never followed", async () => {
  await using box = await openBubblewrap();
  await box.exec(["sh", "-c", "ln -s /etc/passwd key; mkfifo pipe; mkdir d; ln -s /etc d/e"]);
  for (const path of ["key", "pipe", "d/e/passwd"]) {
    const error = await assertRejects(() => box.read(path), Error);
    assert(isBenchError(error) && error.code === "bad_path", path);
  }
  for (const path of ["key", "d/e/new"]) await assertRejects(() => box.write(path, "x"), Error, "link");
  const kinds = (await box.snapshot()).entries.map(({ path, kind, target }) =>
    `${kind} ${path} ${target ?? ""}`.trim()
  );
  assertEquals(kinds, ["folder d", "link d/e /etc", "link key /etc/passwd", "other pipe"]);
});

Deno.test("Z03: deno outside bubblewrap refuses a workspace with a link", async () => {
  if (Deno.build.os === "windows") return;
  const room = await openRoom();
  await room.write("a.ts", "");
  await Deno.symlink("/etc", `${room.path}/etc`);
  await assertRejects(() => room.read("etc/passwd"), Error, "link");
  await room.remove();
  await using box = await openDenoChild({ bubblewrap: false });
  const out = await box.exec(["deno", "eval", "Deno.symlinkSync('/etc', 'e')"]);
  assertEquals(out.reason, "refused");
});

testWith(["bwrap", "python"], "network: named hosts by a proxy, all else refused and told", async () => {
  const serve = (text: string) =>
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response(text));
  const [good, other] = [serve("welcome"), serve("never")];
  try {
    await using box = await openBubblewrap({ network: { hosts: [`127.0.0.1:${good.addr.port}`] } });
    assertEquals(box.info.isolation.network, "hosts");
    const fetching =
      "import sys, urllib.request\nfor url in sys.argv[1:]:\n  try: print(urllib.request.urlopen(url, " +
      "timeout=5).read().decode())\n  except Exception as error: print(error)";
    const urls = [
      `http://127.0.0.1:${good.addr.port}/`,
      `http://127.0.0.1:${other.addr.port}/`,
      "http://localhost:1/",
    ];
    const out = await box.exec(["python3", "-c", fetching, ...urls]);
    assertEquals(out.stdout, "welcome\nHTTP Error 403: Forbidden\nHTTP Error 403: Forbidden\n");
    assertEquals(out.evidence, [`tried to reach 127.0.0.1:${other.addr.port}`, "tried to reach localhost:1"]);
    const direct = `import socket; socket.create_connection(('127.0.0.1', ${good.addr.port}), 2)`;
    assert((await box.exec(["python3", "-c", direct])).stderr.includes("ConnectionRefusedError"));
    assertEquals((await box.exec(["sh", "-c", "exit 7"])).code, 7);
  } finally {
    await good.shutdown();
    await other.shutdown();
  }
  await assertRejects(() => openBubblewrap({ network: { hosts: ["*.org"] } }), TypeError);
});

Deno.test("network: heads that are no request to a proxy lead nowhere", () => {
  for (
    const head of [
      "GET / HTTP/1.1",
      "CONNECT a.org HTTP/1.1 x\r\n",
      "GET ftp://a/ HTTP/1.1",
      "CONNECT *:1 HTTP/1.1",
      "",
    ]
  ) {
    const found = readProxyHead(`${head}\r\n\r\n`);
    assert(found === null || found.hostname === "a.org", head);
  }
  const plain = readProxyHead(
    "GET http://A.org:81/p?q HTTP/1.1\r\nHost: evil\r\nProxy-Authorization: x\r\nX: 1\r\n\r\n",
  );
  assertEquals(plain?.head, "GET /p?q HTTP/1.1\r\nHost: a.org:81\r\nX: 1\r\nConnection: close\r\n\r\n");
});
