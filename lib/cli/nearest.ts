/**
 * "Did you mean", for flags and keys.
 *
 * @module
 */
export { nearestName } from "../core/nearest.ts";
