// deno-lint-ignore-file no-console
/**
 * Fetches the lm-eval package for the tests of task files: its wheel from the
 * package index, unpacked into the cache folder beside a small Python
 * environment that renders its templates. Never committed.
 *
 * `deno run -A tests/support/fetch_lm_eval.ts` prints the folder; the tests
 * find it in BENCHBOOK_LM_EVAL.
 *
 * @module
 */
import { join } from "./path.ts";
import { requirePart } from "./require.ts";

const VERSION = "0.4.13";
const UNPACK = `
import pathlib, sys, zipfile
for wheel in pathlib.Path(sys.argv[1]).glob("*.whl"):
    zipfile.ZipFile(wheel).extractall(sys.argv[2])
`;

/** Gives the folder that holds `lm_eval` and `venv`, fetching them once. */
export async function fetchLmEval(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? join(Deno.env.get("HOME") ?? ".", ".cache");
  const target = join(cache, "benchbook", `lm_eval-${VERSION}`);
  if (await Deno.stat(join(target, "complete")).then(() => true, () => false)) return target;
  await Deno.mkdir(target, { recursive: true });
  const scratch = await Deno.makeTempDir({ prefix: "benchbook_lm_eval_" });
  try {
    const python = requirePart("python");
    await run(python, ["-m", "venv", join(target, "venv")]);
    const own = join(target, "venv", Deno.build.os === "windows" ? "Scripts/python.exe" : "bin/python");
    await run(own, ["-m", "pip", "download", "-q", "--no-deps", "-d", scratch, `lm-eval==${VERSION}`]);
    await run(own, ["-m", "pip", "install", "-q", "pyyaml", "jinja2"]);
    await run(own, ["-c", UNPACK, scratch, target]);
    await Deno.writeTextFile(join(target, "complete"), VERSION);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  return target;
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdout: "null", stderr: "piped" })
    .output();
  if (!success) {
    throw new Error(`Cannot run "${args.join(" ").slice(0, 80)}": ${new TextDecoder().decode(stderr)}`);
  }
}

if (import.meta.main) console.log(await fetchLmEval());
