/**
 * The metric of code that was run.
 *
 * @module
 */
import type { SampleValue } from "../task/task.ts";
import { passAtK } from "../stat/pass_at_k.ts";
import { type CodeMode, type CodeVerdict, isPassed } from "./code_verdict.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";
import { passAtKMetric } from "./pass_at_k_metric.ts";

/**
 * `pass@k` over a sample's pieces of code, by the unbiased estimator; no value
 * while any of them was not run. What task files call `pass_at_k`.
 *
 * @param ks Numbers of attempts.
 * @example
 * ```ts
 * import { codeExec } from "./code_exec.ts";
 * import { assertEquals } from "@std/assert";
 * const view = {
 *   outputType: "generate_until", fields: {}, target: "", choices: [], logliks: [], greedy: [],
 *   unconditional: [], responses: ["a", "b"], verdicts: [true, false],
 * } as const;
 * assertEquals(codeExec([1, 2]).score(view), { "pass@1": 0.5, "pass@2": 1 });
 * ```
 */
export function codeExec(ks: readonly number[] = [1]): BenchMetric {
  return passAtKMetric(({ verdicts }) => {
    return verdicts?.every((one) => one !== null) ? verdicts as readonly boolean[] : null;
  }, ks);
}

/**
 * `pass@k` of some verdicts, for each `k` there are enough attempts for. In
 * another mode than canonical the names say so: `pass@1_lenient`.
 *
 * @example
 * ```ts
 * import { passRates } from "./code_exec.ts";
 * import { assertEquals } from "@std/assert";
 * const one = { reason: null, perTest: [], flags: [], reindented: false, durationMs: 1 };
 * const verdicts = [{ ...one, verdict: "passed" as const }, { ...one, verdict: "timeout" as const }];
 * assertEquals(passRates(verdicts, [1, 5], "lenient"), { "pass@1_lenient": 0.5 });
 * ```
 */
export function passRates(
  verdicts: readonly Pick<CodeVerdict, "verdict">[],
  ks: readonly number[],
  mode: CodeMode = "canonical",
): Record<string, SampleValue> {
  const passed = verdicts.filter(isPassed).length;
  const able = ks.filter((k) => k <= verdicts.length);
  return Object.fromEntries(
    able.map((
      k,
    ) => [`pass@${k}${mode === "canonical" ? "" : `_${mode}`}`, passAtK(verdicts.length, passed, k)]),
  );
}

/** The metric under which {@linkcode passRates} of a mode are summed up. */
export function codeModeMetric(mode: Exclude<CodeMode, "canonical">, ks: readonly number[]): BenchMetric {
  const names = ks.map((k) => `pass@${k}_${mode}`);
  return defineMetric({
    name: `pass_at_k_${mode}`,
    range: [0, 1],
    produces: (name) => names.includes(name),
    // Given beside the scores by whoever ran the code.
    score: () => ({}),
  });
}
