/**
 * Grading code by running it.
 *
 * Code runs only inside a sandbox. A pass is a line with a random word that the
 * grader writes after the tests; where there are processes, code and grader are
 * two, and the code's one never holds that word. So leaving early, by whatever
 * exit, printing, changing builtins, the tests' helpers or the modules they
 * use, killing the grader and exit handlers are failures.
 *
 * What canonical and lenient grading cannot stop: tests and code share an
 * interpreter, as in the benchmarks' own graders, so code that walks frames or
 * descriptors, or returns an object that equals everything, can deceive its
 * tests. It is flagged ({@linkcode CodeVerdict}), and fails in `strict` mode.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import type { PythonBatch } from "../sandbox/python_batch.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { indentBody } from "../filter/code_block.ts";
import { codeFlags } from "./code_flags.ts";
import { checkTests, type CodeProblem } from "./code_problem.ts";
import type { CodeMode, CodeVerdict } from "./code_verdict.ts";
import { runGrader } from "./run_grader.ts";

/** Options of {@linkcode gradeCode}. */
export interface GradeOptions {
  /** The sandbox; each piece of code gets a program of its own in it. */
  readonly sandbox: Sandbox;
  /** A warm Python of that sandbox instead, for code one trusts: pieces of code share it. */
  readonly batch?: PythonBatch;
  /** Ends it; the call then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  /** How strictly; default `canonical`. */
  readonly mode?: CodeMode;
}

/**
 * Grades a completion: what continues the problem's prompt, or the whole
 * program when the problem has none. Nothing of it is trimmed.
 *
 * @returns A verdict, always; a hang, a bomb or a lie is a result.
 * @throws {DataError} `no_tests`.
 * @throws {SandboxError} when the sandbox or the grader did not work, and
 * `strict_unavailable` for `strict` where there are no processes (backend `python`).
 * @example
 * ```ts
 * import { gradeCode } from "./grade_code.ts";
 * import { openSandbox } from "../sandbox/open_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using sandbox = await openSandbox({ runs: "python", files: "fresh" });
 * const problem = { prompt: "def add(a, b):\n", tests: "assert add(1, 2) == 3", entryPoint: "add" };
 * assertEquals((await gradeCode(problem, "    return a + b\n", { sandbox })).verdict, "passed");
 * const lie = await gradeCode(problem, "    import os; os._exit(0)\n", { sandbox });
 * assertEquals([lie.verdict, lie.flags], ["failed", ["ends the process"]]);
 * ```
 */
export async function gradeCode(
  problem: CodeProblem,
  completion: string,
  options: GradeOptions,
): Promise<CodeVerdict> {
  const prompt = "cases" in problem ? "" : problem.prompt ?? "";
  return await gradeProgram(problem, prompt + completion, options);
}

/**
 * Grades a whole program, the prompt's part included.
 *
 * @throws as {@linkcode gradeCode}.
 * @example
 * ```ts
 * import { gradeProgram } from "./grade_code.ts";
 * import { openSandbox } from "../sandbox/open_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using sandbox = await openSandbox({ runs: "python", files: "fresh" });
 * const problem = { cases: [{ input: "2\n", output: "4\n" }, { input: "3\n", output: "9\n" }] };
 * const { verdict, perTest } = await gradeProgram(problem, "print(int(input()) * 2)", { sandbox });
 * assertEquals([verdict, perTest], ["failed", [true, -2]]);
 * ```
 */
export async function gradeProgram(
  problem: CodeProblem,
  program: string,
  options: GradeOptions,
): Promise<CodeVerdict> {
  checkTests(problem);
  const { mode = "canonical" } = options;
  if (mode === "strict") checkStrict(problem, options);
  const start = performance.now();
  const place = { ...options, mode };
  let report = await runGrader(program, problem, place);
  let reindented = false;
  const prompt = "cases" in problem ? "" : problem.prompt ?? "";
  if (mode === "lenient" && report.uncompilable && prompt !== "" && program.startsWith(prompt)) {
    const moved = await runGrader(prompt + indentBody(program.slice(prompt.length), prompt), problem, place);
    reindented = !moved.uncompilable;
    if (reindented) report = moved;
  }
  const { verdict, reason, perTest, forged } = report;
  const own = program.startsWith(prompt) ? program.slice(prompt.length) : program;
  return {
    verdict,
    reason,
    perTest,
    flags: [...codeFlags(own), ...(forged ? ["wrote to the grader's channel"] : [])],
    mode,
    reindented,
    durationMs: performance.now() - start,
  };
}

function checkStrict(problem: CodeProblem, { sandbox }: GradeOptions): void {
  if (!("cases" in problem) && problem.entryPoint === undefined) {
    throw new TypeError('Cannot grade in "strict" mode: wanted the name of the function under test');
  }
  if (sandbox.info.backend !== "python") return;
  throw new SandboxError('Cannot grade in "strict" mode: the sandbox "python" has no second process', {
    code: "strict_unavailable",
    hint: "Use bubblewrap, docker or podman",
  });
}
