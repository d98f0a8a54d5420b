/**
 * `deno task rescore`: what it does with its flags.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { UsageError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { pathPart } from "../core/path_part.ts";
import { toLmEval } from "../result/export_lm_eval.ts";
import { encodeKeys } from "../result/codec.ts";
import type { TaskResult } from "../result/task_result.ts";
import { openStored } from "../run/open_stored.ts";
import { rescore, type RescoredRun } from "../run/rescore.ts";
import { parseFlags } from "./args.ts";
import { EXIT } from "./exit.ts";
import { RESCORE_OPTIONS } from "./rescore_options.ts";
import { filterSpec, metricSpec } from "./scoring_spec.ts";
import type { Terminal } from "./terminal.ts";

function rows(results: readonly TaskResult[]): string[][] {
  const number = (value: number | null): string => value === null ? "-" : value.toFixed(4);
  return results.flatMap(({ task, metrics }) =>
    metrics.map(({ metric, filter, value, stderr, n }) => [
      task,
      `${metric},${filter}`,
      number(value),
      number(stderr),
      String(n),
    ])
  );
}

function table(results: readonly TaskResult[]): string {
  const lines = [["task", "metric", "value", "stderr", "n"], ...rows(results)];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines.map((line) =>
    line.map((cell, at) => at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)).join("  ")
      .trimEnd()
  ).join("\n");
}

async function exportFiles(run: RescoredRun, dir: string): Promise<string[]> {
  const { results, samples } = toLmEval(run.stored, [...run.results, ...run.groups]);
  const stamp = (run.stored.createdUtc ?? new Date().toISOString()).replaceAll(":", "-").replace(
    /\.\d+Z$|Z$/,
    "",
  );
  const folder = joinPath(dir, pathPart(run.stored.model || "model"));
  await Deno.mkdir(folder, { recursive: true });
  const files: [string, string][] = [
    [`results_${stamp}.json`, `${JSON.stringify(results, null, 2)}\n`],
    ...Object.entries(samples).map(([task, lines]): [string, string] => [
      `samples_${pathPart(task)}_${stamp}.jsonl`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    ]),
  ];
  for (const [name, text] of files) await writeFileAtomic(joinPath(folder, name), text);
  return files.map(([name]) => joinPath(folder, name));
}

/**
 * Runs the command.
 *
 * @returns Exit code: 3 when a sample has no answer, 5 without a task, else 0.
 * @throws {UsageError} for flags that make no sense, and what reading and scoring throw
 *
 * @example
 * ```ts ignore
 * Deno.exit(await rescoreCommand(["artifacts/runs/20260101-000000"], openTerminal({ plain: true })));
 * ```
 */
export async function rescoreCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [path = "", ...rest] = argv.filter((word) => word !== "--");
  if (path === "" || path.startsWith("-")) {
    throw new UsageError(`Cannot rescore: wanted the path of stored answers first, found "${path}"`, {
      code: "missing_value",
      hint: "deno task rescore artifacts/runs/RUN_ID --metric NAME",
    });
  }
  const flags = parseFlags(rest, RESCORE_OPTIONS);
  const opened = await openStored(path, flags.dataDir === undefined ? {} : { dataDir: flags.dataDir });
  const { tasks: wanted } = flags;
  const unknown = wanted?.find((name) => !opened.tasks.some((task) => task.name === name));
  if (unknown !== undefined) {
    const known = opened.tasks.map((task) => task.name).join('", "');
    throw new UsageError(`Cannot rescore "${unknown}": wanted a task of "${known}"`, {
      code: "unknown_task",
    });
  }
  const stored = wanted === undefined
    ? opened
    : { ...opened, groups: [], tasks: opened.tasks.filter((task) => wanted.includes(task.name)) };
  const run = await rescore(stored, {
    ...(flags.metric === undefined ? {} : { metrics: flags.metric.map(metricSpec) }),
    ...(flags.filter === undefined ? {} : { filters: [filterSpec(flags.filter)] }),
    ...(flags.bootstrap === undefined ? {} : { bootstrapIters: flags.bootstrap }),
  });
  const results = [...run.results, ...run.groups];
  if (flags.json === true) {
    for (const result of results) terminal.out(`${JSON.stringify(encodeKeys(result))}\n`);
  } else terminal.out(`${table(results)}\n`);
  if (flags.exportLmEval !== undefined) {
    for (const file of await exportFiles(run, flags.exportLmEval)) terminal.err(`wrote ${file}\n`);
  }
  if (run.results.length === 0) return EXIT.nothing;
  return run.results.every((result) => result.status === "ok") ? EXIT.ok : EXIT.incomplete;
}
