/**
 * Attempts on what lies on the host: files, links, /proc, the environment, git
 * history, the tests, the file that holds the reward.
 *
 * @module
 */
import { type Attack, make, refused, SECRET_NAME, unchanged, unread } from "./attack.ts";

const files = make("files outside", unread);
const spoil = make("files outside", unchanged);
const links = make("links", unread);
const linkOut = make("links", unchanged);
const proc = make("proc", unread);
const procSays = make("proc", refused);
const env = make("environment", unread);
const git = make("git history", unread);
const tests = make("tests and harness", unread);
const reward = make("reward file", unchanged);

/** Reads the hidden tests in the way of a harness that evaluates an answer in its own interpreter. */
const naive = { control: "naive" } as const;

export const READING: readonly Attack[] = [
  // -- files outside
  files("python", "plain read", "print(open(W.file).read())"),
  files("python", "climb from the workspace", "print(open(os.path.relpath(W.file)).read())"),
  files(
    "python",
    "a folder descriptor and a relative name",
    "fd = os.open('/', os.O_RDONLY)\nprint(os.read(os.open(W.file[1:], os.O_RDONLY, dir_fd=fd), 99))",
  ),
  files(
    "python",
    "search the whole temporary folder",
    "import glob\nfor f in glob.glob(os.path.dirname(W.dir) + '/*/secret.txt'): print(open(f).read())",
  ),
  files("shell", "copy in by a program of the system", 'cp "$FILE" here; cat here'),
  files(
    "shell",
    "a shell redirection",
    'while read -r line || [ -n "$line" ]; do echo "$line"; done <"$FILE"',
  ),
  files("ts", "plain read", "console.log(Deno.readTextFileSync(W.file))"),
  files("ts", "fetch of a file address", "console.log(await (await fetch('file://' + W.file)).text())"),
  files(
    "ts",
    "node's file system, by promise",
    "console.log(String(await (await import('node:fs/promises')).readFile(W.file)))",
  ),
  files(
    "ts",
    "import as text",
    "console.log((await import('file://' + W.file, { with: { type: 'text' } })).default)",
  ),
  files(
    "ts",
    "a database attached to it",
    "const { DatabaseSync } = await import('node:sqlite');\n" +
      "try { new DatabaseSync(W.file).exec('create table a (b)'); } catch (e) { if (/not a database/.test(e.message)) console.log(Deno.readTextFileSync(W.file)); else throw e; }",
  ),
  files(
    "ts",
    "through the child's own working folder",
    "Deno.chdir('/'); console.log(Deno.readTextFileSync(W.file.slice(1)))",
  ),
  files(
    "python",
    "the host's JavaScript",
    "from pyodide.code import run_js\nprint(run_js('(p) => Deno.readTextFileSync(p)')(W.file))",
    { on: ["python"], control: "pyodide" },
  ),
  spoil("python", "overwrite", "open(W.file, 'w').write('x')"),
  spoil("shell", "rename over it", 'echo x >mine; mv mine "$FILE"'),
  spoil("ts", "truncate", "Deno.truncateSync(W.file, 1)"),
  spoil("python", "remove", "os.remove(W.file)"),

  // -- links, out of the box and into it
  links("python", "symbolic link, read by the program", "os.symlink(W.file, 'l')\nprint(open('l').read())"),
  links("python", "hard link, read by the program", "os.link(W.file, 'l')\nprint(open('l').read())"),
  links("python", "symbolic link, read by the harness", "os.symlink(W.file, 'loot')", { harvest: "read" }),
  links(
    "shell",
    "a folder that is a link, walked by the harness",
    'ln -s "$DIR/secret.txt" ../tmp.$$; mv ../tmp.$$ loot',
    {
      harvest: "read",
    },
  ),
  links("ts", "symbolic link, read by the harness", "Deno.symlinkSync(W.file, 'loot')", { harvest: "read" }),
  links("ts", "hard link, read by the harness", "Deno.linkSync(W.file, 'loot')", { harvest: "read" }),
  links(
    "ts",
    "node makes the link, as a junction",
    "(await import('node:fs')).symlinkSync(W.dir, 'd', 'junction'); console.log(Deno.readTextFileSync('d/secret.txt'))",
  ),
  links("python", "a staged folder holds a link to a file", "print(open('project/key').read())", {
    stage: true,
  }),
  links(
    "ts",
    "a staged folder holds a link to a folder",
    "console.log(Deno.readTextFileSync('project/in/up/secret.txt'))",
    {
      stage: true,
    },
  ),
  linkOut("python", "symbolic link, written by the harness", "os.symlink(W.file, 'loot')", {
    harvest: "write",
  }),
  linkOut("shell", "hard link, written by the harness", 'ln "$FILE" loot', { harvest: "write" }),
  linkOut(
    "python",
    "link to a folder, written through by the program",
    "os.symlink(W.dir, 'd')\nopen('d/new', 'w').write('x')",
  ),
  linkOut("ts", "dangling link, written by the harness", "Deno.symlinkSync(W.dir + '/new', 'loot')", {
    harvest: "write",
  }),

  // -- /proc
  proc("python", "environment of a process", "print(open(f'/proc/{W.pid}/environ').read())"),
  proc("shell", "command lines of all processes", "cat /proc/[0-9]*/cmdline | tr '\\0' '\\n'"),
  proc(
    "python",
    "open file of a process",
    "for e in os.scandir(f'/proc/{W.pid}/fd'):\n  try: print(os.read(os.open(e.path, os.O_RDONLY | os.O_NONBLOCK), 99))\n  except OSError: pass",
  ),
  proc("shell", "working folder of a process", 'cat "/proc/$PID/cwd/secret.txt"'),
  proc("python", "root folder of a process", "print(open(f'/proc/{W.pid}/root' + W.file).read())"),
  proc(
    "python",
    "environments of all processes",
    "import glob\nfor f in glob.glob('/proc/[0-9]*/environ'):\n  try: print(open(f).read())\n  except OSError: pass",
  ),
  proc(
    "ts",
    "environment of a process",
    "const f = await Deno.open(`/proc/${W.pid}/environ`); for await (const b of f.readable) console.log(new TextDecoder().decode(b))",
  ),
  proc(
    "ts",
    "by a link of its own in /proc",
    "Deno.copyFileSync('/proc/self/root' + W.file, 'copy'); console.log(Deno.readTextFileSync('copy'))",
  ),
  proc(
    "ts",
    "through a descriptor folder of a thread",
    "for (const { name } of Deno.readDirSync(`/proc/${W.pid}/task`)) { const b = new Uint8Array(99); Deno.openSync(`/proc/${W.pid}/task/${name}/fd/3`).readSync(b); console.log(new TextDecoder().decode(b)); }",
  ),
  procSays(
    "python",
    "the host's listening ports",
    "if f'0100007F:{W.port:04X}' in open('/proc/net/tcp').read(): print('BREACH')",
  ),
  procSays(
    "python",
    "open the core pattern for writing",
    "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY)\nprint('BREACH')",
    {
      rootControl: true,
    },
  ),
  procSays("shell", "make the host kill another first", "echo 500 >/proc/$PID/oom_score_adj && echo BREACH"),

  // -- environment
  env("python", "own variables", "print(dict(os.environ))"),
  env("shell", "a child that prints them", "env"),
  env("python", "own /proc entry", "print(os.read(os.open('/proc/self/environ', os.O_RDONLY), 65536))"),
  env(
    "python",
    "that of the parent",
    "import pathlib\nprint(pathlib.Path('/proc', str(os.getppid()), 'environ').read_bytes())",
  ),
  env(
    "shell",
    "that of whoever is first",
    "for p in /proc/[0-9]*; do tr '\\0' '\\n' <$p/environ; done 2>/dev/null",
  ),
  env(
    "python",
    "the C library's list, not Python's copy",
    "import ctypes\ne = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ')\nn = 0\nwhile e[n]: print(e[n]); n += 1",
    {
      on: ["bubblewrap"],
    },
  ),
  env("ts", "by name", `console.log(Deno.env.get("${SECRET_NAME}"))`),
  env(
    "ts",
    "node's copy",
    "const { env } = await import('node:process'); console.log(JSON.stringify({ ...env }))",
  ),
  env(
    "ts",
    "of a child",
    "console.log(new TextDecoder().decode(new Deno.Command('/usr/bin/env').outputSync().stdout))",
  ),
  env(
    "ts",
    "as the default of a worker",
    "const w = new Worker('data:text/javascript,' + encodeURIComponent('postMessage(JSON.stringify(Deno.env.toObject()))'), { type: 'module' }); console.log(await new Promise((r, f) => { w.onmessage = (e) => r(e.data); w.onerror = f; })); w.terminate()",
  ),
  env("python", "that of the host's JavaScript", `import js\nprint(js.Deno.env.get("${SECRET_NAME}"))`, {
    on: ["python"],
    control: "pyodide",
  }),

  // -- git history
  git("shell", "log with patches", 'git -C "$REPO" log -p'),
  git(
    "python",
    "objects unpacked by hand",
    "import glob, zlib\nfor f in glob.glob(W.repo + '/.git/objects/??/*'): print(zlib.decompress(open(f, 'rb').read()))",
  ),
  git(
    "shell",
    "a clone over the file protocol",
    'git clone -q "file://$REPO" c && git -C c show HEAD~1:answer.txt',
  ),
  git(
    "shell",
    "a .git file that names the folder",
    'mkdir w && cd w && echo "gitdir: $REPO/.git" >.git && git show HEAD~1:answer.txt',
  ),
  git(
    "shell",
    "borrowed objects",
    'git init -q m && echo "$REPO/.git/objects" >m/.git/objects/info/alternates && git -C m log -p "$(cat "$REPO/.git/refs/heads/"*)"',
  ),
  git("ts", "the log of references", "console.log(Deno.readTextFileSync(W.repo + '/.git/logs/HEAD'))"),
  git(
    "ts",
    "git as a child",
    "console.log(new TextDecoder().decode(new Deno.Command('/usr/bin/git', { args: ['-C', W.repo, 'reflog', '--format=%B'] }).outputSync().stdout))",
  ),

  // -- the tests, and the harness that holds them
  tests("python", "read the hidden test", "import linecache\nprint(linecache.getlines(W.hidden))"),
  tests(
    "shell",
    "search for test files from the root",
    'find "$(dirname "$DIR")" -name "test_*.py" -path "*attack*" -exec cat {} + 2>/dev/null',
  ),
  tests(
    "python",
    "import the hidden test's source",
    "import importlib.util, inspect\ns = importlib.util.spec_from_file_location('t', W.hidden)\nm = importlib.util.module_from_spec(s); s.loader.exec_module(m)\nprint(inspect.getsource(m))",
  ),
  tests(
    "ts",
    "list the folder and read",
    "for (const f of Deno.readDirSync(W.dir + '/hidden')) console.log(Deno.readTextFileSync(W.dir + '/hidden/' + f.name))",
  ),
  tests(
    "ts",
    "walk up from where the program lies",
    "const up = (await import('node:path')).resolve(import.meta.dirname, W.hidden); console.log((await import('node:fs')).readFileSync(up, 'utf8'))",
  ),
  tests(
    "python",
    "frames of who called",
    "f = sys._getframe()\nwhile f: print(list(f.f_locals.values())); f = f.f_back",
    naive,
  ),
  tests(
    "python",
    "everything the collector knows",
    "import gc\nfor o in gc.get_objects():\n  if type(o) is dict: print([v for v in list(o.values()) if type(v) is str and v.startswith('s3cret')])",
    naive,
  ),
  tests(
    "python",
    "globals of the main module",
    "import __main__\nprint([repr(v)[:200] for v in vars(__main__).values()])",
    naive,
  ),
  tests(
    "python",
    "variables of a traceback",
    "try: 1 / 0\nexcept ZeroDivisionError as e:\n  f = e.__traceback__.tb_frame\n  while f.f_back: f = f.f_back\n  print(f.f_globals.get('expected'))",
    naive,
  ),
  tests(
    "python",
    "a comparison that tells what it is compared with",
    "class Spy(str):\n  def __eq__(self, other): print(other); return True\n  __hash__ = str.__hash__\nanswer = Spy()\nimport __main__\n__main__.answer = answer\nif hasattr(__main__, 'check'): __main__.check(answer)",
    naive,
  ),

  // -- the file that holds the reward
  reward("python", "write it", "open(W.reward, 'w').write('{\"reward\":1}')"),
  reward("python", "patch a byte of it", "f = os.open(W.reward, os.O_RDWR)\nos.pwrite(f, b'1', 10)"),
  reward("shell", "replace its folder's entry", 'echo "{\\"reward\\":1}" >r; ln -f r "$DIR/reward.json"'),
  reward("shell", "in place by a stream editor", 'sed -i s/0/1/ "$DIR/reward.json"'),
  reward(
    "python",
    "a chain of links, when the harness writes its log",
    "os.symlink('via', 'loot')\nos.symlink(W.reward, 'via')",
    {
      harvest: "write",
    },
  ),
  reward(
    "shell",
    "by a descriptor of the harness",
    'for n in 3 4 5 6 7 8 9; do eval "echo 1 >&$n"; done 2>/dev/null; :',
  ),
  reward(
    "python",
    "by whatever descriptor is open",
    "for n in range(3, 64):\n  try: os.write(n, b'1')\n  except OSError: pass",
  ),
  reward("ts", "write it", "Deno.writeTextFileSync(W.reward, '{\"reward\":1}')"),
  reward("ts", "rename over it", "Deno.writeTextFileSync('r', '1'); Deno.renameSync('r', W.reward)"),
  reward(
    "ts",
    "by a descriptor of the harness",
    "for (const { name } of Deno.readDirSync('/proc/self/fd')) { if (Number(name) > 2) try { Deno.writeTextFileSync('/proc/self/fd/' + name, '1', { append: true, create: false }); } catch { /* not for writing */ } }",
  ),
];
