import { assertEquals } from "@std/assert";
import { seccompFilter } from "../../lib/sandbox/seccomp.ts";
import { testWith } from "../support/require.ts";
import { tempDir } from "../support/temp.ts";

/** What programs may and may not do, each as one word. */
const PROBE = `
import ctypes, os, platform, socket, subprocess, threading
c = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"
def spaces(call, *args):
    pid = c.syscall(call, *args)
    if pid == 0: os._exit(0)
    if pid > 0: os.waitpid(pid, 0)
    return "made" if pid > 0 else os.strerror(ctypes.get_errno())
print("clone", spaces(56 if x86 else 220, 0x10000000 | 17, 0, 0, 0, 0))
print("fork", spaces(56 if x86 else 220, 17, 0, 0, 0, 0))
print("clone3", spaces(435, (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0), 64))
for family in (1, 2, 10, 16, 38, 40):
    try:
        socket.socket(family, socket.SOCK_SEQPACKET if family == 38 else socket.SOCK_DGRAM if family == 16 else socket.SOCK_STREAM).close()
        print(family, "made")
    except OSError as error:
        print(family, error.errno)
done = []
thread = threading.Thread(target=lambda: done.append(1)); thread.start(); thread.join()
print("thread", done, "child", subprocess.run(["true"]).returncode)
`;

testWith(
  ["bwrap", "python", "linux"],
  "the call filter by itself: no namespace by clone, no family beyond the network's",
  async () => {
    const filter = seccompFilter();
    if (filter === null) return;
    await using dir = await tempDir();
    await Deno.writeFile(dir.join("filter"), filter);
    // Without --disable-userns, as with a bubblewrap that lacks it.
    const out = await new Deno.Command("sh", {
      args: [
        "-c",
        'exec 9<"$1"; exec bwrap --unshare-user --unshare-pid --ro-bind / / --proc /proc --dev /dev --seccomp 9 python3 -c "$2"',
        "sh",
        dir.join("filter"),
        PROBE,
      ],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin" },
    }).output();
    const text = new TextDecoder().decode(out.stdout) + new TextDecoder().decode(out.stderr);
    assertEquals(text.trim().split("\n"), [
      "clone Operation not permitted",
      "fork made",
      "clone3 Function not implemented",
      ...["1 made", "2 made", "10 made", "16 made", "38 97", "40 97"],
      "thread [1] child 0",
    ]);
  },
);
