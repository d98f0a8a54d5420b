/**
 * A set of ids that costs 10 to 16 bytes an id, whatever their length.
 *
 * @module
 */

/** Tables of their own, so that growing one moves little. */
const PARTS = 64;
const FIRST_CAPACITY = 8;

interface Part {
  /** Pairs of words, `high` and `low`; both 0 where free. */
  slots: Uint32Array<ArrayBuffer>;
  size: number;
}

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
  readonly #parts: readonly Part[] = Array.from(
    { length: PARTS },
    () => ({ slots: new Uint32Array(2 * FIRST_CAPACITY), size: 0 }),
  );
  #size = 0;

  /** How many different texts were added. */
  get size(): number {
    return this.#size;
  }

  /** Adds a text; true when it was (almost surely) there already. */
  add(text: string): boolean {
    const [high, low] = fingerprint(text);
    const part = this.#parts[high % PARTS] as Part;
    if (!put(part.slots, high, low)) return true;
    this.#size++;
    part.size++;
    if (part.size * 5 > part.slots.length * 2) grow(part); // at most four fifths full
    return false;
  }
}

function put(slots: Uint32Array, high: number, low: number): boolean {
  const capacity = slots.length / 2;
  for (let slot = Math.floor(low / 0x1_0000_0000 * capacity);; slot = slot + 1 === capacity ? 0 : slot + 1) {
    const h = slots[2 * slot];
    const l = slots[2 * slot + 1];
    if (h === high && l === low) return false;
    if (h === 0 && l === 0) {
      slots[2 * slot] = high;
      slots[2 * slot + 1] = low;
      return true;
    }
  }
}

function grow(part: Part): void {
  const old = part.slots;
  part.slots = new Uint32Array(2 * Math.ceil(old.length / 2 * 1.5));
  for (let i = 0; i < old.length; i += 2) {
    const high = old[i] as number;
    const low = old[i + 1] as number;
    if (high !== 0 || low !== 0) put(part.slots, high, low);
  }
  old.buffer.transfer(0); // frees it now: collections look at the small object, not at its bytes
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
