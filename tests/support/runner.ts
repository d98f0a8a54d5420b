/**
 * The pure half of `deno task test`: reading reports and saying the sum.
 *
 * @module
 */

/** Tests of a suite by outcome; steps count as tests. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Nothing yet. */
export const NO_COUNTS: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The sum of two. */
export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/**
 * Counts of a JUnit report.
 *
 * @throws SyntaxError when the text is not such a report.
 */
export function readJunit(xml: string): Counts {
  if (!xml.includes("<testsuites")) throw new SyntaxError("Cannot read the report: wanted JUnit XML");
  const total = xml.match(/<testcase\s/g)?.length ?? 0;
  const skipped = xml.match(/<skipped\s*\/>/g)?.length ?? 0;
  const failed = xml.match(/<(failure|error)\s/g)?.length ?? 0;
  return { passed: total - skipped - failed, failed, skipped };
}

/** Counts of the lines of the pretty reporter, for a suite that died before its report was written. */
export function readPretty(text: string): Counts {
  const ends = (word: string): number => text.match(new RegExp(` \\.\\.\\. ${word}\\b`, "g"))?.length ?? 0;
  return { passed: ends("ok"), failed: ends("FAILED"), skipped: ends("ignored") };
}

/** The test that was running when the output stopped, or null. */
export function runningTest(text: string): string | null {
  const open = text.split("\n").filter((line) => line.includes(" ...")).at(-1);
  const name = open?.match(/^\s*(.*) \.\.\.\s*$/)?.[1];
  return name === undefined ? null : name;
}

/** What a suite came to: a run that failed without a failed test counts as one failure. */
export function settle(counts: Counts, exitCode: number): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** A test that was not run since a part is missing. */
export interface Skip {
  readonly part: string;
  readonly name: string;
}

/**
 * Lines that say what was not run: `skipped N: redis (3 tests), …`, and apart
 * from it what is only run when asked for. Empty when everything ran.
 */
export function skipLines(skips: readonly Skip[], skipped: number, optIn: readonly string[]): string[] {
  const byPart = new Map<string, number>();
  for (const { part } of skips) byPart.set(part, (byPart.get(part) ?? 0) + 1);
  const say = (entries: readonly (readonly [string, number])[]): string =>
    entries.map(([part, n]) => `${part} (${n} ${n === 1 ? "test" : "tests"})`).join(", ");
  const asked = [...byPart].filter(([part]) => optIn.includes(part));
  const missing: (readonly [string, number])[] = [...byPart].filter(([part]) => !optIn.includes(part));
  const others = skipped - skips.length;
  if (others > 0) missing.push(["ignored by the test itself", others]);
  const lines: string[] = [];
  const sum = missing.reduce((n, [, count]) => n + count, 0);
  if (sum > 0) lines.push(`skipped ${sum}: ${say(missing)}`);
  if (asked.length > 0) lines.push(`only when asked for: ${say(asked)}`);
  return lines;
}

/** The last line: `N passed, N failed`. */
export function sumLine(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed`;
}
