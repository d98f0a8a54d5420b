/**
 * What every sandbox must do, whatever it is. Call it from a test file:
 * `sandboxContract("bubblewrap", pythonPrograms, (limits) => openBubblewrap({ limits }));`
 */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import type { Limits } from "../../lib/sandbox/limits.ts";
import type { ExecResult, Sandbox } from "../../lib/sandbox/sandbox.ts";
import type { Part } from "../support/require.ts";
import { testWith } from "../support/require.ts";
import { tempDir } from "../support/temp.ts";

/** The programs of the contract in the language that a sandbox runs. */
export interface Programs {
  /** Command line for code. */
  argv(code: string, ...args: string[]): string[];
  readonly hello: string;
  readonly exit124: string;
  readonly hang: string;
  readonly partThenHang: string;
  readonly flood: string;
  readonly badUtf8: string;
  readonly readStdin: string;
  readonly printEnv: string;
  readonly printArgs: string;
  readonly copyFile: string;
  readonly readHost: string;
  readonly connect: (port: number) => string;
  readonly spin: string;
}

export const pythonPrograms: Programs = {
  argv: (code, ...args) => ["python3", "-c", code, ...args],
  hello: "print('hello')",
  exit124: "import sys; sys.exit(124)",
  hang: "while True: pass",
  partThenHang: "print('step 1', flush=True)\nwhile True: pass",
  flood: "while True: print('y' * 1000)",
  badUtf8: "import sys; sys.stdout.buffer.write(b'a\\xf0\\x9f'); sys.stdout.flush()",
  readStdin: "import sys; print(repr(sys.stdin.read()))",
  printEnv: "import os\nfor k in sorted(os.environ): print(k, os.environ[k])",
  printArgs: "import sys; print(sys.argv[1:])",
  copyFile: "open('out.txt', 'w').write(open('in/a.txt').read() + '!')",
  readHost: "import sys\nprint(open(sys.argv[1]).read())",
  connect: (port) => `import socket; socket.create_connection(('127.0.0.1', ${port}), 2); print('connected')`,
  spin: "x = 0\nwhile True: x += 1",
};

export const denoPrograms: Programs = {
  argv: (code, ...args) => ["deno", "eval", code, ...args],
  hello: "console.log('hello')",
  exit124: "Deno.exit(124)",
  hang: "while (true) {}",
  partThenHang: "console.log('step 1'); while (true) {}",
  flood: "while (true) console.log('y'.repeat(1000))",
  badUtf8: "Deno.stdout.writeSync(new Uint8Array([97, 0xf0, 0x9f]))",
  readStdin:
    "console.log(JSON.stringify(await new Response(Deno.stdin.readable).text()).replaceAll('\"', \"'\"))",
  printEnv: "for (const k of Object.keys(Deno.env.toObject())) console.log(k, Deno.env.get(k))",
  printArgs: "console.log('[' + Deno.args.map((a) => `'${a}'`).join(', ') + ']')",
  copyFile: "Deno.writeTextFileSync('out.txt', Deno.readTextFileSync('in/a.txt') + '!')",
  readHost: "console.log(Deno.readTextFileSync(Deno.args[0]))",
  connect: (port) => `await Deno.connect({ hostname: '127.0.0.1', port: ${port} }); console.log('connected')`,
  spin: "let x = 0; while (true) x++",
};

/** What holds for this implementation. */
export interface SandboxContractOptions {
  /** Parts the tests need. */
  readonly parts?: readonly Part[];
  /** It isolates: host files, network and environment are out of reach. Default true. */
  readonly isolates?: boolean;
  /** Variables a program sees without asking. */
  readonly env?: readonly string[];
}

const SECRET = "BENCHBOOK_CONTRACT_SECRET";

/** Registers the tests. */
export function sandboxContract(
  name: string,
  programs: Programs,
  open: (limits: Partial<Limits>) => Promise<Sandbox>,
  options: SandboxContractOptions = {},
): void {
  const { parts = [], isolates = true } = options;
  const check = (what: string, fn: (box: Sandbox) => Promise<void>, limits: Partial<Limits> = {}): void => {
    testWith(parts, `sandbox contract: ${name}: ${what}`, async () => {
      await using box = await open({ wallMs: 20_000, outputBytes: 10_000, ...limits });
      await fn(box);
    });
  };
  const run = (box: Sandbox, code: string, ...args: string[]): Promise<ExecResult> =>
    box.exec(programs.argv(code, ...args));

  check("output, code and reason", async (box) => {
    const out = await run(box, programs.hello);
    assertEquals([out.stdout, out.code, out.reason, out.timedOut], ["hello\n", 0, "ok", false], out.stderr);
    assertEquals(out.stdoutBytes, new TextEncoder().encode("hello\n"));
    assertEquals([out.stdoutSize, out.truncated, out.signal], [6, false, null]);
    assert(out.durationMs > 0);
  });

  check("X07: exit code 124 is no time-out", async (box) => {
    const out = await run(box, programs.exit124);
    assertEquals([out.code, out.timedOut, out.reason], [124, false, "failed"]);
  });

  check("X08: a program that never ends is ended within the limit and two seconds", async (box) => {
    const out = await run(box, programs.hang);
    assertEquals([out.code, out.timedOut, out.reason], [null, true, "timeout"]);
    assert(out.durationMs >= 1_000 && out.durationMs < 3_000, `${out.durationMs} ms`);
  }, { wallMs: 1_000 });

  check("X05: what was written before the time-out is kept", async (box) => {
    const out = await run(box, programs.partThenHang);
    assertEquals([out.stdout, out.timedOut], ["step 1\n", true]);
  }, { wallMs: 2_000 });

  check("X03: a flood is cut, flagged and ended", async (box) => {
    const out = await run(box, programs.flood);
    assertEquals([out.reason, out.truncated, out.stdoutTruncated, out.stderrTruncated], [
      "output",
      true,
      true,
      false,
    ]);
    assertEquals(out.stdoutBytes.length, 10_000);
    assert(out.stdoutSize > 150_000);
    assertStringIncludes(out.stdout, "bytes left out]");
  });

  check("X04: bytes that are not UTF-8 are kept and shown as U+FFFD", async (box) => {
    const out = await run(box, programs.badUtf8);
    assertEquals([[...out.stdoutBytes], out.stdout], [[97, 0xf0, 0x9f], "a\uFFFD"]);
  });

  check("X15: standard input is empty unless given", async (box) => {
    assertEquals((await run(box, programs.readStdin)).stdout, "''\n");
    const given = await box.exec(programs.argv(programs.readStdin), { stdin: "7" });
    assertEquals(given.stdout, "'7'\n");
  });

  check("arguments are passed as they are, no shell reads them", async (box) => {
    const out = await run(box, programs.printArgs, "$HOME", "a b", "; echo x");
    assertEquals(out.stdout, "['$HOME', 'a b', '; echo x']\n");
  });

  check("Z08: nothing of the environment is inherited", async (box) => {
    Deno.env.set(SECRET, "hunter2");
    try {
      const out = await run(box, programs.printEnv);
      assert(!out.stdout.includes("hunter2") && !out.stdout.includes(SECRET), out.stdout);
      assert(isolates === false || !out.stdout.includes(Deno.env.get("HOME") ?? "/root"), out.stdout);
    } finally {
      Deno.env.delete(SECRET);
    }
  });

  check("files go in and come out", async (box) => {
    await box.write("in/a.txt", "data");
    const out = await run(box, programs.copyFile);
    assertEquals(out.code, 0, out.stderr);
    assertEquals(new TextDecoder().decode(await box.read("out.txt")), "data!");
    const { entries, bytes } = await box.snapshot();
    assertEquals(entries.map(({ path, kind }) => `${kind} ${path}`), [
      "folder in",
      "file in/a.txt",
      "file out.txt",
    ]);
    assertEquals(bytes, 9);
  });

  check("Z01: names never become paths unchecked", async (box) => {
    for (const path of ["../x", "/etc/x", "a/../../x", "a\0b", "", ".", "C:\\x", "x".repeat(300)]) {
      for (const act of [() => box.write(path, "x"), () => box.read(path)]) {
        const error = await assertRejects(act, Error, "", path);
        assert(isBenchError(error) && ["bad_path", "not_found"].includes(error.code), `${path}: ${error}`);
      }
    }
    await assertRejects(() => box.exec(programs.argv(programs.hello), { cwd: "../.." }));
  });

  check("Z03: a link is not copied in, and nothing else of its folder", async (box) => {
    await using dir = await tempDir();
    await dir.write("tree/a.txt", "a");
    await dir.write("key", "secret");
    await Deno.symlink(dir.join("key"), dir.join("tree/b"));
    const error = await assertRejects(() => box.upload(dir.join("tree")), Error, "it is a link");
    assert(isBenchError(error) && error.code === "link_refused");
    assertEquals((await box.snapshot()).entries, []);
    await Deno.remove(dir.join("tree/b"));
    await box.upload(dir.join("tree"), "in");
    assertEquals(new TextDecoder().decode(await box.read("in/a.txt")), "a");
  });

  check("X17: limits with 0, and a lifetime shorter than a program, are refused", async (box) => {
    await assertRejects(() => box.exec(programs.argv(programs.hello), { limits: { wallMs: 0 } }), RangeError);
    await assertRejects(
      () => box.exec(programs.argv(programs.hello), { limits: { wallMs: 90_000, lifetimeMs: 60_000 } }),
      RangeError,
    );
    await assertRejects(() => box.exec([]), TypeError);
  });

  check("an abort ends the program and throws its reason", async (box) => {
    const abort = new AbortController();
    const work = box.exec(programs.argv(programs.partThenHang), { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 300);
    await assertRejects(() => work, Error, "enough");
    assertEquals((await run(box, programs.hello)).stdout, "hello\n");
  });

  check("programs run side by side", async (box) => {
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => run(box, programs.printArgs, String(at))),
    );
    assertEquals(all.map(({ stdout }) => stdout), all.map((_, at) => `['${at}']\n`));
  });

  check("after close nothing runs and the workspace is gone", async (box) => {
    const work = run(box, programs.hang);
    const refused = assertRejects(() => work, Error, "it was closed");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await box.close();
    await refused;
    await assertRejects(() => run(box, programs.hello), Error, "it was closed");
    await box.close();
  });

  check("what it is can be written into a result", (box) => {
    assertEquals(JSON.parse(JSON.stringify(box.info)), box.info);
    assertEquals(box.info.cannotStop.length > 0, true);
    assertEquals(box.info.warnings.some((text) => /isolates nothing/.test(text)), !isolates);
    return Promise.resolve();
  });

  if (!isolates) return;

  check("a host file cannot be read", async (box) => {
    await using dir = await tempDir();
    const path = await dir.write("secret.txt", "hunter2");
    for (const target of [path, "/proc/1/environ", "/etc/shadow", "/root/.bashrc"]) {
      const out = await run(box, programs.readHost, target);
      assert(
        !out.stdout.includes("hunter2") && !/HOME=\/root|root:/.test(out.stdout),
        `${target}: ${out.stdout}`,
      );
    }
  });

  check("a port of this machine cannot be reached", async (box) => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    try {
      const out = await run(box, programs.connect((listener.addr as Deno.NetAddr).port));
      assert(!out.stdout.includes("connected") && out.code !== 0, out.stdout + out.stderr);
    } finally {
      listener.close();
    }
  });
}
