/**
 * Installs what `gguf:PATH` needs: `deno task gguf:install`.
 *
 * Fetches node-llama-cpp and its processor build with npm (no scripts are
 * run), bundles its JavaScript into one file and keeps that, the native
 * library and the licences in the cache folder. Nothing lands in the project.
 *
 * @module
 */
import { LLAMA_PACKAGE, llamaFolder } from "../lib/deps/node_llama_cpp.ts";

const ESBUILD = "esbuild@0.25.12";
const BUILDS: Readonly<Record<string, string>> = {
  "linux-x86_64": "linux-x64",
  "linux-aarch64": "linux-arm64",
  "darwin-aarch64": "mac-arm64-metal",
  "darwin-x86_64": "mac-x64",
  "windows-x86_64": "win-x64",
  "windows-aarch64": "win-arm64",
};

/** Gives the name of the native build for a system, such as `linux-x64`. */
export function llamaBuild(os: string, arch: string): string {
  const build = BUILDS[`${os}-${arch}`];
  if (build === undefined) throw new RangeError(`No build of ${LLAMA_PACKAGE} for "${os}" on "${arch}"`);
  return build;
}

/** Installs into {@linkcode llamaFolder}; gives the folder. Does nothing when it is there. */
export async function installLlama(): Promise<string> {
  const folder = llamaFolder();
  if (await exists(`${folder}/dist/benchbook.mjs`)) return folder;
  const build = llamaBuild(Deno.build.os, Deno.build.arch);
  const version = LLAMA_PACKAGE.slice(LLAMA_PACKAGE.lastIndexOf("@") + 1);
  const scratch = await Deno.makeTempDir({ prefix: "benchbook_llama_" });
  try {
    await Deno.writeTextFile(`${scratch}/package.json`, '{"private":true}');
    const packages = [LLAMA_PACKAGE, `@node-llama-cpp/${build}@${version}`, ESBUILD];
    // Optional dependencies are the builds for graphics cards and other systems.
    await run("npm", [
      "install",
      "--omit=optional",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      ...packages,
    ], scratch);
    const esbuild = `@esbuild/${Deno.build.os === "windows" ? "win32" : Deno.build.os}-${
      Deno.build.arch === "aarch64" ? "arm64" : "x64"
    }${ESBUILD.slice(ESBUILD.indexOf("@"))}`;
    await run(
      "npm",
      ["install", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", esbuild],
      scratch,
    );
    await bundle(scratch, esbuild);
    await copyParts(scratch, build, folder);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
  return folder;
}

async function bundle(scratch: string, esbuild: string): Promise<void> {
  const dist = `${scratch}/node_modules/node-llama-cpp/dist`;
  await Deno.writeTextFile(
    `${dist}/entry.mjs`,
    'export { getLlama, resolveChatWrapper } from "./index.js";\n',
  );
  const folder = `${scratch}/node_modules/${esbuild.slice(0, esbuild.lastIndexOf("@"))}`;
  const program = Deno.build.os === "windows" ? `${folder}/esbuild.exe` : `${folder}/bin/esbuild`;
  await run(program, [
    `${dist}/entry.mjs`,
    "--bundle",
    "--platform=node",
    "--format=esm",
    "--external:electron",
    "--external:@node-llama-cpp/*",
    // The library's own advice on the console; its log goes through the `logger` option.
    "--drop:console",
    "--log-level=error",
    `--outfile=${dist}/benchbook.mjs`,
    '--banner:js=import { createRequire as benchbookRequire } from "node:module"; const require = benchbookRequire(import.meta.url);',
  ], scratch);
}

async function copyParts(scratch: string, build: string, folder: string): Promise<void> {
  const from = `${scratch}/node_modules/node-llama-cpp`;
  await Deno.mkdir(`${folder}/dist`, { recursive: true });
  await Deno.mkdir(`${folder}/llama`, { recursive: true });
  for await (const entry of Deno.readDir(`${from}/llama`)) {
    const { name } = entry;
    if (name.endsWith(".json")) await Deno.copyFile(`${from}/llama/${name}`, `${folder}/llama/${name}`);
  }
  await copyTree(`${scratch}/node_modules/@node-llama-cpp/${build}/bins`, `${folder}/bins`);
  for (const name of ["package.json", "LICENSE"]) await Deno.copyFile(`${from}/${name}`, `${folder}/${name}`);
  // Last, so that a half-made folder never looks finished.
  await Deno.copyFile(`${from}/dist/benchbook.mjs`, `${folder}/dist/benchbook.mjs`);
}

async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    if (entry.isDirectory) await copyTree(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else await Deno.copyFile(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const command = Deno.build.os === "windows" && program === "npm" ? "npm.cmd" : program;
  const { success, stderr } = await new Deno.Command(command, { args, cwd, stdout: "null", stderr: "piped" })
    .output();
  if (!success) throw new Error(`"${program}" failed: ${new TextDecoder().decode(stderr).slice(-2000)}`);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

const HELP = `deno task gguf:install

Fetches ${LLAMA_PACKAGE} with npm, running no scripts, for models named
gguf:PATH. It lands in the cache folder, or where BENCHBOOK_LLAMA_DIR says.
`;

if (import.meta.main) {
  const flags = Deno.args.filter((arg) => arg !== "--");
  if (flags.length > 0) {
    const helps = flags.every((flag) => flag === "--help" || flag === "-h");
    const text = helps ? HELP : `Unknown flag "${flags[0]}"\n\n${HELP}`;
    await Deno[helps ? "stdout" : "stderr"].write(new TextEncoder().encode(text));
    Deno.exit(helps ? 0 : 2);
  }
  const folder = await installLlama();
  await Deno.stdout.write(new TextEncoder().encode(`${LLAMA_PACKAGE} is in ${folder}\n`));
}
