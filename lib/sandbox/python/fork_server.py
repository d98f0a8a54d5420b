"""Runs many programs, each in a fork of this warm interpreter.

One JSON request a line on standard input, one JSON reply a line on standard
output. Meant for the inside of a sandbox with a process namespace of its own:
after each program every other process in the namespace is killed.
"""
import base64, gc, json, os, resource, select, shutil, signal, sys, time, traceback

# The usual imports, so that a fork need not pay for them.
import bisect, collections, copy, datetime, decimal, functools, heapq, io  # noqa: F401
import itertools, math, operator, random, re, statistics, string, typing  # noqa: F401

if os.getppid() != 1 or os.getpid() > 8:
    sys.exit("fork server: not in a process namespace of its own")

SETUP = json.loads(sys.argv[1])
CAP = SETUP["output_bytes"]
HARD = CAP * SETUP["hard_factor"]
PLACE = "/tmp"


class Kept:
    """A stream within a limit: its head and its tail."""

    def __init__(self):
        self.head, self.tail, self.size = bytearray(), bytearray(), 0
        self.head_max = (CAP + 1) // 2
        self.tail_max = CAP - self.head_max

    def push(self, chunk):
        self.size += len(chunk)
        take = self.head_max - len(self.head)
        if take > 0:
            self.head += chunk[:take]
            chunk = chunk[take:]
        if chunk and self.tail_max:
            self.tail += chunk
            if len(self.tail) > 2 * self.tail_max + 65536:
                del self.tail[: len(self.tail) - self.tail_max]

    def reply(self):
        tail = bytes(self.tail[-self.tail_max:]) if self.tail_max else b""
        return {
            "head": base64.b64encode(bytes(self.head)).decode(),
            "tail": base64.b64encode(tail).decode(),
            "size": self.size,
        }


LAST = {"text": None, "code": None}


def ahead(text):
    """The program compiled, when it is the same as before: batches often run one program on many inputs."""
    if text != LAST["text"]:
        LAST.update(text=text, code=None)
    elif LAST["code"] is None:
        try:
            LAST["code"] = compile(text, "<program>", "exec")
        except Exception:
            return None
    return LAST["code"]


def child(job, out, err, compiled):
    """The fork: becomes the program and never returns."""
    code = 1
    try:
        os.setsid()
        if job["stdin"] is None:
            source = os.open("/dev/null", os.O_RDONLY)
        else:
            source = os.memfd_create("stdin")
            os.write(source, base64.b64decode(job["stdin"]))
            os.lseek(source, 0, os.SEEK_SET)
        os.dup2(source, 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.closerange(3, 256)
        if SETUP["cpu_s"] is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (SETUP["cpu_s"], SETUP["cpu_s"] + 1))
        sys.stdin = open(0, "r", encoding="utf-8", errors="surrogateescape", closefd=False)
        sys.stdout = open(1, "w", encoding="utf-8", errors="surrogateescape", closefd=False)
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        sys.argv = ["program.py", *job["args"]]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        random.seed()
        main = type(sys)("__main__")
        main.__dict__["__builtins__"] = __builtins__
        sys.modules["__main__"] = main
        try:
            exec(compiled or compile(job["code"], "<program>", "exec"), main.__dict__)
            code = 0
        except SystemExit as stop:
            if stop.code is None:
                code = 0
            elif isinstance(stop.code, int):
                code = stop.code & 0xFF
            else:
                print(stop.code, file=sys.stderr)
        except BaseException:
            kind, value, trace = sys.exc_info()
            traceback.print_exception(kind, value, trace.tb_next)
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            code = code or 120
    finally:
        os._exit(code)


def kill_all():
    """Ends every process of the namespace but this one and its first."""
    for _ in range(200):
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            break
        reap()
        time.sleep(0.0005)
    reap()


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0] != 0:
            pass
    except ChildProcessError:
        pass


def sweep():
    for place in (PLACE, "/dev/shm"):
        for name in os.listdir(place):
            path = os.path.join(place, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                try:
                    os.unlink(path)
                except OSError:
                    pass


def run(job):
    start = time.monotonic()
    end = None if job["wall_ms"] is None else start + job["wall_ms"] / 1000
    folder = os.path.join(PLACE, "item")
    os.mkdir(folder)
    os.chdir(folder)
    compiled = ahead(job["code"])
    out_r, out_w = os.pipe()
    err_r, err_w = os.pipe()
    pid = os.fork()
    if pid == 0:
        child(job, out_w, err_w, compiled)
    os.close(out_w)
    os.close(err_w)
    ended = os.pidfd_open(pid)
    streams = {out_r: Kept(), err_r: Kept()}
    order = [streams[out_r], streams[err_r]]
    stopped, status, usage = None, None, None
    while streams or status is None:
        now = time.monotonic()
        if status is None and stopped is None:
            if end is not None and now >= end:
                stopped = "timeout"
            elif order[0].size + order[1].size > HARD:
                stopped = "output"
            if stopped is not None:
                os.kill(pid, signal.SIGKILL)
        wait = 0.5 if end is None or stopped is not None else max(0.0, min(0.5, end - now))
        watch = list(streams) + ([ended] if status is None else [])
        ready = select.select(watch, [], [], wait)[0]
        for stream in ready:
            if stream == ended:
                _, status, usage = os.wait4(pid, 0)
                millis = (time.monotonic() - start) * 1000
                kill_all()
                continue
            chunk = os.read(stream, 65536)
            if chunk:
                streams[stream].push(chunk)
            else:
                os.close(stream)
                del streams[stream]
        if status is not None and not ready:
            break
    for stream in streams:
        os.close(stream)
    os.close(ended)
    os.chdir("/")
    sweep()
    return {
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) and stopped is None else None,
        "signal": signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None,
        "stopped": stopped,
        "duration_ms": millis,
        "cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000,
        "stdout": order[0].reply(),
        "stderr": order[1].reply(),
    }


def main():
    lines = sys.stdin.buffer
    replies = os.fdopen(os.dup(1), "wb")
    null = os.open("/dev/null", os.O_RDWR)
    requests = os.fdopen(os.dup(0), "rb")
    del lines
    os.dup2(null, 0)
    os.dup2(null, 1)
    gc.freeze()
    replies.write(b'{"ready": true}\n')
    replies.flush()
    for line in requests:
        reply = run(json.loads(line))
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()


main()
