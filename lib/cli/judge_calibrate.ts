/**
 * `deno task judge calibrate`.
 *
 * @module
 */
import { writeFileAtomic } from "../core/atomic.ts";
import { BenchError, UsageError } from "../core/errors.ts";
import { calibrateJudge } from "../reward/calibrate.ts";
import { calibrationToJson, labelsFromJsonl } from "../reward/calibration_codec.ts";
import { calibrationGate } from "../reward/calibration_gate.ts";
import { calibrationText } from "../reward/show_calibration.ts";
import { EXIT } from "./exit.ts";
import type { JudgedCall } from "./judge_command.ts";
import { readText } from "./read_text.ts";

/**
 * Measures the judge against labels, prints the table and writes the artefact.
 *
 * @returns 0; with `--gate` 1 when the judge is weak; 3 when it failed on some
 * labels or too little could be measured.
 * @throws {UsageError} `bad_labels` for labels that do not fit the rubrics.
 * @throws {BenchError} `nothing_to_do` without a label.
 * @example
 * ```ts ignore
 * Deno.exit(await judgeCalibrate({ flags: {}, rubrics, judge, file: "labels.jsonl", terminal }));
 * ```
 */
export async function judgeCalibrate(call: JudgedCall): Promise<number> {
  const { flags, rubrics, judge, file, terminal } = call;
  const labels = labelsFromJsonl(await readText(file ?? "")).filter(({ scores }) =>
    Object.keys(scores).length > 0
  );
  if (labels.length === 0) {
    throw new BenchError(`Cannot calibrate: wanted scores in "${file}", found none`, {
      code: "nothing_to_do",
      hint: "deno task judge label writes them",
    });
  }
  const { repeats = 2, gate = false, out = "calibration.json", json = false } = flags;
  const calibration = await calibrateJudge(judge, rubrics, { labels, repeats }).catch((error) => {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(error.message, { code: "bad_labels", cause: error });
  });
  await writeFileAtomic(out, calibrationToJson(calibration));
  terminal.out(json ? calibrationToJson(calibration) : `${calibrationText(calibration)}\n`);
  terminal.err(`wrote ${out}\n`);
  const limits = {
    ...(flags.minKappa === undefined ? {} : { minKappa: flags.minKappa }),
    ...(flags.minLabels === undefined ? {} : { minLabels: flags.minLabels }),
  };
  const findings = gate ? calibrationGate(calibration, { judge, rubrics, ...limits }) : [];
  for (const { kind, message } of findings) terminal.err(`${kind}: ${message}\n`);
  if (findings.some(({ kind }) => kind === "weak")) return EXIT.finding;
  const failed = calibration.rubrics.some(({ nErrored }) => nErrored > 0);
  return findings.length > 0 || failed ? EXIT.incomplete : EXIT.ok;
}
