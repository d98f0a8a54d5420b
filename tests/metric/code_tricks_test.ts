import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import { codeProblem } from "../../lib/metric/code_problem.ts";
import type { CodeMode, CodeOutcome } from "../../lib/metric/code_verdict.ts";
import { gradeCode, gradeProgram } from "../../lib/metric/grade_code.ts";
import { openCodeGrader } from "../../lib/metric/open_code_grader.ts";
import { openSandbox } from "../../lib/sandbox/open_sandbox.ts";
import { testWith } from "../support/require.ts";

const PROMPT = "import math\n\ndef poly(xs, x):\n    return sum(c * x ** i for i, c in enumerate(xs))\n\n" +
  'def root(xs):\n    """A zero of poly."""\n';
const CHECK = {
  prompt: PROMPT,
  entryPoint: "root",
  tests: "import math, random, copy\n\ndef check(candidate):\n    for xs in ([1, 2], [-6, 11, -6, 1]):\n" +
    "        found = candidate(copy.deepcopy(xs))\n        assert isinstance(found, float)\n" +
    "        assert math.isclose(poly(xs, found), 0, abs_tol=1e-4)\n        assert abs(poly(xs, found)) < 1e-4\n\n" +
    "check(root)",
};
const RIGHT = "    return -0.5 if len(xs) == 2 else 1.0\n";
const WRONG = "    return 7.5\n";
const CASES = { cases: [{ input: "3\n", output: "9\n" }, { input: "4\n", output: "16\n" }], timeoutS: 1 };

/** Ways to pass without being right; each is wrong code. */
const TRICKS: Readonly<Record<string, string>> = {
  "leaves at once": `${WRONG}import os\nos._exit(0)\n`,
  "leaves when called": "    import os\n    os._exit(0)\n",
  "sys.exit(0)": "    import sys\n    sys.exit(0)\n",
  "SystemExit at the top": `${WRONG}raise SystemExit\n`,
  "prints PASSED": `    print("PASSED", flush=True)\n${WRONG}`,
  "prints what a grader would": `${WRONG}import os, json\nfor fd in (1, 2, 3, 4, 5, 6, 7):\n    try:\n` +
    `        os.write(fd, b"\\n" + json.dumps({"done": True, "tag": "y", "code": True, "index": 0}).encode() + b"\\ny 0 \\n")\n` +
    `    except OSError:\n        pass\n`,
  "a check of its own": `${WRONG}def check(candidate):\n    pass\n`,
  "another AssertionError":
    `${WRONG}import builtins\nbuiltins.AssertionError = type("Quiet", (Exception,), {})\n`,
  "builtins that agree": `${WRONG}import builtins\nbuiltins.abs = lambda x: 0\nabs = lambda x: 0\n` +
    `builtins.isinstance = lambda *a: True\nisinstance = lambda *a: True\n`,
  "modules that agree": `${WRONG}import math, copy\nmath.isclose = lambda *a, **k: True\nabs = lambda x: 0\n`,
  "a helper that agrees": `${WRONG}def poly(xs, x):\n    return 0\n`,
  "an exit handler": `${WRONG}import atexit, os\natexit.register(lambda: os._exit(0))\nraise SystemExit(0)\n`,
  "a thread that leaves":
    `    import threading, os, time\n    threading.Thread(target=lambda: os._exit(0)).start()\n    time.sleep(2)\n${WRONG}`,
  "another program": `    import os\n    os.execv("/bin/true", ["true"])\n`,
  "kills its parent": `    import signal, ctypes, os\n    ctypes.CDLL(None).kill(os.getppid(), 9)\n${WRONG}`,
  "kills its group": `    import ctypes\n    ctypes.CDLL(None).kill(0, 9)\n${WRONG}`,
  "closes all descriptors": `    import os\n    os.closerange(0, 1000)\n${WRONG}`,
  "a trace function": `${WRONG}import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\n`,
  "JSON that agrees":
    `${WRONG}import json\njson.dumps = lambda *a, **k: '{"tag": "y"}'\njson.loads = lambda *a, **k: {}\n`,
  "swallows everything":
    `    try:\n        assert False\n    except BaseException:\n        pass\n    return None\n`,
  "a missing function": `    pass\ndel root\n`,
};

for (const mode of ["canonical", "strict"] as CodeMode[]) {
  testWith(["bwrap", "python"], `tricks fail, bubblewrap, ${mode}`, async () => {
    await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
    const right = await gradeCode(CHECK, RIGHT, { sandbox, mode });
    assertEquals([right.verdict, right.reason, right.flags], ["passed", null, []]);
    let count = 0;
    for (const [name, body] of Object.entries(TRICKS)) {
      const { verdict, perTest, reason } = await gradeCode(CHECK, body, { sandbox, mode });
      assertEquals(verdict, "failed", `${name}: ${reason}`);
      assert(reason !== null && perTest.every((one) => one !== true), name);
      count++;
    }
    assertEquals(count, 21);
  });
}

Deno.test("tricks fail, python", async () => {
  await using sandbox = await openSandbox({ backend: "python", files: "fresh" });
  assertEquals((await gradeCode(CHECK, RIGHT, { sandbox })).verdict, "passed");
  // One run each takes a second; those that are at home here.
  const names = [
    ...["leaves at once", "leaves when called", "SystemExit at the top", "prints what a grader would"],
    ...["builtins that agree", "modules that agree", "a helper that agrees", "JSON that agrees"],
  ];
  for (const name of names) {
    const { verdict, reason } = await gradeCode(CHECK, TRICKS[name] ?? "", { sandbox });
    assertEquals(verdict, "failed", `${name}: ${reason}`);
  }
});

testWith(["bwrap", "python"], "outcomes have names and reasons", async () => {
  await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
  const outcome = async (body: string): Promise<[CodeOutcome, string]> => {
    const { verdict, reason } = await gradeCode({ ...CHECK, timeoutS: 1 }, body, { sandbox });
    return [verdict, reason ?? ""];
  };
  const [hang, why] = await outcome(
    "    while True:\n        try:\n            while True: pass\n" +
      "        except BaseException:\n            pass\n",
  );
  assertEquals([hang, why], ["timeout", "over 1 s"]);
  assertEquals((await outcome("    return bytearray(1 << 34)\n"))[0], "memory");
  assertEquals((await outcome("    open('/usr/x', 'w')\n"))[0], "refused");
  const net = "    import socket\n    socket.create_connection(('192.0.2.1', 80), 1)\n";
  assertEquals((await outcome(net))[0], "refused");
  assertEquals(await outcome("    return int(input())\n"), ["failed", "EOFError: EOF when reading a line"]);
  assertMatch((await outcome("    return (\n"))[1], /^SyntaxError/);
});

testWith(
  ["bwrap", "python"],
  "X11: an object that equals everything passes as in the original, flagged; strict fails it",
  async () => {
    await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
    const problem = { prompt: "def f(x):\n", tests: "assert f(1) == 2\nassert f(2) == 4", entryPoint: "f" };
    const lie = "    class A:\n        def __eq__(self, other): return True\n    return A()\n";
    const found = await gradeCode(problem, lie, { sandbox });
    assertEquals([found.verdict, found.flags], ["passed", ["overrides equality or truth"]]);
    const strict = await gradeCode(problem, lie, { sandbox, mode: "strict" });
    assertEquals(strict.verdict, "failed");
    assertMatch(strict.reason ?? "", /plain data/);
  },
);

testWith(["bwrap", "python"], "a forger that walks frames is flagged, and fails in strict", async () => {
  await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
  const forger = `${WRONG}import sys, os\nframe = sys._getframe()\nwhile frame:\n` +
    `    if "send" in frame.f_locals:\n        frame.f_locals["send"]("y", 0, "")\n        os._exit(0)\n` +
    `    frame = frame.f_back\n`;
  const { verdict, flags } = await gradeCode(CHECK, forger, { sandbox });
  assertEquals(verdict, "passed"); // known and documented: tests and code share an interpreter
  assert(flags.includes("looks into its interpreter"));
  assertEquals((await gradeCode(CHECK, forger, { sandbox, mode: "strict" })).verdict, "failed");
  // The grader's own process is out of reach even so.
  const reader = `${WRONG}import os\nfor name in ("mem", "fd/1", "environ"):\n` +
    `    try:\n        open(f"/proc/{os.getppid()}/{name}", "rb").close()\n    except OSError as e:\n        pass\n` +
    `    else:\n        root = lambda xs: -0.5 if len(xs) == 2 else 1.0\n`;
  assertEquals((await gradeCode(CHECK, reader, { sandbox, mode: "strict" })).verdict, "failed");
});

Deno.test("X14: no tests are an error, never a pass", async () => {
  await using sandbox = await openSandbox({ backend: "python", files: "fresh" });
  for (const problem of [{ cases: [] }, { tests: "" }, { tests: "def check(f):\n    pass\ncheck(root)" }]) {
    const error = await assertRejects(() => gradeProgram(problem, "x = 1", { sandbox }));
    assert(isBenchError(error) && error.code === "no_tests");
  }
  await assertRejects(() => codeProblem({ "public_test_cases": "[]", "private_test_cases": "[]" }));
});

testWith(["bwrap", "python"], "X09, X12: a calibration with the row's own solution comes first", async () => {
  await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
  const row = { prompt: "def f():\n", "entry_point": "f", "canonical_solution": "    return 1\n" };
  const code = async (more: object): Promise<unknown> => {
    const graded = openCodeGrader({ sandbox }).grade({ ...row, ...more }, ["def f():\n    return 1\n"]);
    return await graded.then(([verdict]) => verdict?.verdict, (error) => error.code);
  };
  const test = "def check(c):\n    assert c() == 1\n";
  assertEquals(await code({ test }), "passed");
  assertEquals(await code({ test: "def check(c):\n    assert c is not 1\n" }), "calibration_failed");
  assertEquals(await code({ test, "canonical_solution": "    while True: pass\n" }), "slow_machine");
});

testWith(
  ["bwrap", "python"],
  "X13: lenient takes a real stdin, its buffer, and numbers within 1e-6",
  async () => {
    for (const backend of ["bubblewrap", "python"] as const) {
      await using sandbox = await openSandbox({ backend, files: "fresh" });
      const both = async (code: string, problem: Parameters<typeof gradeProgram>[0] = CASES) => [
        (await gradeProgram(problem, code, { sandbox })).verdict,
        (await gradeProgram(problem, code, { sandbox, mode: "lenient" })).verdict,
      ];
      assertEquals(await both("import sys\nfor line in sys.stdin:\n    print(int(line) ** 2)"), [
        "failed",
        "passed",
      ]);
      const third = { cases: [{ input: "1\n", output: "0.3333333333\n" }] };
      assertEquals(await both("print(round(int(input()) / 3, 6))", third), ["failed", "passed"]);
      assertEquals(await both("print(round(int(input()) / 3, 3))", third), ["failed", "failed"]);
      const bytes =
        "import sys\nn = int(sys.stdin.buffer.readline())\nsys.stdout.buffer.write(b'%d\\n' % (n * n))\n";
      assertEquals((await both(bytes))[1], "passed");
      const long = { cases: [{ input: "1\n", output: `${"1".repeat(30)}\n` }] };
      assertEquals(await both(`print("${"1".repeat(29)}2")`, long), ["failed", "passed"]);
      const list = { cases: [{ input: "3", output: "[0.3333333333]" }], functionName: "f" };
      assertEquals(await both("def f(n):\n    return [round(1 / n, 7)]", list), ["failed", "passed"]);
    }
  },
);

testWith(
  ["bwrap", "python"],
  "P21: lenient moves a body to its indent once; canonical does not",
  async () => {
    await using sandbox = await openSandbox({ backend: "bubblewrap", files: "fresh" });
    const problem = { prompt: 'def f(x):\n    """Doubles."""\n', tests: "assert f(2) == 4", entryPoint: "f" };
    for (const body of ["     return 2 * x\n", "return 2 * x\n"]) {
      assertEquals((await gradeCode(problem, body, { sandbox })).verdict, "failed");
      const { verdict, reindented } = await gradeCode(problem, body, { sandbox, mode: "lenient" });
      assertEquals([verdict, reindented], ["passed", true]);
    }
  },
);

Deno.test("strict is refused where there is no second process", async () => {
  await using sandbox = await openSandbox({ backend: "python", files: "fresh" });
  const error = await assertRejects(() => gradeProgram(CASES, "", { sandbox, mode: "strict" }));
  assert(isBenchError(error) && error.code === "strict_unavailable");
});

Deno.test("what one program leaves behind, the next does not find (python)", async () => {
  await using sandbox = await openSandbox({ backend: "python", files: "fresh" });
  const plant =
    "open('heapq.py', 'w').write('raise SystemExit')\nopen('note', 'w').close()\nprint(int(input()) ** 2)";
  assertEquals((await gradeProgram(CASES, plant, { sandbox })).verdict, "passed"); // files are no part of it
  const look = "import os, heapq\nn = int(input())\nprint(n * n if os.listdir() == [] else os.listdir())";
  assertEquals((await gradeProgram(CASES, look, { sandbox })).reason, null);
});
