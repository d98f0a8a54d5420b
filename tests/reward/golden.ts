/**
 * Golden cases of the original's rewards: once from the shared folder, once
 * from the compact copy, each with its number asserted.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { testWith } from "../support/require.ts";
import { readGoldenJson, readSharedJson } from "../support/shared.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** One golden case. */
export interface GoldenCase {
  readonly name: string;
  readonly input: Any;
  readonly expected: Any;
}

/** Numbers JSON has not, as the golden marks them. */
export function revive(value: Any): Any {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  if (value.$float !== undefined) return Number(value.$float.replace("inf", "Infinity"));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revive(member)]));
}

/** Registers both tests of a file that holds `count` cases. */
export function goldenTests(
  file: string,
  count: number,
  check: (one: GoldenCase) => void | Promise<void>,
): void {
  const run = async (cases: readonly GoldenCase[]): Promise<void> => {
    let ran = 0;
    for (const one of cases) {
      try {
        await check(revive(one));
      } catch (error) {
        throw new Error(`${file}: ${one.name}: ${(error as Error).message}`, { cause: error });
      }
      ran++;
    }
    assertEquals([ran, cases.length], [count, count]);
  };
  Deno.test(`golden: ${file} (compact)`, async () => {
    await run((await readGoldenJson("benchmax", `${file}.json`)).cases);
  });
  testWith(["shared"], `golden: ${file}`, async () => {
    await run((await readSharedJson("golden", "benchmax", `${file}.json`)).cases);
  });
}
