/**
 * The indexes of the areas: `lib/<area>/mod.ts` names the same files as the
 * area's part of mod.ts.
 *
 * @module
 */

const ABOUT: Readonly<Record<string, string>> = {
  core: "Errors, context, text, JSON, hashes, random numbers, paths: no word of the domain.",
  stat: "Pure numbers: means, intervals, bootstrap.",
  sandbox: "Where code nobody trusts runs.",
  dataset: "Data sets: reading, sampling, splitting, pinning.",
  task: "Tasks: definition, shots, requests, the catalog.",
  model: "Models and what wraps them.",
  filter: "Filters: from a reply to an answer.",
  metric: "Metrics: per sample, over samples, over groups.",
  reward: "Rewards and judges.",
  agent: "Coding agents.",
  env: "Environments, rollouts and tools.",
  bundle: "Environments as one file.",
  spec: "Markdown evals.",
  result: "Results: schema, fingerprint, reading, writing.",
  report: "Results as tables and pictures.",
  run: "Runs: units, ledger, resume.",
  cli: "The command line.",
};

/** Files that the text of mod.ts names, by area, in its order. */
export function namedFiles(mod: string): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const [, area, file] of mod.matchAll(/from "\.\/lib\/([^/"]+)\/([^"]+)"/g)) {
    if (area === undefined || file === undefined || area === "deps") continue;
    const files = named.get(area) ?? [];
    if (!files.includes(file)) files.push(file);
    named.set(area, files);
  }
  return named;
}

/** Text of the index of an area. */
export function indexText(area: string, files: readonly string[]): string {
  const lines = files.map((file) => `export * from "./${file}";\n`);
  return `/**\n * ${ABOUT[area] ?? `Area ${area}.`}\n *\n * @module\n */\n${lines.join("")}`;
}
