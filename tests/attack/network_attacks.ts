/**
 * Attempts on the network and on code from elsewhere. Every address is one of
 * this test's own listeners on the loopback.
 *
 * @module
 */
import { type Attack, make, refused, unreached, unread } from "./attack.ts";

const net = make("network", unreached);
const netSays = make("network", refused);
const dns = make("dns", unreached);
const ports = make("loopback ports", unreached);
const remote = make("import of remote code", unreached);
const remoteFile = make("import of remote code", unread);
const npm = make("npm", unreached);
const ffi = make("ffi", unread);
const ffiSays = make("ffi", refused);

const native = { on: ["bubblewrap"] } as const;
const wasm = { on: ["python"], control: "pyodide" } as const;
const hold = "; await new Promise((r) => setTimeout(r, 200))";

export const NETWORK: readonly Attack[] = [
  // -- network: tcp, udp, unix, raw
  net("python", "tcp", "import socket\nsocket.create_connection(('127.0.0.1', W.port), 2).send(b'x')"),
  net(
    "python",
    "udp",
    "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', W.udp))",
  ),
  net("python", "unix socket", "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect(W.sock)"),
  net(
    "python",
    "unix socket through a link",
    "import socket\nos.symlink(W.sock, 's')\ns = socket.socket(socket.AF_UNIX)\ns.connect('s')",
  ),
  netSays(
    "python",
    "raw socket",
    "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)\nprint('BREACH')",
    {
      rootControl: true,
    },
  ),
  netSays(
    "python",
    "a socket to the hypervisor, which no namespace holds",
    "import socket\ns = socket.socket(40, socket.SOCK_STREAM)\nprint('BREACH')",
    { ...native, controlFile: "/dev/vsock" },
  ),
  netSays(
    "python",
    "packet socket",
    "import socket\ns = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)\nprint('BREACH')",
    { rootControl: true },
  ),
  net("shell", "the shell's own devices", "bash -c 'echo x >/dev/tcp/127.0.0.1/'\"$PORT\""),
  net(
    "shell",
    "http by perl",
    'perl -MIO::Socket::INET -e \'IO::Socket::INET->new(PeerAddr => "127.0.0.1:$ARGV[0]")->print("GET / HTTP/1.0\\r\\n\\r\\n")\' "$PORT"',
  ),
  net("ts", "fetch", "console.log(await (await fetch(`http://127.0.0.1:${W.port}/`)).text())"),
  net(
    "ts",
    "socket of node",
    `const c = (await import('node:net')).connect(W.port, '127.0.0.1'); await new Promise((r, f) => c.on('connect', r).on('error', f)); c.destroy()`,
  ),
  net(
    "ts",
    "datagram of node",
    `const s = (await import('node:dgram')).createSocket('udp4'); await new Promise((r, f) => { s.on('error', f); s.send('x', W.udp, '127.0.0.1', (e) => e ? f(e) : r(0)); }); s.close()`,
  ),
  net("ts", "unix socket", "(await Deno.connect({ transport: 'unix', path: W.sock })).close()"),
  net(
    "ts",
    "web socket",
    `const w = new WebSocket(\`ws://127.0.0.1:\${W.port}/\`); await new Promise((r) => { w.onopen = w.onerror = r; })`,
  ),
  net(
    "ts",
    "event source",
    `const e = new EventSource(\`http://127.0.0.1:\${W.port}/\`); await new Promise((r) => { e.onopen = e.onerror = r; }); e.close()`,
  ),
  net(
    "python",
    "the host's fetch",
    "import js\nfrom pyodide.ffi import run_sync\njs.fetch(f'http://127.0.0.1:{W.port}/')",
    wasm,
  ),

  // -- dns: a resolver of the test's own
  dns(
    "python",
    "a query by hand",
    "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\6secret\\0\\0\\1\\0\\1', ('127.0.0.1', W.udp))",
  ),
  dns(
    "python",
    "a query over tcp",
    "import socket\nsocket.create_connection(('127.0.0.1', W.port), 2).send(b'\\0\\x18\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\6secret\\0\\0\\1\\0\\1')",
  ),
  dns(
    "python",
    "over http",
    "import urllib.request\nurllib.request.urlopen(f'http://127.0.0.1:{W.port}/dns-query?name=secret.test', timeout=3).read()",
  ),
  dns(
    "shell",
    "a query by the shell",
    'bash -c \'printf "\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\6secret\\0\\0\\1\\0\\1" >/dev/udp/127.0.0.1/\'"$UDP"',
  ),
  dns(
    "ts",
    "resolver with a server of one's choice",
    "await Deno.resolveDns('secret.test', 'A', { nameServer: { ipAddr: '127.0.0.1', port: W.udp }, signal: AbortSignal.timeout(500) })",
  ),
  dns(
    "ts",
    "resolver of node",
    "const d = await import('node:dns'); const r = new d.promises.Resolver({ timeout: 300, tries: 1 }); r.setServers([`127.0.0.1:${W.udp}`]); await r.resolve4('secret.test')",
  ),
  dns(
    "ts",
    "a name that hides in a connection",
    "await (await Deno.connect({ hostname: 'localhost', port: W.port })).write(new Uint8Array([0, 1]))",
  ),

  // -- other ports of the loopback
  ports(
    "python",
    "by the mapped address of version 6",
    "import socket\ns = socket.socket(socket.AF_INET6)\ns.connect(('::ffff:127.0.0.1', W.port))",
  ),
  ports(
    "python",
    "by the address of nowhere",
    "import socket\nsocket.create_connection(('0.0.0.0', W.port), 2)",
  ),
  ports(
    "python",
    "by another loopback number",
    "import socket\nsocket.create_connection(('127.1', W.port), 2)",
  ),
  ports(
    "python",
    "a scan of the neighbourhood",
    "import socket\nfor p in range(W.port - 20, W.port + 1):\n  s = socket.socket(); s.settimeout(0.2); s.connect_ex(('127.0.0.1', p))",
  ),
  ports("shell", "by name", "bash -c 'echo x >/dev/tcp/localhost/'\"$PORT\""),
  ports(
    "ts",
    "http agent of node",
    "await new Promise((r, f) => import('node:http').then((h) => h.get(`http://localhost:${W.port}/`, (m) => { m.resume(); m.on('end', r); }).on('error', f)))",
  ),
  ports(
    "ts",
    "by a number for an address",
    "await fetch(`http://2130706433:${W.port}/`).then((r) => r.text())",
  ),
  ports(
    "ts",
    "a connection that nobody waits for",
    "Deno.connect({ hostname: '0.0.0.0', port: W.port }).then((c) => c.close())",
  ),

  // -- import of remote code
  remote("ts", "dynamic import", "await import(`http://127.0.0.1:${W.port}/a.js`)"),
  remote("ts", "static import", 'import "http://127.0.0.1:__PORT__/b.js";'),
  remote(
    "ts",
    "import inside a data address",
    "await import('data:text/javascript,' + encodeURIComponent(`import \"http://127.0.0.1:${W.port}/c.js\"`))",
  ),
  remote(
    "ts",
    "worker from an address",
    `const w = new Worker(\`http://127.0.0.1:\${W.port}/d.js\`, { type: 'module' }); w.onerror = (e) => e.preventDefault()${hold}; w.terminate()`,
  ),
  remote(
    "ts",
    "a file written and then imported",
    "Deno.writeTextFileSync('e.ts', `export * from \"http://127.0.0.1:${W.port}/e.js\"`); await import(`file://${Deno.cwd()}/e.ts`)",
  ),
  remote(
    "ts",
    "re-export as json",
    "await import(`http://127.0.0.1:${W.port}/f.json`, { with: { type: 'json' } }).catch((e) => console.error(e.message))",
  ),
  remote(
    "python",
    "read and executed",
    "import urllib.request\nexec(urllib.request.urlopen(f'http://127.0.0.1:{W.port}/', timeout=3).read().split(b';')[1] and 'pass')",
  ),
  remote(
    "python",
    "import by JavaScript",
    "from pyodide.code import run_js\nrun_js(f\"import('http://127.0.0.1:{W.port}/g.js')\")",
    wasm,
  ),
  remoteFile(
    "ts",
    "a module of the host",
    "console.log((await import(`file://${W.dir}/hidden/answer.mjs`)).default)",
  ),
  remoteFile(
    "ts",
    "required as node does",
    "const { createRequire } = await import('node:module'); console.log(createRequire(import.meta.url)(W.dir + '/hidden/answer.json'))",
  ),

  // -- npm: the registry is a listener of the test
  npm("ts", "dynamic", "await import('npm:benchbook-a')"),
  npm("ts", "static", "import 'npm:benchbook-b@1.0.0';"),
  npm("ts", "by a data module", "await import('data:text/javascript,import \"npm:benchbook-c\"')"),
  npm(
    "ts",
    "in a worker",
    `const w = new Worker('data:text/javascript,import "npm:@bench/book-d"', { type: 'module' }); w.onerror = (e) => e.preventDefault()${hold}; w.terminate()`,
  ),
  npm(
    "ts",
    "a child deno that installs",
    "const f = new Deno.Command(Deno.execPath(), { args: ['cache', 'npm:benchbook-e'], env: { NPM_CONFIG_REGISTRY: `http://127.0.0.1:${W.port}/` } }).outputSync(); console.error(new TextDecoder().decode(f.stderr))",
  ),
  npm(
    "ts",
    "fetch of a package, then evaluated",
    "new Function(await (await fetch(`http://127.0.0.1:${W.port}/benchbook-f`)).text() && '')()",
  ),
  npm(
    "python",
    "the loader of packages",
    "import pyodide_js\npyodide_js.loadPackage(f'http://127.0.0.1:{W.port}/a-1.0-py3-none-any.whl')",
    wasm,
  ),

  // -- ffi
  ffi(
    "ts",
    "the C library's read",
    "const c = Deno.dlopen('libc.so.6', { open: { parameters: ['buffer', 'i32'], result: 'i32' }, read: { parameters: ['i32', 'buffer', 'usize'], result: 'isize' } }).symbols; const b = new Uint8Array(99); c.read(c.open(new TextEncoder().encode(W.file + '\\0'), 0), b, 99n); console.log(new TextDecoder().decode(b))",
  ),
  ffi(
    "ts",
    "the C library's system",
    "Deno.dlopen('libc.so.6', { system: { parameters: ['buffer'], result: 'i32' } }).symbols.system(new TextEncoder().encode(`cat ${W.file}\\0`))",
  ),
  ffiSays(
    "ts",
    "a native add-on of node",
    "try { (await import('node:process')).dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'); } catch (e) { if (!/NotCapable|ffi access/.test(String(e))) console.log('BREACH'); }",
  ),
  ffiSays(
    "ts",
    "an extension of a database",
    "const { DatabaseSync } = await import('node:sqlite'); try { new DatabaseSync(':memory:', { allowExtension: true }).loadExtension('libm.so.6'); } catch (e) { if (!/NotCapable|ffi access/.test(String(e))) console.log('BREACH'); }",
  ),
  ffi(
    "python",
    "the C library's system",
    "import ctypes\nctypes.CDLL(None).system(f'cat {W.file}'.encode())",
    native,
  ),
  ffi(
    "python",
    "a library of one's own pointer",
    "import ctypes\nc = ctypes.CDLL(None)\nb = ctypes.create_string_buffer(99)\nc.read(c.open(W.file.encode(), 0), b, 99)\nprint(b.value)",
    native,
  ),
  ffiSays(
    "python",
    "calls of the kernel: bpf",
    "import ctypes\nc = ctypes.CDLL(None, use_errno=True)\nimport platform\nn = 321 if platform.machine() == 'x86_64' else 280\nb = ctypes.create_string_buffer(128)\nb[0] = 2; b[4] = 4; b[8] = 4; b[12] = 1\nif c.syscall(n, 0, b, 48) >= 0: print('BREACH')",
    {
      ...native,
      rootControl: true,
    },
  ),
  ffiSays(
    "python",
    "calls of the kernel: keys",
    "import ctypes\nc = ctypes.CDLL(None)\nimport platform\nn = 248 if platform.machine() == 'x86_64' else 217\nif c.syscall(n, b'user', b'benchbook', b'x', 1, -2) >= 0: print('BREACH')",
    native,
  ),
  ffiSays(
    "python",
    "calls of the kernel: io_uring",
    "import ctypes\nc = ctypes.CDLL(None)\nb = ctypes.create_string_buffer(120)\nif c.syscall(425, 4, b) >= 0: print('BREACH')",
    native,
  ),
];
