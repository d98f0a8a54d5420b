/** @module */

/** Version of benchbook; the same as in `deno.json` (a test compares them). */
export const BENCHBOOK_VERSION = "benchbook 0.1.0";

/** Name of the harness in fingerprints: version, and whose semantics it follows. */
export const HARNESS_COMMIT = `${BENCHBOOK_VERSION} (lm-eval 0.4.13)`;
