// deno-lint-ignore-file camelcase -- what goes over the pipe
// Runs Python programs in WebAssembly. Started by python_wasm.ts with read
// access to the package and the snapshot, which it gives up before any program.
const [mode, folder, snapshot] = Deno.args;
const { loadPyodide } = await import(`${new URL(folder, "file:///")}/pyodide.mjs`);
const options = { indexURL: `${folder}/`, jsglobals: Object.create(null), env: { HOME: "/tmp", TZ: "UTC" } };

if (mode === "snapshot") {
  const python = await loadPyodide({ ...options, _makeSnapshot: true });
  Deno.writeFileSync(snapshot, python.makeMemorySnapshot());
  Deno.exit(0);
}

const python = await loadPyodide({ ...options, _loadSnapshot: Deno.readFileSync(snapshot) });
for (const name of ["read", "write", "net", "env", "run", "sys", "ffi", "import"]) {
  await Deno.permissions.revoke({ name });
}
// Taken before any program runs: what it may change later does not matter here.
const stringify = JSON.stringify;
const exit = Deno.exit;
const encode = TextEncoder.prototype.encode.bind(new TextEncoder());
const [writeOut, writeErr] = [Deno.stdout, Deno.stderr].map((stream) => stream.writeSync.bind(stream));
const toBase64 = Function.prototype.call.bind(Uint8Array.prototype.toBase64);

const FS = python.FS;
let dead = false;
const run = python.runPython(`
def run(code, args, folder):
    import os, random, sys, traceback
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    random.seed()
    sys.argv = ["program.py", *args]
    main = type(sys)("__main__")
    sys.modules["__main__"] = main
    result = 1
    try:
        exec(compile(code, "<program>", "exec"), main.__dict__)
        result = 0
    except SystemExit as stop:
        if stop.code is None:
            result = 0
        elif isinstance(stop.code, int):
            result = stop.code & 0xFF
        else:
            print(stop.code, file=sys.stderr)
    except BaseException as error:
        traceback.print_exception(type(error), error, error.__traceback__.tb_next)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        result = result or 120
    return result
run
`);

function writeAll(write, bytes) {
  for (let at = 0; at < bytes.length;) at += write(bytes.subarray(at));
}

function start(request, out, err) {
  let rest = request.stdin === null ? new Uint8Array() : Uint8Array.fromBase64(request.stdin);
  python.setStdin({
    read(buffer) {
      const count = Math.min(buffer.length, rest.length);
      buffer.set(rest.subarray(0, count));
      rest = rest.subarray(count);
      return count;
    },
  });
  const sink = (take) => ({ write: (bytes) => (take(bytes.slice()), bytes.length) });
  python.setStdout(sink(out));
  python.setStderr(sink(err));
  try {
    return run(request.code, python.toPy(request.args), request.cwd ?? "/work");
  } catch (error) {
    // The interpreter itself ended: os._exit, or something fatal.
    dead = true;
    const code = /exit\((\d+)\)/.exec(`${error?.message}`)?.[1];
    if (code !== undefined) return Number(code) & 0xff;
    err(encode(`${error}\n`));
    return 1;
  }
}

function putFiles(files) {
  for (const [path, data] of Object.entries(files)) {
    const full = `/work/${path}`;
    FS.mkdirTree(full.slice(0, full.lastIndexOf("/")));
    FS.writeFile(full, Uint8Array.fromBase64(data));
  }
}

function takeFiles(folder, found, budget) {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    const { mode, size } = FS.lstat(path);
    if (FS.isDir(mode)) takeFiles(path, found, budget);
    else if (FS.isFile(mode)) {
      budget.bytes -= size;
      if (budget.bytes < 0) return found;
      found[path.slice("/work/".length)] = toBase64(FS.readFile(path));
    }
  }
  return found;
}

async function* lines() {
  let text = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let cut; (cut = text.indexOf("\n")) >= 0; text = text.slice(cut + 1)) yield text.slice(0, cut);
  }
}

/** A stream within a limit: its head and its tail. */
function kept(limit) {
  const headMax = Math.ceil(limit / 2);
  let [head, tail, size] = [new Uint8Array(), new Uint8Array(), 0];
  const join = (a, b) => {
    const all = new Uint8Array(a.length + b.length);
    all.set(a);
    all.set(b, a.length);
    return all;
  };
  return {
    push(bytes) {
      size += bytes.length;
      const take = Math.min(bytes.length, headMax - head.length);
      if (take > 0) head = join(head, bytes.subarray(0, take));
      if (take < bytes.length) tail = join(tail, bytes.subarray(take)).slice(-(limit - headMax));
    },
    reply: () => ({ head: toBase64(head), tail: toBase64(tail), size }),
  };
}

if (mode === "serve") {
  const limit = Number(Deno.args[3]);
  writeAll(writeOut, encode('{"ready":true}\n'));
  for await (const line of lines()) {
    const request = JSON.parse(line);
    const [out, err, begin] = [kept(limit), kept(limit), performance.now()];
    const code = start({ ...request, cwd: "/tmp/item" }, out.push, err.push);
    const spent = performance.now() - begin;
    const reply = { code, signal: null, stopped: null, duration_ms: spent, cpu_ms: null };
    writeAll(
      writeOut,
      encode(`${stringify({ ...reply, stdout: out.reply(), stderr: err.reply(), last: dead })}\n`),
    );
    if (dead) exit(0);
  }
} else {
  writeAll(writeOut, encode("ready\n"));
  for await (const line of lines()) {
    const request = JSON.parse(line);
    putFiles(request.files);
    let left = request.hard_bytes;
    const end = (code, stopped, files) => {
      writeAll(writeOut, encode(`\n${request.nonce}${stringify({ code, stopped, files })}`));
      exit(0);
    };
    const through = (write) => (bytes) => {
      writeAll(write, bytes);
      if ((left -= bytes.length) < 0) end(null, "output", {});
    };
    const code = start(request, through(writeOut), through(writeErr));
    const budget = { bytes: request.disk_bytes };
    const files = takeFiles("/work", {}, budget);
    if (budget.bytes < 0) end(null, "disk", {});
    end(code, null, files);
  }
}
