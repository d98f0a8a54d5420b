/**
 * Runs: units, ledger, resume.
 *
 * @module
 */
export * from "./unit.ts";
