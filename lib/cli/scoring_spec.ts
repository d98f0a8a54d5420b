/**
 * Metrics and filter steps as words of a command line.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import type { FilterConfig, FilterPipeline, MetricConfig } from "../task/task.ts";

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parse(spec: string): { name: string; args: Record<string, unknown> } {
  // A colon begins an argument only where a key follows, so patterns may hold colons.
  const [name = "", ...parts] = spec.split(/:(?=[a-z_]+=)/);
  if (!/^[\w+@.-]+$/.test(name)) {
    throw new UsageError(`Cannot read "${spec}": wanted NAME or NAME:KEY=VALUE, found "${name}"`, {
      code: "bad_value",
    });
  }
  return {
    name,
    args: Object.fromEntries(parts.map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at), valueOf(part.slice(at + 1))];
    })),
  };
}

/**
 * Reads `NAME:KEY=VALUE` as a metric; values are JSON where they can be.
 *
 * @throws {UsageError} `bad_value`
 *
 * @example
 * ```ts
 * import { metricSpec } from "./scoring_spec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(metricSpec("exact_match:ignore_case=true"), { metric: "exact_match", args: { ignore_case: true } });
 * ```
 */
export function metricSpec(spec: string): MetricConfig {
  const { name, args } = parse(spec);
  return { metric: name, args };
}

/**
 * Reads filter steps as one pipeline `rescored`; the first reply is taken at
 * its end.
 *
 * @throws {UsageError} `bad_value`
 *
 * @example
 * ```ts
 * import { filterSpec } from "./scoring_spec.ts";
 * import { assertEquals } from "@std/assert";
 * const { steps } = filterSpec(["lowercase", "regex:regex_pattern=a: (\\w+)"]);
 * assertEquals(steps.map((step) => step.function), ["lowercase", "regex", "take_first"]);
 * assertEquals(steps[1]?.args, { regex_pattern: "a: (\\w+)" });
 * ```
 */
export function filterSpec(specs: readonly string[]): FilterPipeline {
  const steps = specs.map((spec): FilterConfig => {
    const { name, args } = parse(spec);
    return { function: name, args };
  });
  const last = steps.at(-1)?.function ?? "";
  const ends = last.startsWith("take_first") ? [] : [{ function: "take_first" }];
  return { name: "rescored", steps: [...steps, ...ends] };
}
