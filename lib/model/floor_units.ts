/**
 * Kinds of code units, as the floor model sees them.
 *
 * @module
 */

/** A word may begin after it. */
export function startsWord(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 40 || unit === 9;
}

/** ASCII letters and digits: what a copied word consists of. */
export function isCopyUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
}

/** Belongs to a word. */
export function isWordUnit(unit: number): boolean {
  return unit >= 128 || isCopyUnit(unit);
}
