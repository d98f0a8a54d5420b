/**
 * Parameters of a benchmark in its name: `bigpatent_a:chars=8000`. Whatever
 * changes a score is part of the name, so that no two share a result.
 *
 * @module
 */
import { TaskError } from "../../core/errors.ts";

/** A name taken apart. */
export interface TaskName {
  /** The part before the first colon. */
  readonly base: string;
  /** Parameters by key, in the order they were written. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Takes a name with parameters apart.
 *
 * @param known Keys the benchmark knows, each with the pattern of its value.
 * @throws {TaskError} `bad_task_name` on an unknown key or a value that does not fit.
 *
 * @example
 * ```ts
 * import { parseTaskName } from "./task_params.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseTaskName("t:n=3", { n: /^\d+$/ }), { base: "t", params: { n: "3" } });
 * ```
 */
export function parseTaskName(name: string, known: Readonly<Record<string, RegExp>>): TaskName {
  const [base = "", ...parts] = name.split(":");
  const params: Record<string, string> = {};
  for (const part of parts) {
    const [key = "", value = ""] = part.split("=");
    const pattern = Object.hasOwn(known, key) ? known[key] : undefined;
    if (pattern === undefined || !pattern.test(value)) {
      throw new TaskError(
        `Cannot read task name "${name}": wanted ${
          Object.entries(known).map(([one, fits]) => `"${one}=" with a value like ${fits.source}`).join(
            " or ",
          )
        }, found "${part}"`,
        { code: "bad_task_name", details: { task: name } },
      );
    }
    params[key] = value;
  }
  return { base, params };
}
