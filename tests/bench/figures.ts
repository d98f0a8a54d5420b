// deno-lint-ignore-file no-console -- scripts that print
/**
 * What the benches share: options, interleaved pairs, medians, the table.
 *
 * @module
 */

/** One figure of the table. */
export interface Figure {
  /** What is measured. */
  readonly what: string;
  /** Measured value. */
  readonly value: number;
  /** Upper limit; Infinity for figures that are only shown. */
  readonly limit: number;
  /** Unit, `x` for ratios. */
  readonly unit: string;
  /** Whatever helps to read it. */
  readonly note?: string;
}

/** Reads `--name 123` from the command line. */
export function numberFlag(name: string, fallback: number): number {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(Deno.args[at + 1]);
}

/** Median of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? sorted[middle] ?? NaN
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Runs both sides in turn, `pairs` times, and gives the pairs. */
export async function interleave<A, B>(
  pairs: number,
  a: () => Promise<A>,
  b: () => Promise<B>,
): Promise<[A, B][]> {
  const found: [A, B][] = [];
  for (let at = 0; at < pairs; at++) {
    // Every second pair the other way round, so that neither side always goes first.
    if (at % 2 === 0) found.push([await a(), await b()]);
    else {
      const second = await b();
      found.push([await a(), second]);
    }
  }
  return found;
}

/** Prints the table and exits 1 when a figure is over its limit. */
export function report(figures: readonly Figure[]): void {
  const rows = figures.map(({ what, value, limit, unit, note = "" }) => [
    value <= limit ? "ok" : "OVER",
    what,
    `${value.toPrecision(4)} ${unit}`,
    limit === Infinity ? "no limit" : `<= ${limit} ${unit}`,
    note,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ").trimEnd());
  }
  if (figures.some(({ value, limit }) => !(value <= limit))) Deno.exitCode = 1;
}

/** What a child measured of itself. */
export interface Measured {
  /** Wall time of the work. */
  readonly wallMs: number;
  /** User and system time of the process during the work. */
  readonly cpuMs: number;
  /** Largest resident size of the process; null where the system does not say. */
  readonly peakMb: number | null;
  readonly [extra: string]: number | string | null;
}

/** Measures work in this process and prints it as JSON, for a parent that uses {@linkcode child}. */
export async function measure(
  work: () => Promise<Record<string, number | string | null> | void>,
): Promise<void> {
  const { default: process } = await import("node:process");
  const startMs = performance.now();
  const before = process.cpuUsage();
  const extra = await work();
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startMs;
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  const peak = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  const measured: Measured = {
    wallMs,
    cpuMs: (user + system) / 1000,
    peakMb: peak === undefined ? null : Number(peak) / 1024,
    ...extra,
  };
  console.log(JSON.stringify(measured));
}

/** Runs a script of this folder in a process of its own and gives what it measured. */
export async function child(script: string, args: readonly (string | number)[]): Promise<Measured> {
  const path = new URL(script, import.meta.url).pathname;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", path, ...args.map(String)],
    stderr: "inherit",
  }).output();
  if (code !== 0) throw new Error(`${script} ${args.join(" ")} ended with ${code}`);
  return JSON.parse(new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "");
}

/** Starts the fake server as a process; disposing ends it. */
export async function fakeServer(
  args: readonly string[],
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const path = new URL("../support/fake_server.ts", import.meta.url).pathname;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-A", path, ...args],
    stdout: "piped",
  }).spawn();
  const reader = process.stdout.getReader();
  const { value } = await reader.read();
  const port = Number(new TextDecoder().decode(value));
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      process.kill();
      await reader.cancel();
      await process.status;
    },
  };
}
