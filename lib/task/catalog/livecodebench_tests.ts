/**
 * The tests of a LiveCodeBench problem.
 *
 * @module
 */
import { DataError } from "../../core/errors.ts";
import type { Fields } from "../../dataset/doc.ts";
import { readPickledText } from "../read_pickled_text.ts";

/** One test: what goes in, what has to come out. */
export interface CodeTest {
  /** Text for standard input, or one JSON value a line for a function. */
  readonly input: string;
  /** Text on standard output, or the JSON of the result. */
  readonly output: string;
  /** How it is run. */
  readonly testtype: "stdin" | "functional";
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Private tests are JSON, or base64 of zlib of a pickle of JSON. */
async function privateTests(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return JSON.parse(readPickledText(await inflate(bytes)));
  }
}

/**
 * All tests of a problem, the public ones first.
 *
 * @throws {DataError} `no_tests` when there is none or the private ones cannot
 * be read: a problem without tests would count as passed.
 *
 * @example
 * ```ts
 * import { livecodebenchTests } from "./livecodebench_tests.ts";
 * import { assertEquals } from "@std/assert";
 * const tests = JSON.stringify([{ input: "1\n", output: "2\n", testtype: "stdin" }]);
 * const row = { "question_id": "q", "public_test_cases": tests, "private_test_cases": tests };
 * assertEquals((await livecodebenchTests(row)).length, 2);
 * ```
 */
export async function livecodebenchTests(doc: Fields): Promise<CodeTest[]> {
  const { question_id: id, public_test_cases: open, private_test_cases: hidden } = doc;
  const failed = (found: string, cause?: unknown): never => {
    throw new DataError(`Cannot read the tests of problem "${id}": wanted at least one, found ${found}`, {
      code: "no_tests",
      details: { problem: id },
      ...(cause === undefined ? {} : { cause }),
    });
  };
  let tests: CodeTest[];
  try {
    tests = [...JSON.parse(open), ...await privateTests(hidden) as CodeTest[]];
  } catch (error) {
    return failed("an unreadable payload", error);
  }
  const whole = tests.every((test) => typeof test?.input === "string" && typeof test.output === "string");
  if (tests.length === 0 || !whole) {
    return failed(tests.length === 0 ? "none" : "tests without input or output");
  }
  return tests;
}
