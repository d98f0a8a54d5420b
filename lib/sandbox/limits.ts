/**
 * Limits of a sandbox, and what they must satisfy.
 *
 * @module
 */

/** Limits on what runs; `null` is no limit, 0 is refused. */
export interface Limits {
  /** Wall time of one program in ms. */
  readonly wallMs: number | null;
  /** Processor time of one process in ms, rounded up to seconds where the system counts so. */
  readonly cpuMs: number | null;
  /** Memory in MiB: address space of a process, or of all where a cgroup is at hand. */
  readonly memoryMb: number | null;
  /** Bytes kept of each output stream. At 16 times as many the program is ended. */
  readonly outputBytes: number;
  /** Processes and threads alive at once. */
  readonly processes: number | null;
  /** MiB the workspace, and each temporary folder, may hold. */
  readonly diskMb: number | null;
  /** How long the sandbox itself may live in ms; not less than `wallMs`. */
  readonly lifetimeMs: number | null;
  /** How long it may take to become ready in ms. */
  readonly startMs: number | null;
}

/** How memory of a process is limited: its address space, its data, or not at all. */
export type MemoryRlimit = "as" | "data" | "none";

/** The limits one gets without asking. */
export const DEFAULT_LIMITS: Limits = {
  wallMs: 30_000,
  cpuMs: null,
  memoryMb: 1024,
  outputBytes: 1 << 20,
  processes: 64,
  diskMb: 64,
  lifetimeMs: null,
  startMs: 30_000,
};

/** How much more than it keeps a program may write before it is ended. */
export const OUTPUT_HARD_FACTOR = 16;

/**
 * Fills in defaults and checks.
 *
 * @throws {RangeError} for 0, a negative or a non-finite number, and for a
 * lifetime shorter than the wall limit of a program.
 * @throws {TypeError} for a limit that does not exist.
 * @example Three time-outs with three names
 * ```ts
 * import { checkLimits } from "./limits.ts";
 * import { assertEquals, assertThrows } from "@std/assert";
 * assertEquals(checkLimits({ wallMs: 5_000 }).wallMs, 5_000);
 * assertEquals(checkLimits({ wallMs: null }).wallMs, null);
 * assertThrows(() => checkLimits({ wallMs: 0 }), RangeError);
 * assertThrows(() => checkLimits({ wallMs: 300_000, lifetimeMs: 60_000 }), RangeError);
 * ```
 */
export function checkLimits(asked: Partial<Limits> = {}, base: Limits = DEFAULT_LIMITS): Limits {
  for (const name of Object.keys(asked)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new TypeError(`Unknown limit "${name}"`);
  }
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const limits: Limits = { ...base, ...given };
  for (const [name, value] of Object.entries(limits) as [keyof Limits, number | null][]) {
    if (value === null && name !== "outputBytes") continue;
    if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) {
      const wanted = name === "outputBytes" ? "a number above 0" : "a number above 0, or null for no limit";
      throw new RangeError(`Limit "${name}": wanted ${wanted}, found ${String(value)}`);
    }
  }
  const { wallMs, lifetimeMs } = limits;
  if (lifetimeMs !== null && (wallMs === null || lifetimeMs < wallMs)) {
    throw new RangeError(
      `Limit "lifetimeMs" (${lifetimeMs}) is shorter than "wallMs" (${wallMs}): the sandbox would end before the program`,
    );
  }
  return limits;
}
