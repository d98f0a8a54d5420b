// deno-lint-ignore-file no-console
/**
 * `deno task notebooks [--check] [NN_name.ipynb …]`: executes the notebooks on
 * the Deno kernel, each from a clean start, and writes them back with their
 * outputs. With `--check` nothing is written: outputs must equal the committed
 * ones except for times, ids and paths. Needs nbclient (see tests/README.md).
 */
import { parseArgs } from "@std/cli/parse-args";
import { basename } from "node:path";
import {
  cleanNotebook,
  compareNotebooks,
  executeNotebooks,
  type Notebook,
  repoNotebooks,
  ruleBreaches,
} from "../tests/support/notebooks.ts";

const { check, _: names } = parseArgs(Deno.args, { boolean: ["check"] });
const all = await repoNotebooks();
const paths = names.length === 0 ? all : all.filter((path) => names.map(String).includes(basename(path)));
if (paths.length === 0) {
  console.error(`No such notebook: ${names.join(", ")}`);
  Deno.exit(2);
}
let failed = 0;
for (const [i, { error, notebook }] of (await executeNotebooks(paths)).entries()) {
  const path = paths[i] ?? "";
  const clean = cleanNotebook(notebook);
  const committed = JSON.parse(await Deno.readTextFile(path)) as Notebook;
  const faults = [
    ...(error === null ? [] : [error]),
    ...ruleBreaches(basename(path), clean),
    ...(check ? compareNotebooks(committed, clean) : []),
  ];
  if (!check && error === null) await Deno.writeTextFile(path, JSON.stringify(clean, null, 1) + "\n");
  console.log(`${basename(path)}: ${faults.length === 0 ? "ok" : faults.join("\n  ")}`);
  if (faults.length > 0) failed++;
}
Deno.exit(failed === 0 ? 0 : 1);
