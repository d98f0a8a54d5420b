/**
 * Counts what was served lately.
 *
 * @module
 */

/** Width of a bucket, and how many there are. */
const BUCKET_MS = 50;
const BUCKETS = 200;

/**
 * Events per second over the last moments, up to ten seconds back; memory and
 * time per event are constant.
 *
 * @example
 * ```ts
 * import { ServedRate } from "./served_rate.ts";
 * import { assertEquals } from "@std/assert";
 * const rate = new ServedRate();
 * for (let ms = 0; ms < 2000; ms += 10) rate.add(ms);
 * assertEquals(Math.round(rate.perSecond(1999, 1000)), 100);
 * ```
 */
export class ServedRate {
  readonly #counts = new Float64Array(BUCKETS);
  #bucket = 0;
  #firstMs: number | null = null;

  /** The time from which to count, when it is before the first event; only the first call has an effect. */
  start(nowMs: number): void {
    this.#firstMs ??= nowMs;
  }

  /** Counts one event. */
  add(nowMs: number): void {
    this.start(nowMs);
    const bucket = Math.floor(nowMs / BUCKET_MS);
    for (let i = Math.max(this.#bucket + 1, bucket - BUCKETS + 1); i <= bucket; i++) {
      this.#counts[i % BUCKETS] = 0;
    }
    this.#bucket = Math.max(this.#bucket, bucket);
    const at = bucket % BUCKETS;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  /** Events per second over about the last `spanMs`, or since the start when that is less. */
  perSecond(nowMs: number, spanMs: number): number {
    const since = nowMs - (this.#firstMs ?? nowMs);
    const span = Math.min(since, BUCKETS * BUCKET_MS, spanMs);
    const bucket = Math.floor(nowMs / BUCKET_MS);
    const buckets = Math.max(1, Math.ceil(span / BUCKET_MS));
    let sum = 0;
    for (let i = 0; i < buckets; i++) {
      if (bucket - i <= this.#bucket) sum += this.#counts[(bucket - i) % BUCKETS] ?? 0;
    }
    return sum / (Math.max(BUCKET_MS, (buckets - 1) * BUCKET_MS + nowMs % BUCKET_MS) / 1000);
  }
}
