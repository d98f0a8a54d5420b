/**
 * Reading the command line of a Python that is not a program of the system.
 *
 * @module
 */

/** A Python program. */
export interface PythonProgram {
  /** Where the code is: given, a file of the workspace, or standard input. */
  readonly from: "code" | "file" | "stdin";
  /** The code, or the file's path. */
  readonly what: string;
  /** Arguments after it. */
  readonly args: readonly string[];
}

/** Flags that change nothing here: no environment, no site packages and no cache files are used anyway. */
const IDLE = new Set(["-B", "-E", "-I", "-S", "-q", "-s", "-u"]);

/**
 * Reads `python3 [-I -S …] FILE ARGS`, `python3 -c CODE ARGS` and `python3 -`.
 *
 * @returns The program, or a sentence why it is refused.
 * @example
 * ```ts
 * import { readPythonArgv } from "./python_argv.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(readPythonArgv(["python3", "-I", "-c", "x", "-c"]), { from: "code", what: "x", args: ["-c"] });
 * assertEquals(typeof readPythonArgv(["sh"]), "string");
 * ```
 */
export function readPythonArgv(argv: readonly string[]): PythonProgram | string {
  const [name = "", ...rest] = argv;
  if (!/^python3?$/.test(name)) {
    return `Cannot run "${name}": the sandbox "python" runs python3 and nothing else`;
  }
  while (IDLE.has(rest[0] ?? "")) rest.shift();
  const [first, ...args] = rest;
  if (first === undefined || first === "-") return { from: "stdin", what: "", args };
  if (first === "-c") {
    const [what, ...more] = args;
    return what === undefined
      ? "Cannot run python3 -c: no code is given"
      : { from: "code", what, args: more };
  }
  if (first.startsWith("-")) {
    return `Cannot run python3 with the flag "${first}": the sandbox "python" does not know it`;
  }
  return { from: "file", what: first, args };
}
