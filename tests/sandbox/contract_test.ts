import { assertEquals } from "@std/assert";
import { openBubblewrap } from "../../lib/sandbox/bubblewrap.ts";
import { openDenoChild } from "../../lib/sandbox/deno_child.ts";
import { openPythonWasm } from "../../lib/sandbox/python_wasm.ts";
import { openUnsafeLocal } from "../../lib/sandbox/unsafe_local.ts";
import { denoPrograms, pythonPrograms, sandboxContract } from "../contract/sandbox_contract.ts";
import { testWith } from "../support/require.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

sandboxContract("bubblewrap", pythonPrograms, (limits) => openBubblewrap({ limits }), {
  parts: ["bwrap", "python"],
});
sandboxContract("deno in bubblewrap", denoPrograms, (limits) => openDenoChild({ limits }), {
  parts: ["bwrap"],
});
sandboxContract("deno alone", denoPrograms, (limits) => openDenoChild({ limits, bubblewrap: false }));
sandboxContract("python", pythonPrograms, (limits) => openPythonWasm({ limits }));
sandboxContract("unsafeLocal", pythonPrograms, (limits) => openUnsafeLocal({ limits }), {
  parts: ["python", "posix"],
  isolates: false,
});

/** Whether this run could become another user. */
const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;

testWith(["bwrap", "python"], "sandbox contract: bubblewrap and deno as an unprivileged user", async () => {
  if (!isRoot) return; // The tests above were that already.
  await using dir = await tempDir();
  await Deno.chmod(dir.path, 0o777);
  const user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
  const filter = "/sandbox contract: (bubblewrap|deno in bubblewrap|deno alone|unsafeLocal):/";
  const out = await new Deno.Command("setpriv", {
    args: [
      ...user,
      ...[Deno.execPath(), "test", "-A", "--no-check", "--no-lock", "--filter", filter],
      repoPath("tests/sandbox/contract_test.ts"),
    ],
    clearEnv: true,
    env: {
      PATH: "/usr/bin:/bin",
      HOME: dir.path,
      TMPDIR: dir.path,
      DENO_DIR: dir.join("deno"),
      NO_COLOR: "1",
    },
    cwd: repoPath("."),
  }).output();
  const text = new TextDecoder().decode(out.stdout) + new TextDecoder().decode(out.stderr);
  assertEquals(out.code, 0, text.slice(-6_000));
  assertEquals(/ok \| (\d+) passed \| 0 failed/.exec(text)?.[1], "74", text.slice(-1_000));
});
