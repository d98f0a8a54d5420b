/**
 * Attempts to outlive the program, to reach other processes, the clock, or a
 * namespace with more rights.
 *
 * @module
 */
import { type Attack, gone, type Known, make, refused, spared, unread } from "./attack.ts";

const session = make("session escape", gone);
const signals = make("signals", spared);
const clock = make("clock", refused);
const ptrace = make("ptrace", refused);
const ptraceRead = make("ptrace", unread);
const spaces = make("namespaces", refused);

const native = { on: ["bubblewrap"] } as const;
const root = { ...native, rootControl: true } as const;
const C =
  "import ctypes, platform\nc = ctypes.CDLL(None, use_errno=True)\nX = platform.machine() == 'x86_64'\n";
const AFTER =
  "os.closerange(0, 3)\n    os.execv('/usr/bin/python3', ['python3', '-c', 'import time; time.sleep(15)', W.mark])";

export const ESCAPES: readonly Attack[] = [
  // -- a session of its own
  session(
    "python",
    "fork and setsid",
    `if os.fork() == 0:\n    os.setsid()\n    ${AFTER}\nimport time; time.sleep(0.2)`,
    native,
  ),
  session(
    "python",
    "the daemon's double fork",
    `if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    os.umask(0); os.chdir('/')\n    ${AFTER}\n  os._exit(0)\nos.wait()\nimport time; time.sleep(0.2)`,
    native,
  ),
  session(
    "shell",
    "setsid of the system",
    'setsid python3 -c "import time; time.sleep(15)" "$MARK" </dev/null >/dev/null 2>&1 & sleep 0.3',
  ),
  session(
    "shell",
    "nohup in the background",
    'set -m; nohup python3 -c "import time; time.sleep(15)" "$MARK" </dev/null >/dev/null 2>&1 & sleep 0.3',
  ),
  session(
    "python",
    "a reaper of its own, signals ignored",
    `import signal\n${C}c.prctl(36, 1, 0, 0, 0)\nfor s in (1, 2, 3, 13, 15): signal.signal(s, signal.SIG_IGN)\nif os.fork() == 0:\n    os.setpgid(0, 0)\n    ${AFTER}\nimport time; time.sleep(0.2)`,
    native,
  ),
  session(
    "python",
    "spawned with a session, while the parent runs into its limit",
    "import subprocess, time\nsubprocess.Popen(['/usr/bin/python3', '-c', 'import time; time.sleep(15)', W.mark], start_new_session=True, stdin=-3, stdout=-3, stderr=-3)\ntime.sleep(0.3)\nos.kill(os.getpid(), 9)",
    native,
  ),
  session(
    "ts",
    "a detached child",
    "new Deno.Command('/bin/sh', { args: ['-c', 'sleep 15; :', W.mark], detached: true, stdin: 'null', stdout: 'null', stderr: 'null' }).spawn().unref(); Deno.exit()",
  ),
  session(
    "ts",
    "a detached child of node",
    "const c = (await import('node:child_process')).spawn('/bin/sh', ['-c', 'sleep 15; :', W.mark], { detached: true, stdio: 'ignore' }); c.unref(); await new Promise((r, f) => c.on('spawn', r).on('error', f)); Deno.exit()",
  ),

  // -- signals to processes of the host
  signals("python", "kill", "os.kill(W.pid, 9)"),
  signals("shell", "kill of the shell", 'kill -9 "$PID"'),
  signals(
    "python",
    "by a handle of the process",
    "import signal\nsignal.pidfd_send_signal(os.pidfd_open(W.pid), 9)",
    native,
  ),
  signals("python", "to one thread", `${C}c.syscall(200 if X else 130, W.pid, 9)`, native),
  signals(
    "python",
    "limits of another process set to nothing",
    "import resource\nresource.prlimit(W.pid, resource.RLIMIT_CPU, (0, 0)); resource.prlimit(W.pid, resource.RLIMIT_NOFILE, (0, 0))\nos.kill(W.pid, 24)",
    native,
  ),
  signals(
    "python",
    "from a file's owner",
    "import fcntl, signal\nr, w = os.pipe()\nfcntl.fcntl(r, 10, 9)\nfcntl.fcntl(r, fcntl.F_SETOWN, W.pid)\nfcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)\nos.write(w, b'x')",
    native,
  ),
  signals("ts", "kill", "Deno.kill(W.pid, 'SIGKILL')"),
  signals("ts", "kill of node", "(await import('node:process')).kill(W.pid, 'SIGKILL')"),
  signals(
    "ts",
    "by a program",
    "new Deno.Command('/bin/kill', { args: ['-9', String(W.pid)] }).outputSync()",
  ),
  make("signals", refused)(
    "python",
    "to the parent",
    "import time\np = os.getppid()\nos.kill(p, 9)\ntime.sleep(0.3)\nif os.getppid() != p: print('BREACH')",
    native,
  ),

  // -- the clock: each control sets what is set already
  clock(
    "python",
    "set to what it is",
    "import time\ntime.clock_settime_ns(time.CLOCK_REALTIME, time.clock_gettime_ns(time.CLOCK_REALTIME))\nprint('BREACH')",
    root,
  ),
  clock("shell", "date", 'date -s "@$(date +%s.%N)" >/dev/null && echo BREACH', root),
  clock(
    "python",
    "the older call",
    `import time\n${C}t = time.time_ns()\ns = (ctypes.c_long * 2)(t // 10**9, t // 1000 % 10**6)\nif c.settimeofday(s, None) == 0: print('BREACH')`,
    root,
  ),
  clock(
    "python",
    "its speed",
    `${C}b = (ctypes.c_long * 26)()\nc.adjtimex(b)\nctypes.cast(b, ctypes.POINTER(ctypes.c_uint))[0] = 2\nif c.adjtimex(b) >= 0: print('BREACH')`,
    root,
  ),
  clock("python", "a time of its own for its children", `${C}if c.unshare(0x80) == 0: print('BREACH')`, root),
  clock(
    "python",
    "the hardware's",
    "import glob\nos.open(glob.glob('/sys/class/rtc/*/wakealarm')[0] if glob.glob('/sys/class/rtc/*/wakealarm') else '/proc/sys/kernel/timer_migration', os.O_WRONLY)\nprint('BREACH')",
    root,
  ),
  clock(
    "ts",
    "date as a child",
    "const o = new Deno.Command('/bin/date', { args: ['-s', '@' + (Date.now() / 1000)], stdout: 'null' }).outputSync(); if (o.success) console.log('BREACH')",
    {
      rootControl: true,
    },
  ),

  // -- ptrace and its like
  ptrace(
    "python",
    "be traced",
    `${C}if os.fork() == 0: os._exit(7 if c.ptrace(0, 0, 0, 0) == 0 else 0)\nif os.wait()[1] >> 8 == 7: print('BREACH')`,
    native,
  ),
  ptrace(
    "python",
    "trace a process of the host",
    `${C}if c.ptrace(0x4206, W.pid, 0, 0) == 0: print('BREACH')`,
    native,
  ),
  ptrace(
    "python",
    "trace a child",
    `import time\n${C}p = os.fork()\nif p == 0: time.sleep(2); os._exit(0)\nif c.ptrace(0x4206, p, 0, 0) == 0: print('BREACH')\nos.kill(p, 9)`,
    native,
  ),
  ptrace(
    "python",
    "memory of another process by a call",
    `import time\n${C}b = ctypes.create_string_buffer(8)\np = os.fork()\nif p == 0: time.sleep(2); os._exit(0)\nclass V(ctypes.Structure): _fields_ = [('a', ctypes.c_void_p), ('n', ctypes.c_size_t)]\nl, r = V(ctypes.addressof(b), 8), V(ctypes.addressof(b), 8)\nif c.process_vm_readv(p, ctypes.byref(l), 1, ctypes.byref(r), 1, 0) == 8: print('BREACH')\nos.kill(p, 9)`,
    native,
  ),
  ptraceRead(
    "python",
    "memory of a process of the host by its file",
    "for line in open(f'/proc/{W.pid}/maps'):\n  if '[stack]' in line:\n    a, b = (int(x, 16) for x in line.split()[0].split('-'))\n    f = open(f'/proc/{W.pid}/mem', 'rb'); f.seek(a); print(f.read(b - a).decode('latin-1'))",
    native,
  ),
  ptrace(
    "python",
    "a file taken from another process",
    `${C}f = os.pidfd_open(W.pid)\nif c.syscall(438, f, 3, 0) >= 0: print('BREACH')`,
    native,
  ),
  ptrace(
    "python",
    "memory of the first process, written",
    "for p in (1, W.pid):\n  try: open(f'/proc/{p}/mem', 'r+b'); print('BREACH')\n  except OSError: pass",
    native,
  ),
  ptrace(
    "python",
    "a file taken from the first process",
    `${C}for p in (1, W.pid):\n  for n in range(8):\n    if c.syscall(438, os.pidfd_open(p), n, 0) >= 0: print('BREACH')`,
    native,
  ),
  ptrace(
    "ts",
    "a debugger as a child",
    "const o = new Deno.Command('/usr/bin/python3', { args: ['-c', `import ctypes; print(ctypes.CDLL(None).ptrace(0x4206, ${W.pid}, 0, 0))`] }).outputSync(); if (new TextDecoder().decode(o.stdout) === '0\\n') console.log('BREACH')",
  ),

  // -- namespaces
  spaces("shell", "a user namespace by the system's program", "unshare -U true && echo BREACH"),
  spaces(
    "python",
    "a user namespace by clone",
    `${C}p = c.syscall(56 if X else 220, 0x10000000 | 17, 0, 0, 0, 0)\nif p == 0: os._exit(0)\nif p > 0: os.waitpid(p, 0); print('BREACH')`,
    native,
  ),
  spaces(
    "python",
    "a user namespace by the newer clone",
    `${C}b = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17, 0, 0, 0)\np = c.syscall(435, b, 64)\nif p == 0: os._exit(0)\nif p > 0: os.waitpid(p, 0); print('BREACH')`,
    native,
  ),
  spaces("shell", "bubblewrap in bubblewrap", "bwrap --ro-bind / / --unshare-user true && echo BREACH"),
  spaces(
    "python",
    "the namespaces of a process of the host",
    `${C}n = 0\nfor k in ('net', 'mnt', 'pid'):\n  f = os.open(f'/proc/{W.pid}/ns/{k}', os.O_RDONLY)\n  n += c.setns(f, 0) == 0\nif n: print('BREACH')`,
    root,
  ),
  spaces(
    "python",
    "a mount of one's own",
    `${C}\nif os.fork() == 0:\n  c.unshare(0x20000)\n  c.mount(b'none', b'/', None, 0x44000, None)\n  os._exit(7 if c.mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0 else 0)\nif os.wait()[1] >> 8 == 7: print('BREACH')`,
    root,
  ),
  spaces(
    "python",
    "another root",
    "if os.fork() == 0:\n  os.chroot('/usr'); os._exit(7)\nif os.wait()[1] >> 8 == 7: print('BREACH')",
    root,
  ),
  spaces("python", "a device file", "os.mknod('disk', 0o60600, os.makedev(254, 0))\nprint('BREACH')", root),
  spaces("python", "another user", "os.setuid(0 if os.getuid() else 1)\nprint('BREACH')", root),
  spaces(
    "ts",
    "as a child",
    "if (new Deno.Command('/usr/bin/unshare', { args: ['-U', 'true'] }).outputSync().success) console.log('BREACH')",
  ),
];

const stays = (
  language: Attack["language"],
  name: string,
  program: string,
  more: Pick<Known, "documented" | "on">,
): Known => ({
  id: `not stopped: ${name}`,
  kind: "not stopped",
  language,
  program,
  goal: { must: "it succeeds, and the backend says so", reached: ({ out }) => /^BREACH$/m.test(out) },
  ...more,
});

/** What is not stopped and said not to be. These are not counted among the attempts. */
export const NOT_STOPPED: readonly Known[] = [
  stays("shell", "reading /usr of the host", "[ -r /usr/bin/env ] && echo BREACH", {
    on: ["bubblewrap"],
    documented: /reading `?\/usr/,
  }),
  stays(
    "shell",
    "learning where the workspace lies",
    "grep -q benchbook_ /proc/self/mountinfo && echo BREACH",
    {
      on: ["bubblewrap"],
      documented: /where the workspace lies/,
    },
  ),
  stays(
    "python",
    "using the processor up to the wall limit",
    "import time\nt = time.time()\nwhile time.time() < t + 1: pass\nprint('BREACH')",
    {
      documented: /processor/,
    },
  ),
  stays(
    "ts",
    "using the processor up to the wall limit",
    "const t = Date.now(); while (Date.now() < t + 500); console.log('BREACH')",
    {
      documented: /processor/,
    },
  ),
  stays("ts", "learning where Deno lies", "if (Deno.execPath().includes('deno')) console.log('BREACH')", {
    on: ["deno alone"],
    documented: /paths of Deno/,
  }),
];
