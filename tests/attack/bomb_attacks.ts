/**
 * Attempts to use up the machine. Each program is bounded by itself, so that
 * its control does no harm: at most 150 processes, 1.3 GB, 40 MB on disk.
 *
 * @module
 */
import { atMost, type Attack, dammed, make, untaken } from "./attack.ts";

/** Limits in force; kinds that are not about memory have more of it, so that nothing else stops them. */
export const LIMITS = {
  wallMs: 12_000,
  memoryMb: 128,
  processes: 40,
  diskMb: 4,
  outputBytes: 20_000,
} as const;

const PROCESSES = 100;
const fork = make("fork bomb", atMost(PROCESSES, "processes or threads at once"));
const heap = make("heap bomb", atMost(300, "MB held in the heap"));
const memory = make("memory outside the heap", atMost(900, "MB held outside the heap"));
const disk = make("disk fill", atMost(30, "MB on disk"));
const flood = make("output flood", dammed);
const zombie = make("zombies", atMost(PROCESSES, "processes that ended and are not collected"));

const native = { on: ["bubblewrap"], solo: true } as const;
const caged = { ...native, control: "caged" } as const;
const solo = { solo: true } as const;
const sleep = "import time; time.sleep(20); os._exit(0)";

export const BOMBS: readonly Attack[] = [
  // -- processes
  fork(
    "python",
    "one after the other",
    `n = 0\nfor i in range(150):\n  if os.fork() == 0: ${sleep}\n  n += 1; print(f'N={n}', flush=True)`,
    caged,
  ),
  fork(
    "python",
    "doubling",
    "import time\nr, w = os.pipe()\nfor i in range(7):\n  try: os.fork()\n  except OSError: break\nos.write(w, b'x'); time.sleep(1)\nos.set_blocking(r, False)\nn = os.read(r, 999)\nprint(f'N={len(n)}', flush=True); time.sleep(1)",
    caged,
  ),
  fork(
    "python",
    "threads",
    "import threading, time\nfor n in range(150):\n  threading.Thread(target=time.sleep, args=(3,), daemon=True).start(); print(f'N={n + 1}', flush=True)\nos._exit(0)",
    caged,
  ),
  fork(
    "shell",
    "jobs of a shell",
    'n=0; while [ $n -lt 150 ]; do sleep 20 & n=$((n+1)); echo "N=$n"; done',
    caged,
  ),
  fork(
    "python",
    "spawned programs",
    "n = 0\nfor i in range(150):\n  os.posix_spawn('/bin/sleep', ['sleep', '20'], {}); n += 1; print(f'N={n}', flush=True)",
    caged,
  ),
  fork(
    "ts",
    "children",
    "for (let n = 1; n <= 120; n++) { new Deno.Command('/bin/sleep', { args: ['20'], stdin: 'null', stdout: 'null', stderr: 'null' }).spawn(); console.log(`N=${n}`); } Deno.exit()",
    { control: "caged" },
  ),
  fork(
    "ts",
    "children of node",
    "const { spawn } = await import('node:child_process'); for (let n = 1; n <= 120; n++) { const c = spawn('/bin/sleep', ['20'], { stdio: 'ignore' }); await new Promise((r, f) => c.on('spawn', r).on('error', f)); console.log(`N=${n}`); } Deno.exit()",
    { control: "caged" },
  ),
  fork(
    "ts",
    "threads of workers",
    "const u = 'data:text/javascript,postMessage(1); setInterval(() => {}, 1e3)'; for (let n = 1; n <= 110; n++) { const w = new Worker(u, { type: 'module' }); await new Promise((r, f) => { w.onmessage = r; w.onerror = f; }); console.log(`N=${n}`); } Deno.exit()",
    { control: "caged" },
  ),

  // -- the heap of the language
  heap(
    "ts",
    "small objects",
    "const a = []; for (let n = 0; n < 400;) { const b = []; for (let i = 0; i < 20000; i++) b.push([i, i, i, i]); a.push(b); n = Math.floor((await mb()) ); if (n > 0) console.log(`N=${n}`); }\nfunction mb() { return import('node:process').then((p) => p.memoryUsage().heapUsed / 1e6); }",
  ),
  heap(
    "ts",
    "one array that doubles",
    "let a = [1.5]; while (a.length < 5e7) { a = a.concat(a); console.log(`N=${Math.floor(a.length * 8 / 1e6)}`); }",
  ),
  heap(
    "ts",
    "a map of keys",
    "const m = new Map(); for (let i = 0; i < 4e6; i++) { m.set(i + 0.5, { i }); if (i % 2e5 === 0) console.log(`N=${Math.floor(i / 1.25e4)}`); }",
  ),
  heap(
    "ts",
    "closures",
    "const a = []; for (let i = 0; i < 3e6; i++) { const b = { i, c: [i] }; a.push(() => b); if (i % 1e5 === 0) console.log(`N=${Math.floor(i * 1.2e-4)}`); }",
  ),
  heap(
    "python",
    "strings in a list",
    "a = []\nfor i in range(400):\n  a.append(bytes(1000000)[1:].decode()); print(f'N={i + 1}', flush=True)",
    native,
  ),
  heap(
    "python",
    "numbers in a dict",
    "d = {}\nfor i in range(4000000):\n  d[i] = i + 0.5\n  if i % 100000 == 0: print(f'N={i // 10000}', flush=True)",
    native,
  ),

  // -- memory outside of it
  memory(
    "ts",
    "array buffers",
    "const a = []; for (let n = 100; n <= 1200; n += 100) { a.push(new Uint8Array(1e8).fill(1)); console.log(`N=${n}`); }",
  ),
  memory(
    "ts",
    "memory of WebAssembly",
    "const m = []; for (let n = 100; n <= 1200; n += 100) { const one = new WebAssembly.Memory({ initial: 1600 }); new Uint8Array(one.buffer).fill(1); m.push(one); console.log(`N=${n}`); }",
  ),
  memory(
    "ts",
    "a shared buffer that grows",
    "const s = new SharedArrayBuffer(0, { maxByteLength: 1.3e9 }); for (let n = 100; n <= 1200; n += 100) { s.grow(n * 1e6); new Uint8Array(s).fill(1, (n - 100) * 1e6); console.log(`N=${n}`); }",
  ),
  memory(
    "ts",
    "buffers of node",
    "const { Buffer } = await import('node:buffer'); const a = []; for (let n = 100; n <= 1200; n += 100) { a.push(Buffer.alloc(1e8, 1)); console.log(`N=${n}`); }",
  ),
  memory("python", "one byte array", "b = bytearray(1200000000)\nprint('N=1200', flush=True)", solo),
  memory(
    "python",
    "a mapping without a file",
    "import mmap\nm = []\nfor n in range(100, 1300, 100):\n  p = mmap.mmap(-1, 100000000); p[::4096] = b'x' * len(range(0, len(p), 4096)); m.append(p); print(f'N={n}', flush=True)",
    native,
  ),
  memory(
    "python",
    "a list of arrays",
    "import array\na = []\nfor n in range(100, 1300, 100):\n  a.append(array.array('q', [1]) * 12500000); print(f'N={n}', flush=True)",
    solo,
  ),
  memory("shell", "a variable of the shell", 'perl -e \'$s = "x" x 1_000_000_000; print "N=1000\\n"\''),

  // -- disk
  disk(
    "python",
    "one file",
    "f = open('big', 'wb')\nfor n in range(1, 41):\n  f.write(b'x' * 1000000); f.flush(); print(f'N={n}', flush=True); import time; time.sleep(0.03)",
    native,
  ),
  make("disk fill", untaken)(
    "python",
    "a file for the harness to take",
    "open('loot', 'w').write('x' * 40000000)",
    { solo: true, harvest: "read" },
  ),
  disk(
    "python",
    "many files",
    "import time\nfor n in range(1, 41):\n  open(f'f{n}', 'wb').write(b'x' * 1000000); print(f'N={n}', flush=True); time.sleep(0.03)",
    native,
  ),
  disk("shell", "a file made by its size", 'head -c 40000000 /dev/zero >big && echo "N=40"'),
  disk(
    "python",
    "reserved at once",
    "f = os.open('big', os.O_CREAT | os.O_RDWR)\nos.posix_fallocate(f, 0, 40000000)\nprint('N=40')",
    native,
  ),
  disk(
    "shell",
    "a temporary folder",
    'd=$(mktemp -d) && trap \'rm -r "$d"\' EXIT; for n in 1 2 3 4; do head -c 10000000 /dev/zero >"$d/$n" && echo "N=${n}0"; done',
  ),
  disk(
    "python",
    "a nameless file in memory, counted as such",
    "f = os.memfd_create('x')\nfor n in range(1, 41): os.write(f, b'x' * 1000000); print(f'N={n}', flush=True)",
    native,
  ),
  disk(
    "ts",
    "one file",
    "const f = Deno.openSync('big', { create: true, write: true }); for (let n = 1; n <= 40; n++) { f.writeSync(new Uint8Array(1e6)); console.log(`N=${n}`); await new Promise((r) => setTimeout(r, 30)); }",
  ),
  disk(
    "ts",
    "many files",
    "for (let n = 1; n <= 40; n++) { Deno.writeFileSync('f' + n, new Uint8Array(1e6)); console.log(`N=${n}`); await new Promise((r) => setTimeout(r, 50)); }",
  ),

  // -- output
  flood("python", "lines", "for i in range(9000): print('y' * 1000)", solo),
  flood("python", "without a line end", "for i in range(90): sys.stdout.write('z' * 100000)", solo),
  flood("shell", "by the system's own flood", "yes | head -c 9000000"),
  flood(
    "python",
    "straight to the descriptor",
    "n = 9000000\nwhile n > 0: n -= os.write(1, b'x' * 65536)",
    native,
  ),
  flood(
    "python",
    "from many children",
    "for i in range(9):\n  if os.fork() == 0:\n    for j in range(20): os.write(1, b'x' * 50000)\n    os._exit(0)\nfor i in range(9): os.wait()",
    native,
  ),
  flood("ts", "lines", "for (let i = 0; i < 9000; i++) console.log('y'.repeat(1000))"),
  flood(
    "ts",
    "straight to the stream",
    "const b = new Uint8Array(65536); for (let i = 0; i < 140; i++) Deno.stdout.writeSync(b)",
  ),
  flood(
    "ts",
    "by a pipe of streams",
    "await new ReadableStream({ pull(c) { this.n = (this.n ?? 0) + 1; if (this.n > 140) c.close(); else c.enqueue(new Uint8Array(65536)); } } as UnderlyingDefaultSource & { n?: number }).pipeTo(Deno.stdout.writable)",
  ),

  // -- processes that have ended
  zombie(
    "python",
    "children never waited for",
    "for n in range(150):\n  if os.fork() == 0: os._exit(0)\n  print(f'N={n + 1}', flush=True)",
    caged,
  ),
  zombie(
    "python",
    "programs never waited for",
    "for n in range(150):\n  os.posix_spawn('/bin/true', ['true'], {}); print(f'N={n + 1}', flush=True)",
    caged,
  ),
  zombie(
    "shell",
    "of a shell that became another program",
    'perl -e \'for (1..150) { my $p = fork; exit unless defined $p; if (!$p) { exec "true" } $| = 1; print "N=$_\\n" }\'',
    caged,
  ),
  zombie(
    "python",
    "stopped in the middle of ending",
    "import signal\nfor n in range(150):\n  p = os.fork()\n  if p == 0: signal.pause()\n  os.kill(p, signal.SIGSTOP); print(f'N={n + 1}', flush=True)",
    caged,
  ),
  zombie(
    "python",
    "of threads that fork",
    "import threading\ndef f():\n  if os.fork() == 0: os._exit(0)\nfor n in range(150):\n  t = threading.Thread(target=f); t.start(); t.join()\n  c = sum(open(f'/proc/{p}/stat').read().split(')')[-1].split()[0] == 'Z' for p in os.listdir('/proc') if p.isdigit())\n  print(f'N={c}', flush=True)",
    caged,
  ),
];
