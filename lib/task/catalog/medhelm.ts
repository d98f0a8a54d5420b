/**
 * # MedHELM: eight auto-graded public scenarios, equal weight
 *
 * | scenario | source | asked | metric |
 * |---|---|---|---|
 * | medcalc_bench | hub `ncbi/MedCalc-Bench-v1.0`, test (1,047), CC BY-SA 4.0 | a value, 10 tokens | medcalc_bench_accuracy |
 * | medec | GitHub `abachaa/MEDEC` CSV, CC BY 4.0 | `CORRECT` or the mended sentence, 256 tokens | medec_error_flag_accuracy |
 * | head_qa | hub `dvilares/head_qa` en, test, MIT | one letter | exact_match |
 * | medbullets | GitHub `HanjieChen/ChallengeClinicalQA`, five options | one letter | exact_match |
 * | med_qa | hub `GBaker/MedQA-USMLE-4-options`, test (1,273) | one letter | exact_match |
 * | med_mcqa | hub `openlifescienceai/medmcqa`, validation (4,183), Apache-2.0 | one letter | exact_match |
 * | pubmed_qa | hub `qiaojin/PubMedQA` pqa_labeled (all 1,000), MIT | one letter | exact_match |
 * | medhallu | hub `UTAustin-AIHealth/MedHallu` pqa_labeled, two questions a row, MIT | `0` or `1`, 5 tokens | exact_match |
 *
 * Prompts are HELM's, without shots, greedy, no stops. The score is the plain
 * mean over scenarios; it is canonical only when all eight ran. Scenarios that
 * a jury grades join them once there is a judge; until then they are listed in
 * {@linkcode unavailable}.
 *
 * Known traps: `cop` of MedMCQA is 0 to 3 on the hub (HELM's own files have 1
 * to 4); the gold sentence number of MEDEC cannot be scored upstream (a parse
 * defect), so only the flag counts; 328 of the 925 rows of its file are blank
 * and left out; some MedQA answers end in a stray quote;
 * questions of HEAD-QA with an image are left out; an unknown letter scores 0.
 *
 * @module
 */
import type { Task, TaskGroup } from "../task.ts";
import { medhelmChoiceTasks } from "./medhelm_choice.ts";
import { medcalc, medec, medhallu } from "./medhelm_generation.ts";
import { medhelmJuryTasks } from "./medhelm_jury.ts";

/** The eight scenarios. */
export const tasks: readonly Task[] = [
  medhelmChoiceTasks.pubMedQa,
  medec,
  medhelmChoiceTasks.medMcqa,
  medhelmChoiceTasks.medQa,
  medhelmChoiceTasks.headQa,
  medhelmChoiceTasks.medbullets,
  medhallu,
  medcalc,
];

/** `medhelm`: the mean of the scenarios' scores, each with the same weight. */
export const groups: readonly TaskGroup[] = [{
  group: "medhelm",
  members: tasks.map((task) => task.name),
  aggregate: [{ metric: "primary", weightBySize: false }],
  version: 1,
}];

/** Scenarios that a jury grades: part of the group once there is a judge. */
export const judged: readonly Task[] = medhelmJuryTasks;

/** Scenarios of the public list that cannot run without a judge. */
export const unavailable: Readonly<Record<string, { readonly code: string; readonly message: string }>> =
  Object.fromEntries(judged.map(({ name }) => [name, { code: "needs_judge", message: "needs a judge" }]));
