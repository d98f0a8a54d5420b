/**
 * The hash behind the floor model: cheap a step, well mixed when it is used.
 *
 * @module
 */

/** One round of the running hash. */
export function step(hash: number, unit: number): number {
  const product = Math.imul(hash ^ unit, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** An unsigned number well mixed from a hash and a label (the finaliser of MurmurHash3). */
export function mix(hash: number, label: number): number {
  let h = hash ^ Math.imul(label + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
