// deno-lint-ignore-file no-console
/**
 * `deno task ok`: the one gate. Formatting, lint, then everything that
 * `deno task test` runs: type check, doc lint and layout, doc examples, suites
 * and notebooks. Runs all of it and fails when one part does.
 */
const STEPS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["fmt", ["fmt", "--check", "-q"]],
  ["lint", ["lint", "-q"]],
  ["test", ["run", "-q", "-P=test", "--no-prompt", "tasks/test.ts", ...Deno.args]],
];

Deno.chdir(new URL("..", import.meta.url));
const failed: string[] = [];
for (const [name, args] of STEPS) {
  const { success } = await new Deno.Command(Deno.execPath(), { args: [...args], stdin: "null" }).spawn()
    .status;
  if (!success) failed.push(name);
}
console.log(failed.length === 0 ? "ok" : `not ok: ${failed.join(", ")}`);
Deno.exit(failed.length === 0 ? 0 : 1);
