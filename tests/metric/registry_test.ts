import { assertEquals } from "@std/assert";
import { resolveMetric } from "../../lib/metric/registry.ts";

Deno.test("an entry's own aggregation gets what the samples gave; of generated texts f1 hands on pairs", () => {
  const metric = resolveMetric({ metric: "f1", higherIsBetter: true, aggregate: (values) => values.length });
  const view = {
    outputType: "generate_until",
    fields: {},
    target: "yes",
    choices: [],
    logliks: [],
    greedy: [],
    unconditional: [],
    responses: ["no"],
  } as const;
  assertEquals(metric.score(view), ["yes", "no"]);
  assertEquals([metric.aggregate([["yes", "no"], ["a", "a"]]), metric.stderr], [2, "none"]);
});
