/**
 * Tests that need a part the machine may lack (Python, bubblewrap, Chromium …)
 * are registered with {@linkcode testWith}. Without the part they are skipped
 * by name: `deno task test` prints `skipped N: part …`. With
 * `BENCHBOOK_REQUIRE=all` (or a comma list of parts) a missing part fails.
 *
 * @module
 */
import { hasShared, repoPath, sharedPath } from "./shared.ts";

/** A part outside Deno and npm. */
export type Part =
  | "bwrap"
  | "chromium"
  | "docker"
  | "full"
  | "git"
  | "jupyter"
  | "linux"
  | "lm_eval"
  | "model"
  | "network"
  | "node"
  | "posix"
  | "python"
  | "redis"
  | "scipy"
  | "shared";

/** Parts a person opts into by an environment variable; without it their tests are not asked for. */
export const OPT_IN: readonly Part[] = ["full", "lm_eval", "model", "network"];

/** Parts that BENCHBOOK_REQUIRE=all does not ask for: Debian, PyPI and npm do not have them. */
const OPTIONAL: readonly Part[] = [...OPT_IN, "docker", "shared"];

const found = new Map<Part, string | null>();

function firstThatRuns(commands: readonly (readonly string[])[]): string | null {
  for (const [command, ...args] of commands) {
    if (command === undefined) continue;
    try {
      const out = new Deno.Command(command, {
        args: [...args],
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      })
        .outputSync();
      if (out.success) return new TextDecoder().decode(out.stdout).trim();
    } catch {
      // not there: try the next
    }
  }
  return null;
}

function pythons(): string[] {
  const asked = Deno.env.get("BENCHBOOK_PYTHON");
  return [...(asked ? [asked] : []), "python3", ...(Deno.build.os === "windows" ? ["python", "py"] : [])];
}

function jupyterPythons(): string[] {
  const asked = Deno.env.get("BENCHBOOK_JUPYTER_PYTHON");
  const own = repoPath(".tools", "venv", Deno.build.os === "windows" ? "Scripts/python.exe" : "bin/python");
  return [...(asked ? [asked] : []), own, ...pythons()];
}

function whichFile(names: readonly string[]): string | null {
  const separator = Deno.build.os === "windows" ? ";" : ":";
  const suffixes = Deno.build.os === "windows" ? [".exe", ".cmd", ""] : [""];
  for (const folder of (Deno.env.get("PATH") ?? "").split(separator)) {
    for (const name of names) {
      for (const suffix of suffixes) {
        const path = `${folder}/${name}${suffix}`;
        try {
          if (folder !== "" && Deno.statSync(path).isFile) return path;
        } catch {
          // not in this folder
        }
      }
    }
  }
  return null;
}

function locate(part: Part): string | null {
  switch (part) {
    case "python":
      return firstThatRuns(pythons().map((p) => [p, "-c", "import sys; print(sys.executable)"]));
    case "jupyter":
      return firstThatRuns(
        jupyterPythons().map((p) => [p, "-c", "import sys, nbclient, nbformat; print(sys.executable)"]),
      );
    case "scipy":
      return firstThatRuns(pythons().map((p) => [p, "-c", "import sys, scipy; print(sys.executable)"]));
    case "bwrap": {
      const path = whichFile(["bwrap"]);
      const probe = ["--unshare-all", "--ro-bind", "/", "/", "true"];
      return path !== null && firstThatRuns([[path, ...probe]]) !== null ? path : null;
    }
    case "chromium":
      return whichFile(["chromium", "chromium-browser", "google-chrome"]);
    case "redis":
      return whichFile(["redis-server", "valkey-server"]);
    case "docker":
      return firstThatRuns([["docker", "info", "--format", "{{.ID}}"]]) === null
        ? null
        : whichFile(["docker"]);
    case "git":
      return whichFile(["git"]);
    case "node":
      return whichFile(["node"]);
    case "shared":
      return hasShared() ? sharedPath() : null;
    case "linux":
      return Deno.build.os === "linux" ? "linux" : null;
    case "posix":
      return Deno.build.os === "windows" ? null : Deno.build.os;
    case "model": {
      const path = Deno.env.get("BENCHBOOK_GGUF");
      return path !== undefined && path !== "" ? path : null;
    }
    case "lm_eval":
      return Deno.env.get("BENCHBOOK_LM_EVAL") || null;
    case "full":
      return Deno.env.get("BENCHBOOK_FULL") === "1" ? "1" : null;
    case "network":
      return Deno.env.get("BENCHBOOK_NETWORK") === "1" ? "1" : null;
  }
}

/** Where the part is (a path where it is a program), or null. Looked up once. */
export function findPart(part: Part): string | null {
  let where = found.get(part);
  if (where === undefined) found.set(part, where = locate(part));
  return where;
}

/** Where the part is; throws naming it when it is missing. */
export function requirePart(part: Part): string {
  const where = findPart(part);
  if (where === null) throw new Error(`Cannot go on: part "${part}" is missing on this machine`);
  return where;
}

/** Whether a missing part must fail instead of skip. */
export function isRequired(part: Part, asked: string = Deno.env.get("BENCHBOOK_REQUIRE") ?? ""): boolean {
  const names = asked.split(",").map((name) => name.trim());
  return names.includes(part) || (names.includes("all") && !OPTIONAL.includes(part));
}

/** What becomes of a test that needs `parts`: run it, skip it for a part, or fail for it. */
export function verdict(
  parts: readonly Part[],
  has: (part: Part) => boolean,
  required: (part: Part) => boolean,
): { do: "run" | "skip" | "fail"; part?: Part } {
  const missing = parts.filter((part) => !has(part));
  const must = missing.find((part) => required(part));
  if (must !== undefined) return { do: "fail", part: must };
  const first = missing[0];
  return first === undefined ? { do: "run" } : { do: "skip", part: first };
}

function recordSkip(part: Part, name: string): void {
  const file = Deno.env.get("BENCHBOOK_SKIP_LOG");
  if (file) Deno.writeTextFileSync(file, JSON.stringify({ part, name }) + "\n", { append: true });
}

/**
 * Registers a test that needs parts.
 *
 * @example
 * ```ts ignore
 * testWith(["python"], "grades with Python", async () => { const python = requirePart("python"); });
 * ```
 */
export function testWith(
  parts: readonly Part[],
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
  options: Omit<Deno.TestDefinition, "name" | "fn" | "ignore"> = {},
): void {
  const what = verdict(parts, (part) => findPart(part) !== null, isRequired);
  if (what.do === "fail") {
    Deno.test(name, () => {
      throw new Error(`part "${what.part}" is required (BENCHBOOK_REQUIRE) and missing`);
    });
    return;
  }
  if (what.do === "skip" && what.part) recordSkip(what.part, name);
  Deno.test({ ...options, name, fn, ignore: what.do === "skip" });
}
