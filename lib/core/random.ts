/**
 * Python's `random.Random`, number for number, so that a seed draws the same
 * few-shot examples, shuffles and bootstrap samples as in lm-eval.
 *
 * @module
 */

const N = 624;
const M = 397;

function initGenrand(state: Uint32Array, seed: number): void {
  state[0] = seed;
  for (let i = 1; i < N; i++) {
    const previous = state[i - 1] as number;
    state[i] = Math.imul(1812433253, previous ^ (previous >>> 30)) + i;
  }
}

function initByArray(state: Uint32Array, key: readonly number[]): void {
  initGenrand(state, 19650218);
  let i = 1;
  let j = 0;
  const step = (factor: number, add: number): void => {
    const previous = state[i - 1] as number;
    state[i] = ((state[i] as number) ^ Math.imul(previous ^ (previous >>> 30), factor)) + add;
    if (++i >= N) {
      state[0] = state[N - 1] as number;
      i = 1;
    }
  };
  for (let k = Math.max(N, key.length); k > 0; k--) {
    step(1664525, (key[j] as number) + j);
    if (++j >= key.length) j = 0;
  }
  for (let k = N - 1; k > 0; k--) step(1566083941, -i);
  state[0] = 0x80000000;
}

function seedWords(seed: number | bigint): number[] {
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new RangeError(`Cannot seed: wanted an integer within 2^53, found "${seed}"`);
  }
  let rest = BigInt(seed);
  if (rest < 0n) rest = -rest;
  const words: number[] = [];
  while (rest > 0n) {
    words.push(Number(rest & 0xffffffffn));
    rest >>= 32n;
  }
  return words.length > 0 ? words : [0];
}

/**
 * The Mersenne Twister with the drawing rules of CPython 3.11's
 * `random.Random`. One object is one stream: every call moves it on.
 *
 * `seed` is an integer of any size (the sign is dropped, as in Python); `null`
 * takes a fresh seed from the system.
 *
 * @throws {RangeError} On a seed that is no integer.
 *
 * @example Same draws as Python
 * ```ts
 * import { Random } from "./random.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(new Random(1234).shuffle([0, 1, 2, 3]), [1, 2, 0, 3]);
 * ```
 */
export class Random {
  #state: Uint32Array = new Uint32Array(N);
  #index = N;

  /** Starts the stream. */
  constructor(seed: number | bigint | null) {
    const key = seed === null ? [...crypto.getRandomValues(new Uint32Array(8))] : seedWords(seed);
    initByArray(this.#state, key);
  }

  /** Next 32 random bits as an unsigned integer. */
  uint32(): number {
    const state = this.#state;
    if (this.#index >= N) {
      for (let k = 0; k < N; k++) {
        const y = ((state[k] as number) & 0x80000000) | ((state[(k + 1) % N] as number) & 0x7fffffff);
        state[k] = (state[(k + M) % N] as number) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.#index = 0;
    }
    let y = state[this.#index++] as number;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  /** A float in [0, 1) with 53 random bits. */
  random(): number {
    const a = this.uint32() >>> 5;
    const b = this.uint32() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  /**
   * An integer of `bits` random bits, 0 to 53.
   *
   * @throws {RangeError} Outside 0..53.
   */
  getrandbits(bits: number): number {
    if (!Number.isInteger(bits) || bits < 0 || bits > 53) {
      throw new RangeError(`Cannot draw bits: wanted an integer in 0..53, found "${bits}"`);
    }
    if (bits === 0) return 0;
    if (bits <= 32) return this.uint32() >>> (32 - bits);
    const low = this.uint32();
    return (this.uint32() >>> (64 - bits)) * 4294967296 + low;
  }

  /**
   * An integer in [0, n), without bias.
   *
   * @throws {RangeError} Unless `n` is an integer from 1 to 2^53 - 1.
   */
  randbelow(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1) {
      throw new RangeError(`Cannot draw below: wanted a positive integer, found "${n}"`);
    }
    const bits = n < 4294967296 ? 32 - Math.clz32(n) : 64 - Math.clz32(Math.floor(n / 4294967296));
    let draw = this.getrandbits(bits);
    while (draw >= n) draw = this.getrandbits(bits);
    return draw;
  }

  /** Shuffles the list in place and gives it back. */
  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.randbelow(i + 1);
      const kept = list[i] as T;
      list[i] = list[j] as T;
      list[j] = kept;
    }
    return list;
  }

  /**
   * `k` different positions of a list of `n`, in drawing order; the positions
   * Python's `sample` would pick.
   *
   * @throws {RangeError} When `k` is negative or above `n`.
   */
  sampleIndices(n: number, k: number): number[] {
    if (!Number.isInteger(k) || k < 0 || k > n) {
      throw new RangeError(`Cannot sample: wanted 0 to ${n} of ${n}, found "${k}"`);
    }
    let setSize = 21;
    if (k > 5) setSize += 4 ** Math.ceil(Math.log(k * 3) / Math.log(4));
    const picked: number[] = [];
    if (n <= setSize) {
      const pool = Array.from({ length: n }, (_, i) => i);
      for (let i = 0; i < k; i++) {
        const j = this.randbelow(n - i);
        picked.push(pool[j] as number);
        pool[j] = pool[n - i - 1] as number;
      }
      return picked;
    }
    const seen = new Set<number>();
    while (picked.length < k) {
      const j = this.randbelow(n);
      if (seen.has(j)) continue;
      seen.add(j);
      picked.push(j);
    }
    return picked;
  }

  /**
   * `k` different elements in drawing order (Python's `sample`).
   *
   * @throws {RangeError} When `k` is negative or above the length.
   */
  sample<T>(population: readonly T[], k: number): T[] {
    return this.sampleIndices(population.length, k).map((i) => population[i] as T);
  }

  /**
   * One element (Python's `choice`).
   *
   * @throws {RangeError} On an empty list.
   */
  choice<T>(population: readonly T[]): T {
    return population[this.randbelow(population.length)] as T;
  }

  /**
   * `k` elements with replacement (Python's `choices` without weights).
   *
   * @throws {RangeError} On an empty list.
   */
  choices<T>(population: readonly T[], k: number): T[] {
    if (population.length === 0) {
      throw new RangeError("Cannot choose: wanted a list with elements, found none");
    }
    return Array.from({ length: k }, () => population[Math.floor(this.random() * population.length)] as T);
  }
}
