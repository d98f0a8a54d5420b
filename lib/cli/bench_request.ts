/**
 * From a checked command to the options of the run.
 *
 * @module
 */
import { UsageError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import { readText } from "../core/text.ts";
import type { BenchmarkOptions, TaskOverrides } from "../run/bench_options.ts";
import type { OpenSplit } from "../run/load_task_data.ts";
import { buildTaskList } from "../task/niche.ts";
import { taskNames } from "../task/registry.ts";
import type { SettledBench } from "./bench_settings.ts";
import { readBenchmarkOverrides } from "./benchmark_config.ts";
import { usageError } from "./endpoint_settings.ts";
import { generationOf } from "./generation.ts";
import { underRoot } from "./serve_config.ts";
import type { Specialist } from "./specialist.ts";

/**
 * Options of `runBenchmark` for a command; reads `config/benchmarks/*.yaml`
 * when the run is diagnostic, and the chat template when it is a file.
 *
 * @throws {UsageError} `bad_config`, `unknown_key`.
 * @example
 * ```ts
 * import { benchRequest } from "./bench_request.ts";
 * import { benchSettings } from "./bench_settings.ts";
 * import { readSpecialist } from "./specialist.ts";
 * import { assertEquals } from "@std/assert";
 * const specialist = await readSpecialist("no/such.yaml");
 * const flags = { tasks: ["pubmedqa"], limit: 5 };
 * const settings = benchSettings({ flags, specialist, env: () => undefined });
 * assertEquals((await benchRequest({ flags, specialist, settings })).limit, 5);
 * ```
 */
export async function benchRequest({ flags, specialist, settings }: SettledBench): Promise<BenchmarkOptions> {
  await checkFloors(specialist);
  const { niche, tasks, root } = settings;
  const overrides: Record<string, TaskOverrides> = {};
  if (settings.mode === "diagnostic") {
    for (const name of tasks ?? buildTaskList(niche ?? "", "diagnostic")) {
      if (!/^[\w.-]+$/.test(name)) continue;
      const { genKwargs, ...rest } = await readBenchmarkOverrides(
        joinPath(root, `config/benchmarks/${name}.yaml`),
      );
      const generation = genKwargs === undefined ? {} : { generation: generationOf(genKwargs) };
      if (Object.keys({ ...rest, ...generation }).length > 0) overrides[name] = { ...rest, ...generation };
    }
  }
  const given = <K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } =>
    (value === undefined || value === null ? {} : { [key]: value }) as { [P in K]?: V };
  return {
    ...given("niche", niche),
    ...given("tasks", tasks),
    source: settings.source,
    ...given("mode", flags.mode),
    ...given("limit", flags.limit),
    ...given("seed", flags.seed),
    ...given("epochs", flags.epochs),
    ...given("numFewshot", flags.numFewshot),
    ...given("system", flags.system),
    ...given("concurrency", flags.concurrency),
    ...given("resume", flags.resume),
    ...given("sandbox", sandboxOf(flags.sandbox)),
    ...given("codeMode", flags.codeMode),
    ...(Object.keys(settings.genKwargs).length > 0 ? { generation: generationOf(settings.genKwargs) } : {}),
    root,
    out: settings.out,
    dataDir: settings.dataDir,
    overrides,
    specialist: await withTexts(specialist, root),
    unquantized: flags.unquantized === true,
    ...(flags.forceDownload === true ? { openHub: await freshHub() } : {}),
  };
}

function sandboxOf(name: SettledBench["flags"]["sandbox"]): Exclude<BenchmarkOptions["sandbox"], object> {
  return name === "unsafe-local" ? "unsafeLocal" : name;
}

/** A floor under a misspelt name would hold nothing. */
async function checkFloors({ file, hardFloor }: Specialist): Promise<void> {
  if (Object.keys(hardFloor).length === 0) return;
  const known = await taskNames();
  const stray = Object.keys(hardFloor).find((name) => !known.includes(name));
  if (stray === undefined) return;
  throw new UsageError(`Cannot use "${file}": "hard_floor" names "${stray}", wanted a task or group`, {
    code: "bad_config",
    hint: "deno task bench --list shows the names",
    details: { found: stray, names: known },
  });
}

/** Templates may be written out or be paths of files; a prompt template must have its place. */
async function withTexts(specialist: Specialist, root: string): Promise<Specialist> {
  const promptTemplate = await textOrFile("prompt_template", { specialist, root });
  if (promptTemplate !== null && !promptTemplate.includes("{prompt}")) {
    throw usageError(
      `Cannot use "${specialist.file}": wanted "{prompt}" in "prompt_template", found none`,
      "bad_template",
      "Write {prompt} where the prompt of the task goes",
    );
  }
  return {
    ...specialist,
    promptTemplate,
    chatTemplate: await textOrFile("chat_template", { specialist, root }),
  };
}

async function textOrFile(
  key: "prompt_template" | "chat_template",
  { specialist, root }: { readonly specialist: Specialist; readonly root: string },
): Promise<string | null> {
  const value = key === "chat_template" ? specialist.chatTemplate : specialist.promptTemplate;
  if (value === null || value.includes("\n") || value.includes("{")) return value;
  const path = underRoot(root, value);
  try {
    return await readText(path);
  } catch (cause) {
    throw new UsageError(`Cannot use "${specialist.file}": "${key}": ${(cause as Error).message}`, {
      code: "missing_template",
      hint: "Write the template itself, or the path of a file",
      cause,
    });
  }
}

/** Fetches files again, cached or not. */
async function freshHub(): Promise<OpenSplit> {
  const { hubSplits } = await import("../run/open_hub_split.ts");
  return hubSplits({ forceDownload: true });
}
