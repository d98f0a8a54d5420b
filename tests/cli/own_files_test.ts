import { assertEquals, assertRejects } from "@std/assert";
import { withOwnFiles } from "../../lib/cli/own_files.ts";
import { findTask } from "../../lib/task/registry.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("--config with a program: what it registers is known, the flag is taken off", async () => {
  await using dir = await tempDir();
  const lib = (name: string): string =>
    JSON.stringify(new URL(`file://${repoPath("lib", "task", name)}`).href);
  const program = await dir.write(
    "mine.ts",
    `import { registerTask } from ${lib("user_tasks.ts")};
import { defineTask } from ${lib("define_task.ts")};
registerTask(defineTask({ name: "from_program", prompt: (doc) => doc.q, target: (doc) => doc.a }));
`,
  );
  assertEquals(await withOwnFiles({ config: program, tasks: ["from_program"] }), { tasks: ["from_program"] });
  assertEquals((await findTask("from_program")).name, "from_program");
});

Deno.test("--config with a program that fails or a YAML file", async () => {
  await using dir = await tempDir();
  const program = await dir.write("bad.ts", 'throw new Error("not today");\n');
  await assertRejects(() => withOwnFiles({ config: program }), Error, "not today");
  assertEquals(await withOwnFiles({ config: "specialist.yaml" }), { config: "specialist.yaml" });
});
