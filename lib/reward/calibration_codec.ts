/**
 * Rubrics, labels and calibrations as they stand in files.
 *
 * @module
 */
import { ResultError } from "../core/errors.ts";
import type { JudgeLabel } from "./calibrate.ts";
import type { Calibration } from "./calibration.ts";
import { type Rubric, rubric } from "./rubric.ts";
import type { ScoreMap } from "./score_map.ts";
import { showCalibration } from "./show_calibration.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function renamed(value: Json, rename: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)]));
}

/**
 * A calibration as JSON text, snake_case.
 *
 * @example
 * ```ts
 * import { calibrationToJson } from "./calibration_codec.ts";
 * import { assert } from "@std/assert";
 * const one = { schemaVersion: 1, judge: "openai:j", createdAt: "2026-01-01T00:00:00.000Z", repeats: 2, rubrics: [] } as const;
 * assert(calibrationToJson(one).includes('"schema_version": 1'));
 * ```
 */
export function calibrationToJson(calibration: Calibration): string {
  return `${JSON.stringify(renamed(calibration, toSnake), null, 2)}\n`;
}

/**
 * Reads a calibration back.
 *
 * @throws {ResultError} `bad_calibration`, `schema_version`.
 * @example
 * ```ts
 * import { calibrationFromJson, calibrationToJson } from "./calibration_codec.ts";
 * import { assertEquals } from "@std/assert";
 * const one = { schemaVersion: 1, judge: "openai:j", createdAt: "", repeats: 2, rubrics: [] } as const;
 * assertEquals(calibrationFromJson(calibrationToJson(one)), { ...one });
 * ```
 */
export function calibrationFromJson(text: string): Calibration {
  const value = renamed(parse(text, "a calibration"), toCamel);
  if (value?.schemaVersion !== 1) {
    throw new ResultError(
      `Cannot read the calibration: wanted schema_version 1, found ${
        JSON.stringify(value?.schemaVersion) ?? "none"
      }`,
      { code: "schema_version", hint: "Calibrate again with this version" },
    );
  }
  if (typeof value.judge !== "string" || !Array.isArray(value.rubrics)) {
    throw bad("a calibration", "judge and rubrics");
  }
  return showCalibration(value);
}

/**
 * Reads rubrics: a JSON list of `{ title, description, polarity?, score_map?, key? }`,
 * where `score_map` is a list of `[score, meaning]`.
 *
 * @throws {ResultError} `bad_rubrics`.
 * @example
 * ```ts
 * import { rubricsFromJson } from "./calibration_codec.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(rubricsFromJson('[{"title": "Tone", "description": "Is polite."}]')[0]?.polarity, "positive");
 * ```
 */
export function rubricsFromJson(text: string): Rubric[] {
  const list = parse(text, "rubrics");
  if (!Array.isArray(list) || list.length === 0) throw bad("rubrics", "a list of rubrics");
  return list.map((one: Json, at) => {
    const known = ["title", "description", "polarity", "score_map", "key"];
    const unknown = Object.keys(one ?? {}).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw bad("rubrics", `only ${known.join(", ")} in rubric ${at + 1}, found "${unknown}"`);
    }
    const { title, description, polarity, score_map: scoreMap, key } = one ?? {};
    try {
      return rubric(title, description, {
        ...(polarity === undefined ? {} : { polarity }),
        ...(scoreMap === undefined ? {} : { scoreMap: scoreMap as ScoreMap | null }),
        ...(key === undefined ? {} : { key }),
      });
    } catch (cause) {
      throw bad("rubrics", `a rubric as number ${at + 1} (${(cause as Error).message})`, cause);
    }
  });
}

/**
 * Reads labels: JSON lines of `{ question, response, ground_truth?, scores }`.
 * Scores that are null are not given yet and left out.
 *
 * @throws {ResultError} `bad_labels` that names the line.
 * @example
 * ```ts
 * import { labelsFromJsonl } from "./calibration_codec.ts";
 * import { assertEquals } from "@std/assert";
 * const line = '{"question": "Hi?", "response": "Go.", "scores": {"rubric_tone": 0, "rubric_wit": null}}';
 * assertEquals(labelsFromJsonl(line)[0]?.scores, { rubric_tone: 0 });
 * ```
 */
export function labelsFromJsonl(text: string): JudgeLabel[] {
  return text.replace(/^\ufeff/, "").split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const value = parse(line, "labels", at + 1);
    const { question, response, ground_truth: groundTruth, scores } = value ?? {};
    if (typeof question !== "string" || typeof response !== "string") {
      throw bad("labels", `question and response in line ${at + 1}`);
    }
    if (scores !== undefined && (typeof scores !== "object" || scores === null || Array.isArray(scores))) {
      throw bad("labels", `an object of scores in line ${at + 1}`);
    }
    const given = Object.entries(scores ?? {}).filter((one): one is [string, number] => one[1] !== null);
    return [{
      question,
      response,
      ...(groundTruth === undefined ? {} : { groundTruth }),
      scores: Object.fromEntries(given),
    }];
  });
}

function parse(text: string, what: string, line?: number): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw bad(what, line === undefined ? "JSON" : `JSON in line ${line}`, cause);
  }
}

function bad(what: string, wanted: string, cause?: unknown): ResultError {
  return new ResultError(`Cannot read ${what}: wanted ${wanted}`, {
    code: `bad_${what.replace("a ", "")}`,
    ...(cause === undefined ? {} : { cause }),
  });
}
