"""Grades one piece of code: reads a job as JSON on standard input, runs the
code in a fork where there are forks, and writes what it saw on standard output,
each line behind the job's nonce. The fork never learns the nonce.
"""
import select, signal, time

CODES = {"y": True, "w": -2, "f": False, "e": -4, "c": -4, "d": -4, "m": -4, "x": -1, "t": -3, "g": -1}
_write = os.write


def decimals(line):
    try:
        import decimal

        return [decimal.Decimal(one) for one in line.split()]
    except Exception:
        return None


def close(left, right):
    if left == right:
        return True
    try:
        return abs(float(left) - float(right)) <= 1e-6 * max(1.0, abs(float(right)))
    except ValueError:
        return False


def judge_output(found, wanted, lenient):
    """None when right, else a sentence."""
    lines, right = ([one.strip() for one in text.strip().split("\n")] for text in (found, wanted))
    if lenient:
        tokens, expected = found.split(), wanted.split()
        if len(tokens) == len(expected) and all(map(close, tokens, expected)):
            return None
        return f"wanted {wanted[:150]!r}, found {found[:150]!r}"
    if len(lines) != len(right):
        return f"wanted {len(right)} lines, found {len(lines)}"
    for at, (line, expected) in enumerate(zip(lines, right)):
        if line != expected:
            numbers, wish = decimals(line), decimals(expected)
            if numbers is None or wish is None or numbers != wish:
                return f"line {at + 1}: wanted {expected[:150]!r}, found {line[:150]!r}"
    return None


class Record:
    """What was seen so far; every result goes out at once."""

    def __init__(self, job, out):
        self.job, self.out, self.nonce = job, out, job.pop("nonce")
        self.index, self.steps, self.right, self.over, self.forged = 0, 0, 0, False, False
        self.say(ready=True)

    def say(self, **event):
        data = f"\n{self.nonce}{json.dumps(event)}\n".encode()
        while data:
            data = data[_write(self.out, data):]

    def result(self, tag, index, text=""):
        self.right += tag == "y"
        self.over = tag != "y" or self.right == self.job["total"]
        self.say(tag=tag, code=CODES[tag], index=index, words=text)

    def take(self, tag, index, text):
        if self.over:
            return
        if tag in "sl":
            self.index, self.steps = index, self.steps + 1
        elif tag == "o":
            wrong = judge_output(text, self.job["outputs"][index], self.job["mode"] == "lenient")
            self.result("y" if wrong is None else "w", index, wrong or "")
        else:
            self.result(tag, index, text)


def in_fork(job, record, work):
    """Runs `work(job, send)` in a fork and watches it: the limit is processor time, with a wide one on the clock."""
    out_of, into = os.pipe()
    token = os.urandom(16).hex().encode()
    pid = os.fork()
    if pid == 0:
        out, leave, encode = _write, os._exit, str.encode
        try:
            null = os.open("/dev/null", os.O_RDWR)
            for at in (0, 1, 2):
                os.dup2(null, at)
            os.closerange(3, into)
            os.closerange(into + 1, 256)
            record.nonce = ""

            def send(tag, index, text):
                line = b"%s %s %d %s\n" % (token, encode(tag), index, encode(text, "utf-8", "replace").hex().encode())
                while line:
                    line = line[out(into, line):]

            work(job, send)
        finally:
            leave(0)
    os.close(into)
    buffer, status, meter = b"", None, Meter(pid, job)
    while status is None or select.select([out_of], [], [], 0)[0]:
        ready = select.select([out_of], [], [], 0.02)[0]
        chunk = os.read(out_of, 1 << 20) if ready else b""
        buffer += chunk
        if b"\n" in chunk:
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                parts = line.split(b" ")
                if parts[0] != token or len(parts) != 4:
                    record.forged = True
                    continue
                record.take(parts[1].decode(), int(parts[2]), bytes.fromhex(parts[3].decode()).decode("utf-8", "replace"))
        if status is None and not record.over:
            done, code = os.waitpid(pid, os.WNOHANG)
            status = code if done else None
        elif record.over or not chunk:
            break
        if status is None:
            if ready and not chunk:
                time.sleep(0.005)
            if meter.over(record.steps):
                record.result("t", record.index, f"over {job['timeout_s']} s")
    if status is None:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    elif not record.over:
        gone = f"ended by {signal.Signals(os.WTERMSIG(status)).name}" if os.WIFSIGNALED(status) else "left early"
        record.result("g", record.index, gone)


class Meter:
    """Processor time of a process since its last step; a wide limit on the clock beside it."""

    def __init__(self, pid, job):
        self.clock, self.limit, self.factor = (~pid << 3) | 2, job["timeout_s"], job["wall_factor"]
        self.step, self.start, self.cpu = -1, 0.0, 0.0

    def over(self, step):
        try:
            now, spent = time.monotonic(), time.clock_gettime(self.clock)
        except OSError:
            return False
        if step != self.step:
            self.step, self.start, self.cpu = step, now, spent
        return spent - self.cpu > self.limit or now - self.start > self.limit * self.factor


def in_place(job, record, work):
    """Without forks: in this interpreter, which is put in order afterwards."""
    clear_folder()
    saved, limit, started = snapshot(), sys.getrecursionlimit(), [time.monotonic()]
    before, null = (sys.stdin, sys.stdout, sys.stderr), io.StringIO()

    def send(tag, index, text):
        now = time.monotonic()
        if tag == "s":
            record.say(start=index)
        elif now - started[0] > job["timeout_s"] * job["wall_factor"]:
            tag, text = "t", f"over {job['timeout_s']} s"
        started[0] = now
        record.take(tag, index, text)
        if record.over and tag in "oy":
            raise SystemExit

    null.write = len
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), null, null
    try:
        work(job, send)
    except BaseException as error:
        if not record.over:
            record.result(fault(error), record.index, words(error))
    finally:
        restore(saved, True)
        sys.stdin, sys.stdout, sys.stderr = before
        sys.setrecursionlimit(limit)


def clear_folder():
    """What an earlier program left behind must not be found, let alone imported."""
    if sys.platform != "emscripten":
        return
    import shutil

    sys.path[:] = [place for place in sys.path if place not in ("", ".", os.getcwd())]
    for entry in list(os.scandir()):
        shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


def main():
    job = json.loads(sys.stdin.buffer.readline())
    forks = hasattr(os, "fork") and sys.platform != "emscripten"
    record = Record(job, os.dup(1) if forks else 1)
    if job["mode"] == "strict":
        run_strict(job, record)
    else:
        (in_fork if forks else in_place)(job, record, run_check if job["kind"] == "check" else run_io)
    record.say(done=True, forged=record.forged)
    if forks:
        os._exit(0)


main()
