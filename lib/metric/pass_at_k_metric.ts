/**
 * pass@k over the verdicts of a sample's attempts.
 *
 * @module
 */
import type { SampleValue, SampleView } from "../task/task.ts";
import { passAtK } from "../stat/pass_at_k.ts";
import { type BenchMetric, defineMetric } from "./metric.ts";

/**
 * A metric that gives `pass@k` for each `k`, from one verdict per attempt.
 *
 * @param verdicts Whether each attempt of the sample passed; null while ungraded: no value then.
 * @param ks Numbers of attempts, each at most the attempts made.
 *
 * @example One attempt
 * ```ts
 * import { passAtKMetric } from "./pass_at_k_metric.ts";
 * import { assertEquals } from "@std/assert";
 * const metric = passAtKMetric(() => [true, false], [1, 2]);
 * const view = {
 *   outputType: "generate_until", fields: {}, target: "", choices: [], logliks: [],
 *   greedy: [], unconditional: [], responses: ["x", "y"],
 * } as const;
 * assertEquals(metric.score(view), { "pass@1": 0.5, "pass@2": 1 });
 * ```
 */
export function passAtKMetric(
  verdicts: (view: SampleView) => readonly boolean[] | null,
  ks: readonly number[] = [1],
): BenchMetric {
  const names = ks.map((k) => `pass@${k}`);
  return defineMetric({
    name: "pass_at_k",
    range: [0, 1],
    produces: (name) => names.includes(name),
    score(view) {
      const passed = verdicts(view);
      const hits = passed?.filter(Boolean).length ?? 0;
      return Object.fromEntries(
        ks.map((
          k,
          i,
        ): [string, SampleValue] => [names[i] as string, passed && passAtK(passed.length, hits, k)]),
      );
    },
  });
}
