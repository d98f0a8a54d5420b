/**
 * What a benchmark command means: flags over environment over config over
 * defaults, checked before anything is spent.
 *
 * @module
 */
import { joinPath } from "../core/path.ts";
import type { BenchFlags } from "./bench_options.ts";
import { hostsOf } from "./hosts.ts";
import type { RunNeeds } from "./run_needs.ts";
import type { ServeConfig } from "./serve_config.ts";
import type { Specialist } from "./specialist.ts";
import { sandboxPrograms } from "./sandbox_programs.ts";
import { type EndpointSettings, endpointSettings, usageError } from "./endpoint_settings.ts";
import { parseGenKwargs } from "./gen_kwargs.ts";
import { parseHeaders } from "./headers.ts";

/** A checked command. */
export interface BenchSettings {
  /** Niche, or null when only tasks were named. */
  readonly niche: string | null;
  /** Tasks, or null for all of the niche. */
  readonly tasks: readonly string[] | null;
  /** `canonical` unless something stands against it. */
  readonly mode: "canonical" | "diagnostic";
  /** True when `--mode canonical` was typed: then nothing may stand against it later either. */
  readonly insistsOnCanonical: boolean;
  /** What stands against canonical, as far as flags tell. */
  readonly notCanonicalBecause: readonly string[];
  /** Where rows come from. */
  readonly source: "huggingface" | "local" | "sample" | "api";
  /** The model under test. */
  readonly model: EndpointSettings;
  /** The judge, for judged scenarios. */
  readonly judge: EndpointSettings | null;
  /** Server to start first: the config's, unless a flag names another endpoint or a model without one. */
  readonly serve: ServeConfig | null;
  /** Decoding parameters laid over the task's own. */
  readonly genKwargs: Readonly<Record<string, unknown>>;
  /** True only when a quantisation is named and not denied; null when not known. */
  readonly quantized: boolean | null;
  /** Config, data, artifacts and `.env` lie here. */
  readonly root: string;
  /** Local data. */
  readonly dataDir: string;
  /** Results and runs. */
  readonly out: string;
  /** Hosts, programs and native code of the run. */
  readonly needs: RunNeeds;
}

/** A command that has been checked. */
export interface SettledBench {
  /** Parsed flags. */
  readonly flags: BenchFlags;
  /** The specialist's config. */
  readonly specialist: Specialist;
  /** What they mean. */
  readonly settings: BenchSettings;
  /** The flags before paths of task files became names, for commands that are shown. */
  readonly asked?: BenchFlags;
}

/** What settings are worked out from. */
export interface SettingsSources {
  /** Parsed flags, environment stand-ins among them. */
  readonly flags: BenchFlags;
  /** The specialist's config. */
  readonly specialist: Specialist;
  /** Looks up an environment variable. */
  readonly env: (name: string) => string | undefined;
}

/**
 * Works out and checks the settings of a run.
 *
 * @throws {UsageError} for anything that makes no sense together.
 * @example Nothing but a niche: the floor model on the samples
 * ```ts
 * import { benchSettings } from "./bench_settings.ts";
 * import { readSpecialist } from "./specialist.ts";
 * import { assertEquals } from "@std/assert";
 * const specialist = await readSpecialist("no/such.yaml");
 * const settings = benchSettings({ flags: { niche: "medical" }, specialist, env: () => undefined });
 * assertEquals([settings.model.id, settings.source, settings.mode], ["builtin:floor", "sample", "diagnostic"]);
 * assertEquals(settings.needs.hosts, []);
 * ```
 */
export function benchSettings(sources: SettingsSources): BenchSettings {
  const { flags, specialist, env } = sources;
  if (flags.niche === undefined && (flags.tasks ?? []).length === 0) {
    throw usageError(
      "Cannot run: wanted --niche or --tasks, found neither",
      "no_niche",
      flags.resume === undefined
        ? "Try deno task bench --niche medical"
        : "A run goes on with the flags it was started with: repeat them, with --resume behind",
    );
  }
  const named = flags.model ?? specialist.model ??
    (specialist.modelPath === null ? undefined : `gguf:${specialist.modelPath}`);
  const source = flags.source ?? (named === undefined ? "sample" : "huggingface");
  const model = endpointSettings(named ?? "builtin:floor", {
    baseUrl: flags.baseUrl ?? specialist.baseUrl ?? undefined,
    apiKeyEnv: flags.apiKeyEnv,
    headers: parseHeaders(flags.header ?? []),
    env,
    what: "",
  });
  const reasons = againstCanonical(sources, { source, isFloor: model.name.kind === "builtin" });
  if (flags.mode === "canonical" && reasons.length > 0) {
    throw usageError(
      `Cannot run canonical: ${reasons.join(", ")}`,
      "not_canonical",
      "Drop --mode canonical, or what stands against it",
    );
  }
  const root = flags.root ?? ".";
  return {
    niche: flags.niche ?? null,
    tasks: flags.tasks ?? null,
    mode: reasons.length === 0 ? "canonical" : "diagnostic",
    insistsOnCanonical: flags.mode === "canonical",
    notCanonicalBecause: reasons,
    source,
    model,
    judge: judgeOf(sources, source),
    genKwargs: parseGenKwargs(flags.genKwargs ?? []),
    quantized: specialist.quantizationConfig !== null
      ? flags.unquantized !== true
      : flags.unquantized === true
      ? false
      : null,
    root,
    dataDir: flags.dataDir ?? under(root, "data/benchmarks"),
    out: outDir(flags.out, root),
    serve: servedBy(sources, model),
    needs: needsOf(sources, { model, source }),
  };
}

function under(root: string, path: string): string {
  return root === "." ? path : joinPath(root, path);
}

function outDir(out: string | undefined, root: string): string {
  if (out === undefined) return under(root, "artifacts");
  if (/\.jsonl?$/i.test(out)) {
    throw usageError(
      `Cannot use "--out ${out}": wanted a folder`,
      "bad_value",
      "The files in it get their names by themselves",
    );
  }
  return out.replace(/(?<=.)[\\/]+$/, "");
}

function againstCanonical(
  { flags, specialist }: SettingsSources,
  { source, isFloor }: { readonly source: string; readonly isFloor: boolean },
): string[] {
  const { choiceProtocol } = flags;
  const has: [boolean, string][] = [
    [flags.mode === "diagnostic", "diagnostic mode was asked for"],
    [source === "sample", "source sample"],
    [isFloor, "floor model"],
    [flags.limit !== undefined, `limit ${flags.limit}`],
    [flags.numFewshot !== undefined, `num_fewshot ${flags.numFewshot}`],
    [flags.system !== undefined, "a system message"],
    [flags.maxLength !== undefined, `max_length ${flags.maxLength}`],
    [(flags.genKwargs ?? []).length > 0, "gen_kwargs"],
    [flags.epochs !== undefined && flags.epochs !== 1, `epochs ${flags.epochs}`],
    [flags.seed !== undefined && flags.seed !== 1234, `seed ${flags.seed}`],
    [
      choiceProtocol !== undefined && choiceProtocol !== "auto" && choiceProtocol !== "loglikelihood",
      `choice protocol ${choiceProtocol}`,
    ],
    [specialist.promptTemplate !== null, "a prompt template"],
  ];
  return has.filter(([holds]) => holds).map(([, reason]) => reason);
}

function judgeOf({ flags, env }: SettingsSources, source: string): EndpointSettings | null {
  if (flags.judgeModel === undefined) {
    if (source !== "api") return null;
    throw usageError(
      'Cannot use "--source api": wanted a judge, found none',
      "no_judge",
      "Add --judge-model openai:NAME and --judge-base-url URL",
    );
  }
  const { judgeBaseUrl: baseUrl, judgeApiKeyEnv: apiKeyEnv } = flags;
  return endpointSettings(flags.judgeModel, { baseUrl, apiKeyEnv, headers: {}, env, what: "judge-" });
}

function servedBy({ flags, specialist }: SettingsSources, model: EndpointSettings): ServeConfig | null {
  return model.baseUrl === null || flags.baseUrl !== undefined ? null : specialist.serve;
}

function needsOf(sources: SettingsSources, plan: { model: EndpointSettings; source: string }): RunNeeds {
  const { flags, env } = sources;
  const judge = judgeOf(sources, plan.source);
  const urls = [plan.model.baseUrl, judge?.baseUrl ?? null].filter((url) => url !== null);
  const serve = servedBy(sources, plan.model);
  const health = serve?.health ?? null;
  if (health !== null && URL.canParse(health)) urls.push(health);
  const programs = sandboxPrograms(flags);
  return {
    hosts: hostsOf({
      urls,
      hub: plan.source === "huggingface" || plan.source === "api",
      hubEndpoint: env("HF_ENDPOINT"),
      allowed: flags.allowHost,
    }),
    run: serve !== null || programs === null,
    ...(programs === null || programs.length === 0 ? {} : { programs }),
    native: [plan.model, judge].some((endpoint) => endpoint?.name.kind === "gguf"),
  };
}
