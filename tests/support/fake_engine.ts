/**
 * A stand-in for the docker command, see fake_engine.py.
 *
 * @module
 */
import { requirePart } from "./require.ts";
import { repoPath } from "./shared.ts";
import { tempDir } from "./temp.ts";

/** A stand-in in a folder of its own. */
export interface FakeEngine extends AsyncDisposable {
  /** Path of the command. */
  readonly program: string;
  /** All calls so far, as lists of arguments. */
  calls(): Promise<string[][]>;
  /** Names of containers that exist. */
  boxes(): Promise<string[]>;
  /** Plants a container with labels, as a dead run would leave it. */
  plant(name: string, labels: Readonly<Record<string, string>>): Promise<void>;
  /** Takes the engine down. */
  down(): Promise<void>;
}

/** Makes one. */
export async function fakeEngine(): Promise<FakeEngine> {
  const dir = await tempDir();
  const text = await Deno.readTextFile(repoPath("tests/support/fake_engine.py"));
  const program = await dir.write("docker", `#!${requirePart("python")}\n${text}`);
  await Deno.chmod(program, 0o755);
  return {
    program,
    async calls(): Promise<string[][]> {
      const log = await Deno.readTextFile(dir.join("calls.jsonl"));
      return log.trim().split("\n").map((line) => JSON.parse(line));
    },
    async boxes(): Promise<string[]> {
      return (await Array.fromAsync(Deno.readDir(dir.join("boxes")))).map(({ name }) => name).sort();
    },
    async plant(name, labels): Promise<void> {
      await dir.write(
        `boxes/${name}`,
        JSON.stringify({ name, labels, pid: 2 ** 22 + 1, started: 0, oom: false, env: "" }),
      );
    },
    async down(): Promise<void> {
      await dir.write("down", "");
    },
    [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
  };
}
