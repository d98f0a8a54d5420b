import { assert, assertEquals } from "@std/assert";
import { runDeno } from "../support/cli.ts";
import { repoRoot } from "../support/shared.ts";
import { serveFolder } from "../support/static_server.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("mod.ts works when imported by URL, with no import map and no configuration", async () => {
  await using server = serveFolder(repoRoot);
  await using dir = await tempDir();
  await dir.write(
    "a.ts",
    `import * as bb from "${server.url}mod.ts";
const model = bb.floorModel();
const reply = await model({ type: "chat", messages: [{ role: "user", content: "Is water wet? Answer yes or no." }] });
console.log(JSON.stringify({ text: typeof reply.text, floor: model.info.floor, names: Object.keys(bb).length }));
`,
  );
  const out = await runDeno(
    ["run", "--no-config", "--no-lock", "--no-prompt", `--allow-import=${server.host}`, dir.join("a.ts")],
    { cwd: dir.path, env: { DENO_DIR: dir.join("cache") } },
  );
  assertEquals(out.code, 0, out.stderr);
  const said = JSON.parse(out.stdout);
  assertEquals(said.text, "string");
  assertEquals(said.floor, true);
  assert(said.names > 20, out.stdout);
  assert(server.asked.includes("/mod.ts"));
  assertEquals(server.asked.filter((path) => path.startsWith("/.std") || path === "/deno.json"), []);
});
