/**
 * `deno task areas`: writes the index of every area, `lib/<area>/mod.ts`, and
 * the `exports` of deno.json from what mod.ts names. The layout test says when
 * it has to be run.
 *
 * @module
 */
import { AREAS } from "../tests/support/graph.ts";
import { indexText, namedFiles } from "../tests/support/areas.ts";

Deno.chdir(new URL("..", import.meta.url));
const named = namedFiles(await Deno.readTextFile("mod.ts"));
const exports: Record<string, string> = { ".": "./mod.ts" };
for (const area of AREAS) {
  const files = named.get(area);
  if (files === undefined) continue;
  await Deno.writeTextFile(`lib/${area}/mod.ts`, indexText(area, files));
  exports[`./${area}`] = `./lib/${area}/mod.ts`;
}
const config = await Deno.readTextFile("deno.json");
const lines = Object.entries(exports).map(([name, path]) =>
  `    ${JSON.stringify(name)}: ${JSON.stringify(path)}`
);
const changed = config.replace(/"exports": \{[^}]*\}/, `"exports": {\n${lines.join(",\n")}\n  }`);
if (changed !== config) await Deno.writeTextFile("deno.json", changed);
