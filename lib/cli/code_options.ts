/**
 * Options that concern the running of answers.
 *
 * @module
 */
import type { OptionSpec } from "./option.ts";

/** Where code of answers runs, and how it is judged. */
export const CODE_OPTIONS = [
  {
    group: "Running",
    name: "sandbox",
    kind: "text",
    value: "NAME",
    choices: ["auto", "bubblewrap", "python", "docker", "podman", "microsandbox", "unsafe-local", "none"],
    help: "Where code of answers runs (default auto: the strongest that works here); none leaves it ungraded",
    env: true,
  },
  {
    group: "Running",
    name: "code-mode",
    kind: "text",
    value: "MODE",
    choices: ["canonical", "lenient", "strict"],
    help: "Grade code a second time, under a metric of its own: lenient (real stdin, 1e-6) or strict",
  },
] as const satisfies readonly OptionSpec[];
