"""The side of the grader that runs code nobody trusts.

Reports through `send(tag, index, text)`. Nothing here looks a name up where the
code could have put another one: what is needed is bound before it runs.
"""
import builtins, io, json, os, re, sys

_compile, _exec, _type, _str, _list, _tuple, _isinstance = compile, exec, type, str, list, tuple, isinstance
_all, _map, _len, _abs, _max, _hasattr = all, map, len, abs, max, hasattr
_settrace, _setprofile = sys.settrace, sys.setprofile
STARS = "string re datetime collections heapq bisect copy math random statistics itertools functools operator io sys json builtins typing".split()
PRELUDE = "".join(f"from {name} import *\n" for name in STARS)
PRELUDE += "".join(f"import {name}\n" for name in STARS[:-2]) + "sys.setrecursionlimit(50000)\n"
# What the graders of HumanEval and LiveCodeBench take away before they run code.
TAKEN = (
    "kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename renames truncate replace "
    "unlink fchmod fchown chmod chown chroot lchflags lchmod lchown getcwd chdir"
).split()
DENIED = (1, 13, 30, 101)


def take_away():
    for name in TAKEN:
        if hasattr(os, name):
            setattr(os, name, None)


def snapshot():
    return [(vars(module), dict(vars(module))) for module in list(sys.modules.values()) if hasattr(module, "__dict__")]


def restore(saved, everything=False):
    """Undoes what code did to modules that were there before it."""
    _settrace(None)
    _setprofile(None)
    for live, before in saved:
        for name, value in before.items():
            if live.get(name, saved) is not value:
                live[name] = value
        if everything:
            # A submodule stays: it would not be tied to its package a second time.
            for name in [name for name in live if name not in before and not _isinstance(live[name], _type(sys))]:
                del live[name]


def words(error):
    name = _type(error).__name__
    try:
        return f"{name}: {error}"[:400] if _str(error) else name
    except BaseException:
        return name


def fault(error):
    """Tag of an exception: `m` memory, `d` denied by the sandbox, `x` left early, `e` anything else."""
    if isinstance(error, MemoryError):
        return "m"
    if isinstance(error, PermissionError) or isinstance(error, OSError) and error.errno in DENIED:
        return "d"
    return "e" if isinstance(error, Exception) else "x"


def unwrap_main(code):
    """The code with a last `if __name__ == '__main__'` block laid bare."""
    import ast

    try:
        body = ast.parse(code).body
        last = body[-1]
        if isinstance(last, ast.If) and ast.unparse(last.test).strip() == "__name__ == '__main__'":
            return ast.unparse(body[:-1]) + "\n" + ast.unparse(last.body)
    except Exception:
        pass
    return code


def as_function(code):
    """Imports first, all else inside one function, as LiveCodeBench runs programs."""
    import ast

    try:
        body = ast.parse(code).body
        is_import = lambda one: isinstance(one, (ast.Import, ast.ImportFrom))
        none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        rest = [one for one in body if not is_import(one)]
        wrapped = ast.FunctionDef(name="wrapped_function", args=none, body=rest, decorator_list=[], lineno=-1)
        wrapped.type_params = []
        imports = ast.unparse([one for one in body if is_import(one)])
        return PRELUDE + "\n" + imports + "\n" + ast.unparse(wrapped)
    except Exception:
        return code


class ByteFeed:
    def __init__(self, text):
        self.inputs = text.encode()

    def read(self, *_):
        return self.inputs

    def readline(self, *_):
        return self.inputs.split(b"\n")[0] + b"\n"


class Feed:
    """LiveCodeBench's stand-in for standard input, with its quirks: no iteration, lines without their end."""

    def __init__(self, text):
        self.inputs, self.buffer = text, ByteFeed(text)
        self._lines, self._rest = iter(text.split("\n")), io.StringIO(text)

    def readline(self, *_):
        return next(self._lines)

    def readlines(self, *_):
        return self.inputs.split("\n")

    def read(self, *_):
        return self.inputs

    def __getattr__(self, name):
        return getattr(self._rest, name)


def load_module(code):
    module = _type(sys)("tmp_sol", "")
    _exec(_compile(code, "<solution>", "exec", dont_inherit=True), module.__dict__)
    return module


def wrapped_runner(code):
    """A function from input to output, as LiveCodeBench does it."""
    function = load_module(as_function(unwrap_main(code))).wrapped_function

    def run(text):
        before = sys.stdin, sys.stdout
        out = io.StringIO()
        out.close = lambda *_: 1
        sys.stdin, sys.stdout = Feed(text), out
        try:
            function()
        except SystemExit:
            pass
        finally:
            sys.stdin, sys.stdout = before
        return out.getvalue()

    return run


def program_runner(code):
    """A function from input to output: the program as `__main__` on a real standard input and output."""
    compiled = _compile(code, "<solution>", "exec", dont_inherit=True)
    prelude = _compile(PRELUDE, "<prelude>", "exec")
    files = hasattr(os, "memfd_create")

    def run(text):
        before = sys.stdin, sys.stdout
        if files:
            for at in (0, 1):
                place = os.memfd_create("stream")
                os.dup2(place, at)
                os.close(place)
            os.write(0, text.encode())
            os.lseek(0, 0, os.SEEK_SET)
            sys.stdin, sys.stdout = open(0, encoding="utf-8", closefd=False), open(1, "w", encoding="utf-8", closefd=False)
        else:
            sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(text.encode())), io.TextIOWrapper(io.BytesIO())
        out = sys.stdout
        names = {"__name__": "__main__"}
        try:
            _exec(prelude, names)
            names["__name__"] = "__main__"
            _exec(compiled, names)
        except SystemExit:
            pass
        finally:
            for thread in sys.modules["threading"].enumerate()[1:] if "threading" in sys.modules else ():
                if not thread.daemon:
                    thread.join()
            out.flush()
            sys.stdin, sys.stdout = before
        if not files:
            return out.buffer.getvalue().decode("utf-8", "replace")
        os.lseek(1, 0, os.SEEK_SET)
        with open(1, "rb", closefd=False) as whole:
            return whole.read().decode("utf-8", "replace")

    return run


def load_function(code, name):
    module = load_module(PRELUDE + "\n\n" + code)
    return getattr(module.Solution() if "class Solution" in code else module, name)


def near(found, wanted):
    """Equal, numbers within 1e-6, absolute or relative."""
    if _isinstance(found, (_list, _tuple)) and _isinstance(wanted, (_list, _tuple)):
        return _len(found) == _len(wanted) and _all(_map(near, found, wanted))
    if _isinstance(found, dict) and _isinstance(wanted, dict):
        return found.keys() == wanted.keys() and _all([near(found[key], wanted[key]) for key in wanted])
    if _isinstance(found, (int, float)) and _isinstance(wanted, (int, float)):
        return found == wanted or _abs(found - wanted) <= 1e-6 * _max(1.0, _abs(wanted))
    return found == wanted


def run_check(job, send):
    """A function and the tests that call it, both in this interpreter."""
    for name in re.findall(r"^\s*(?:import|from)\s+(\w+)", job["prompt"] + "\n" + job["test"], re.M):
        try:
            __import__(name)
        except ImportError:
            pass
    take_away()
    pure, saved, names = dict(vars(builtins)), snapshot(), {}
    send("s", 0, "")
    try:
        try:
            program = _compile(job["code"], "<solution>", "exec", dont_inherit=True)
        except SyntaxError as error:
            return send("c", 0, words(error))
        _exec(program, names)
        if job["entry"] and job["entry"] not in names:
            return send("e", 0, f"NameError: name '{job['entry']}' is not defined")
        restore(saved)
        # Tests get the helpers of the prompt and the builtins as they were, not what the code made of them.
        space = {"__builtins__": pure}
        try:
            _exec(_compile(job["prompt"], "<prompt>", "exec", dont_inherit=True), space)
        except Exception:
            space = {"__builtins__": pure}
        for name in names:
            if name not in space and name not in pure:
                space[name] = names[name]
        if job["entry"]:
            space[job["entry"]] = names[job["entry"]]
        _exec(_compile(job["test"], "<tests>", "exec", dont_inherit=True), space)
    except AssertionError as error:
        send("w", 0, words(error))
    except BaseException as error:
        send(fault(error), 0, words(error))
    else:
        send("y", 0, "")
    finally:
        restore(saved)


def run_io(job, send):
    """A program per input, or a function per list of arguments."""
    take_away()
    lenient = job["mode"] == "lenient"
    try:
        send("l", 0, "")
        if job["entry"] is None:
            runner = (program_runner if lenient else wrapped_runner)(job["code"])
        else:
            cases = [[json.loads(line) for line in text.split("\n")] for text in job["inputs"]]
            wanted = [json.loads(text) for text in job["outputs"]]
            function = load_function(job["code"], job["entry"])
    except SyntaxError as error:
        return send("c", 0, words(error))
    except BaseException as error:
        return send(fault(error), 0, words(error))
    for index, text in enumerate(job["inputs"]):
        try:
            send("s", index, "")
            if job["entry"] is None:
                send("o", index, runner(text))
                continue
            found = function(*cases[index])
            found = _list(found) if _isinstance(found, _tuple) else found
            right = near(found, wanted[index]) if lenient else found == wanted[index]
            if not right:
                return send("f", index, "")
            send("y", index, "")
        except BaseException as error:
            return send(fault(error), index, words(error))
