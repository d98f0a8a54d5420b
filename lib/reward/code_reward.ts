/**
 * A reward for code that passes its tests.
 *
 * @module
 */
import { codeBlock } from "../filter/code_block.ts";
import type { CodeProblem } from "../metric/code_problem.ts";
import type { CodeMode } from "../metric/code_verdict.ts";
import { gradeProgram } from "../metric/grade_code.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Completion } from "./completion.ts";
import { completionText } from "./completion_text.ts";

/** Options of {@linkcode codeReward}. */
export interface CodeRewardOptions {
  /** Where the code runs; open it once for many rewards, with `files: "fresh"`. */
  readonly sandbox: Sandbox;
  /**
   * How strictly. Default `strict`, since training finds every hole; `canonical`
   * where that cannot be had (backend `python`, tests without a function's name).
   */
  readonly mode?: CodeMode;
  /** Whether code that may have deceived its tests keeps its reward outside of `strict`; default no. */
  readonly allowFlagged?: boolean;
}

/**
 * Makes a reward of tests: 1 for a completion whose code passes all of them,
 * else 0. The code is the fenced block that defines the function under test,
 * else the longest Python block, else the whole text.
 *
 * @param tests A problem, or Python that asserts.
 * @throws {DataError} (the reward) `no_tests`.
 * @throws {SandboxError} (the reward) when sandbox or grader did not work: never a 0.
 * @example
 * ```ts
 * import { codeReward } from "./code_reward.ts";
 * import { openSandbox } from "../sandbox/open_sandbox.ts";
 * import { assertEquals } from "@std/assert";
 * await using sandbox = await openSandbox({ runs: "python", files: "fresh" });
 * const reward = codeReward({ tests: "assert double(2) == 4", entryPoint: "double" }, { sandbox });
 * assertEquals(await reward("def double(x):\n    return 2 * x"), 1);
 * assertEquals(await reward("def double(x):\n    return x + 1"), 0);
 * ```
 */
export function codeReward(
  tests: CodeProblem | string,
  options: CodeRewardOptions,
): (completion: Completion, context?: { readonly signal?: AbortSignal }) => Promise<number> {
  const problem: CodeProblem = typeof tests === "string" ? { tests } : tests;
  const name = "cases" in problem ? problem.functionName : problem.entryPoint;
  const { sandbox, allowFlagged = false } = options;
  const able = sandbox.info.backend !== "python" && ("cases" in problem || name !== undefined);
  const mode = options.mode ?? (able ? "strict" : "canonical");
  return async (completion, context = {}) => {
    // The indent of a completion that is a body must stay.
    const text = typeof completion === "string" ? completion : completionText(completion);
    const { code } = codeBlock(text, name === undefined ? {} : { entryPoint: name });
    const prompt = "cases" in problem ? "" : problem.prompt ?? "";
    const { signal } = context;
    const { verdict, flags } = await gradeProgram(problem, defines(code, name) ? code : prompt + code, {
      sandbox,
      mode,
      ...(signal === undefined ? {} : { signal }),
    });
    return verdict === "passed" && (mode === "strict" || allowFlagged || flags.length === 0) ? 1 : 0;
  };
}

function defines(code: string, name: string | undefined): boolean {
  return name === undefined ||
    new RegExp(`^\\s*(?:async\\s+)?(?:def|class)\\s+${RegExp.escape(name)}\\b`, "m").test(code);
}
