/**
 * A grader of many pieces of code: bounded, calibrated, one sandbox.
 *
 * @module
 */
import { SandboxError } from "../core/errors.ts";
import type { Fields } from "../dataset/doc.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { type CodeProblem, codeProblem } from "./code_problem.ts";
import type { CodeMode, CodeVerdict } from "./code_verdict.ts";
import { gradeProgram } from "./grade_code.ts";

/** Options of {@linkcode openCodeGrader}. */
export interface CodeGraderOptions {
  /** The sandbox; not closed by the grader. */
  readonly sandbox: Sandbox;
  /** Pieces of code running at once; default the processors of the machine, which is also the most. */
  readonly workers?: number;
}

/** How some programs are graded. */
export interface CodeGradeOptions {
  /** Default `canonical`. */
  readonly mode?: CodeMode;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** The row of a problem that is given as such, for the calibration. */
  readonly known?: Fields;
}

/** Grades programs for rows of HumanEval or LiveCodeBench. */
export interface CodeGrader {
  /** Where it grades. */
  readonly sandbox: Sandbox;
  /** Pieces of code running at once. */
  readonly workers: number;
  /**
   * Verdicts on programs for a problem or a row, in order. The first known row
   * with a `canonical_solution` is a calibration: its solution must pass and an
   * empty body must not.
   *
   * @throws {SandboxError} `slow_machine`, `calibration_failed` from that, `grader_failed`.
   * @throws {DataError} `no_tests`.
   */
  grade(
    problem: CodeProblem | Fields,
    programs: readonly string[],
    options?: CodeGradeOptions,
  ): Promise<CodeVerdict[]>;
}

/**
 * Opens one.
 *
 * @throws {RangeError} when `workers` is no whole number above 0.
 * @example
 * ```ts
 * import { openCodeGrader } from "./open_code_grader.ts";
 * import { openSandbox } from "../sandbox/open_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using sandbox = await openSandbox({ runs: "python", files: "fresh" });
 * const row = {
 *   prompt: "def one():\n", "canonical_solution": "    return 1\n", "entry_point": "one",
 *   test: "def check(candidate):\n    assert candidate() == 1\n",
 * };
 * const [right] = await openCodeGrader({ sandbox }).grade(row, ["def one():\n    return 2 - 1\n"]);
 * assertEquals(right?.verdict, "passed");
 * ```
 */
export function openCodeGrader(options: CodeGraderOptions): CodeGrader {
  const { sandbox } = options;
  const cores = navigator.hardwareConcurrency;
  const workers = Math.min(options.workers ?? cores, cores);
  if (!(Number.isInteger(workers) && workers > 0)) {
    throw new RangeError(`Cannot open a grader: wanted "workers" above 0, found ${options.workers}`);
  }
  let busy = 0;
  const waiting: (() => void)[] = [];
  async function bounded<T>(act: () => Promise<T>): Promise<T> {
    if (busy >= workers) await new Promise<void>((go) => waiting.push(go));
    else busy++;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  }
  let calibrated: Promise<void> | undefined;
  return {
    sandbox,
    workers,
    async grade(given, programs, { mode = "canonical", signal, known = given } = {}): Promise<CodeVerdict[]> {
      const problem = "tests" in given || "cases" in given ? given as CodeProblem : await codeProblem(given);
      const fields = known as Fields;
      const how = { sandbox, mode, ...(signal === undefined ? {} : { signal }) };
      if (typeof fields["canonical_solution"] === "string") {
        await (calibrated ??= bounded(() => calibrate(fields, sandbox)));
      }
      return await Promise.all(
        programs.map((program) => bounded(() => gradeProgram(problem, program, how))),
      );
    },
  };
}

/** Known answers first: a machine too slow for them, or tests that are not run, would give wrong scores. */
async function calibrate(fields: Fields, sandbox: Sandbox): Promise<void> {
  const problem = await codeProblem(fields);
  const prompt = String(fields["prompt"] ?? "");
  const right = await gradeProgram(problem, prompt + fields["canonical_solution"], { sandbox });
  if (right.verdict === "timeout") {
    throw new SandboxError("Cannot grade code: the solution that came with the row was over the time limit", {
      code: "slow_machine",
      hint: "Run fewer things beside it; a score from here would say more of the machine than of the model",
    });
  }
  const empty = await gradeProgram(problem, `${prompt}    return None\n`, { sandbox });
  if (right.verdict === "passed" && empty.verdict !== "passed") return;
  const found = right.verdict === "passed"
    ? "an empty body passes"
    : `the row's own solution does not pass: ${right.reason}`;
  throw new SandboxError(`Cannot grade code: wanted tests that tell right from wrong, found that ${found}`, {
    code: "calibration_failed",
  });
}
