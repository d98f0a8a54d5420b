import { assertEquals, assertThrows } from "@std/assert";
import { addCounts, readJunit, readPretty, runningTest, settle, skipLines, sumLine } from "./runner.ts";

const JUNIT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="5" failures="1" errors="0" time="0.695">
  <testsuite name="./a_test.ts" tests="5" disabled="1" errors="0" failures="1">
    <testcase name="slow" classname="./a_test.ts" time="0.325" line="1" col="6">
      <failure message="Timed out after 300ms">says &lt;skipped/&gt; and &lt;testcase </failure>
    </testcase>
    <testcase name="skip" classname="./a_test.ts" time="0.000" line="3" col="6">
      <skipped/>
    </testcase>
    <testcase name="one" classname="./a_test.ts" time="0.001"></testcase>
    <testcase name="one &gt; a" classname="./a_test.ts" time="0.000"></testcase>
    <testcase name="one &gt; b" classname="./a_test.ts" time="0.000"></testcase>
  </testsuite>
</testsuites>`;

Deno.test("a JUnit report is counted by test case, escaped text is not", () => {
  assertEquals(readJunit(JUNIT), { passed: 3, failed: 1, skipped: 1 });
  assertThrows(() => readJunit("half a fi"), SyntaxError, "JUnit");
});

Deno.test("a suite that dies is counted from its lines, and the hanging test is named", () => {
  const text = "running 3 tests from ./a_test.ts\none ... ok (1ms)\ntwo ... FAILED (2ms)\n" +
    "three ... ignored (0ms)\nfour goes on ... ";
  assertEquals(readPretty(text), { passed: 1, failed: 1, skipped: 1 });
  assertEquals(runningTest(text), "four goes on");
  assertEquals(runningTest("one ... ok (1ms)\n"), null);
});

Deno.test("an exit code without a failed test is one failure", () => {
  assertEquals(settle({ passed: 2, failed: 0, skipped: 0 }, 1).failed, 1);
  assertEquals(settle({ passed: 2, failed: 3, skipped: 0 }, 1).failed, 3);
  assertEquals(settle({ passed: 2, failed: 0, skipped: 0 }, 0).failed, 0);
});

Deno.test("skips are said by part, opt-in parts apart", () => {
  const skips = [
    { part: "redis", name: "a" },
    { part: "redis", name: "b" },
    { part: "bwrap", name: "c" },
    { part: "model", name: "d" },
  ];
  assertEquals(skipLines(skips, 5, ["model"]), [
    "skipped 4: redis (2 tests), bwrap (1 test), ignored by the test itself (1 test)",
    "only when asked for: model (1 test)",
  ]);
  assertEquals(skipLines([], 0, ["model"]), []);
  const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 4, failed: 0, skipped: 0 });
  assertEquals(sumLine(sum), "5 passed, 2 failed");
});
