/**
 * A set of ids that costs 8 to 32 bytes an id, whatever their length.
 *
 * @module
 */

/**
 * Remembers 64-bit fingerprints of texts. `add` tells whether a text *may* have
 * been there: a no is certain; a yes is wrong about once in 10^7 sets of a
 * million, so check before acting on it.
 *
 * @example
 * ```ts
 * import { SeenIds } from "./seen_ids.ts";
 * import { assertEquals } from "@std/assert";
 * const seen = new SeenIds();
 * assertEquals([seen.add("a"), seen.add("b"), seen.add("a")], [false, false, true]);
 * ```
 */
export class SeenIds {
  #slots: Uint32Array = new Uint32Array(2 * 1024);
  #size = 0;

  /** How many different texts were added. */
  get size(): number {
    return this.#size;
  }

  /** Adds a text; true when it was (almost surely) there already. */
  add(text: string): boolean {
    const [high, low] = fingerprint(text);
    if (!this.#put(high, low)) return true;
    this.#size++;
    if (this.#size * 4 > this.#slots.length) this.#grow(); // at most half full
    return false;
  }

  #put(high: number, low: number): boolean {
    const mask = this.#slots.length / 2 - 1;
    for (let slot = low & mask;; slot = (slot + 1) & mask) {
      const h = this.#slots[2 * slot];
      const l = this.#slots[2 * slot + 1];
      if (h === high && l === low) return false;
      if (h === 0 && l === 0) {
        this.#slots[2 * slot] = high;
        this.#slots[2 * slot + 1] = low;
        return true;
      }
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i] as number;
      const low = old[i + 1] as number;
      if (high !== 0 || low !== 0) this.#put(high, low);
    }
  }
}

/** Two multiplicative 32-bit hashes over the UTF-16 units (after cyrb53); never both 0. */
function fingerprint(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, (b >>> 0) || 1];
}
