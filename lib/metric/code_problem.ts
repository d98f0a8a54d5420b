/**
 * Problems whose answers are graded by running them.
 *
 * @module
 */
import { DataError } from "../core/errors.ts";
import type { Fields } from "../dataset/doc.ts";
import { type CodeTest, livecodebenchTests } from "../task/catalog/livecodebench_tests.ts";

/** A function, and Python that tests it by assertions. */
export interface CheckProblem {
  /** What a completion continues; its helpers are given to the tests as they stand here. Default none. */
  readonly prompt?: string;
  /** Python that raises unless the code is right; it is run after it. */
  readonly tests: string;
  /** Function under test; without it the tests see all names of the code. */
  readonly entryPoint?: string;
  /** Seconds of processor time for all of it; default 3. */
  readonly timeoutS?: number;
}

/** A program or function, and what has to come out for what goes in. */
export interface CasesProblem {
  /** Input and output of each test. */
  readonly cases: readonly Pick<CodeTest, "input" | "output">[];
  /** Function under test; without it the code is a program on standard input and output. */
  readonly functionName?: string;
  /** Seconds of processor time for one test; default 6. */
  readonly timeoutS?: number;
}

/** A problem. */
export type CodeProblem = CasesProblem | CheckProblem;

/** Whether rows with these columns are graded by running code. */
export function isCodeRow(fields: Fields): boolean {
  return typeof fields["test"] === "string" || typeof fields["public_test_cases"] === "string";
}

/**
 * The problem of a row of HumanEval (`prompt`, `test`, `entry_point`) or
 * LiveCodeBench (`public_test_cases`, `private_test_cases`, `metadata`).
 *
 * @throws {DataError} `no_tests` for a row without tests: it would count as passed.
 * @example
 * ```ts
 * import { codeProblem } from "./code_problem.ts";
 * import { assertEquals } from "@std/assert";
 * const row = { prompt: "def f():\n", test: "def check(c):\n    assert c() == 1\n", "entry_point": "f" };
 * assertEquals(await codeProblem(row), {
 *   prompt: row.prompt, tests: `${row.test}\ncheck(f)`, entryPoint: "f",
 * });
 * ```
 */
export async function codeProblem(fields: Fields): Promise<CodeProblem> {
  if (typeof fields["public_test_cases"] === "string") {
    const cases = await livecodebenchTests(fields);
    const name = cases[0]?.testtype === "functional" ? functionName(fields) : null;
    return { cases, ...(name === null ? {} : { functionName: name }) };
  }
  const { prompt, test, entry_point: entryPoint } = fields;
  if (typeof test !== "string" || typeof entryPoint !== "string") {
    throw new DataError('Cannot grade the row: wanted "test" and "entry_point", or "public_test_cases"', {
      code: "no_tests",
    });
  }
  return { prompt: String(prompt ?? ""), tests: `${test}\ncheck(${entryPoint})`, entryPoint };
}

function functionName(fields: Fields): string {
  const raw = fields["metadata"];
  const metadata = typeof raw === "string" ? JSON.parse(raw === "" ? "{}" : raw) : raw;
  const name = metadata?.["func_name"];
  if (typeof name === "string" && name !== "") return name;
  throw new DataError(`Cannot grade problem "${fields["question_id"]}": its metadata names no function`, {
    code: "no_tests",
  });
}

/**
 * Refuses a problem without tests.
 *
 * @throws {DataError} `no_tests`.
 * @example
 * ```ts
 * import { checkTests } from "./code_problem.ts";
 * import { assertThrows } from "@std/assert";
 * assertThrows(() => checkTests({ cases: [] }), Error, "no tests");
 * assertThrows(() => checkTests({ tests: "def check(c): pass\ncheck(f)" }), Error, "no tests");
 * ```
 */
export function checkTests(problem: CodeProblem): void {
  const tests = "cases" in problem
    ? problem.cases.length > 0
    : /\b(?:assert\w*|raise|unittest|doctest)\b/.test(problem.tests);
  if (tests) return;
  throw new DataError("Cannot grade the code: there are no tests, and code without tests would pass", {
    code: "no_tests",
    hint: "Give tests that assert or raise, or cases with input and output",
  });
}
