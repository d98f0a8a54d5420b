/**
 * `deno task judge`, from arguments to exit code.
 *
 * @module
 */
import { loadDotEnv, readEnv } from "../core/env.ts";
import { UsageError } from "../core/errors.ts";
import { joinPath } from "../core/path.ts";
import type { Judge } from "../reward/judge.ts";
import { rubricsFromJson } from "../reward/calibration_codec.ts";
import type { Rubric } from "../reward/rubric.ts";
import { parseFlags } from "./args.ts";
import { type EndpointSettings, endpointSettings } from "./endpoint_settings.ts";
import { hostsOf } from "./hosts.ts";
import { judgeCalibrate } from "./judge_calibrate.ts";
import { judgeLabel } from "./judge_label.ts";
import { JUDGE_OPTIONS, type JudgeFlags } from "./judge_options.ts";
import { judgeSelftest } from "./judge_selftest.ts";
import { openJudge } from "./open_judge.ts";
import { readText } from "./read_text.ts";
import { lacksPermission } from "./run_needs.ts";
import { isSecondProcess, runSecondProcess, watchLifeline } from "./second_process.ts";
import type { Terminal } from "./terminal.ts";

/** What each part of the command works on. */
export interface JudgeCall {
  /** Flags as typed or from the environment. */
  readonly flags: JudgeFlags;
  /** Criteria. */
  readonly rubrics: readonly Rubric[];
  /** File named after the part, or null. */
  readonly file: string | null;
  /** Where to write. */
  readonly terminal: Terminal;
}

/** A call with a judge. */
export interface JudgedCall extends JudgeCall {
  /** The judge. */
  readonly judge: Judge;
}

const PARTS = ["label", "calibrate", "selftest"] as const;

/**
 * Runs the command; with a judge that has a host, in a second process that may
 * reach just that one.
 *
 * @returns Exit code.
 * @throws {UsageError} for arguments that make no sense; `no_judge` without a judge.
 * @throws {ResultError} for files that cannot be read.
 * @example
 * ```ts
 * import { judgeCommand } from "./judge_command.ts";
 * import { openTerminal } from "./terminal.ts";
 * import { assertRejects } from "@std/assert";
 * await assertRejects(() => judgeCommand(["guess"], openTerminal({ plain: true })), Error, "label, calibrate, selftest");
 * ```
 */
export async function judgeCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const words = argv.filter((word) => word !== "--");
  const part = PARTS.find((one) => one === words[0]);
  if (part === undefined) {
    throw new UsageError(`Cannot judge: wanted one of ${PARTS.join(", ")}, found "${words[0] ?? ""}"`, {
      code: "bad_value",
      hint: "See --help",
      details: { found: words[0] ?? "", names: PARTS },
    });
  }
  const file = words[1] !== undefined && !words[1].startsWith("-") ? words[1] : null;
  const rest = words.slice(file === null ? 1 : 2);
  const typed = parseFlags(rest, JUDGE_OPTIONS);
  await loadDotEnv(joinPath(typed.root ?? ".", ".env"));
  const flags = parseFlags(rest, JUDGE_OPTIONS, { env: readEnv });
  if (part !== "selftest" && file === null) {
    throw usage(`Cannot ${part}: wanted a file after "${part}", found none`, `deno task judge ${part} FILE`);
  }
  if (flags.rubrics === undefined) {
    throw usage(`Cannot ${part}: wanted --rubrics FILE, found none`, "A JSON list of title and description");
  }
  const call = { flags, rubrics: rubricsFromJson(await readText(flags.rubrics)), file, terminal };
  if (part === "label") return await judgeLabel(call);
  const endpoint = judgeEndpoint(flags, part);
  const hosts = endpoint.baseUrl === null ? [] : hostsOf({ urls: [endpoint.baseUrl], hub: false });
  const needs = { hosts, run: false, native: endpoint.name.kind === "gguf" };
  const second = isSecondProcess(readEnv);
  if (!second && lacksPermission(needs)) return await runSecondProcess(needs, argv);
  if (second) void watchLifeline(() => Deno.exit(137));
  const judge = await openJudge(endpoint, {
    env: readEnv,
    ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
  });
  return part === "calibrate"
    ? await judgeCalibrate({ ...call, judge })
    : await judgeSelftest({ ...call, judge });
}

function judgeEndpoint(flags: JudgeFlags, part: string): EndpointSettings {
  if (flags.judgeModel === undefined) {
    throw new UsageError(`Cannot ${part}: wanted a judge, found none`, {
      code: "no_judge",
      hint: "Add --judge-model openai:NAME and --judge-base-url URL",
    });
  }
  const { judgeBaseUrl: baseUrl, judgeApiKeyEnv: apiKeyEnv } = flags;
  return endpointSettings(flags.judgeModel, {
    baseUrl,
    apiKeyEnv,
    headers: {},
    env: readEnv,
    what: "judge-",
  });
}

function usage(message: string, hint: string): UsageError {
  return new UsageError(message, { code: "missing_value", hint });
}
