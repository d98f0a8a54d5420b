/**
 * The last lines of a run.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import { usdText } from "./usd_text.ts";

/** What a run left and what comes next. */
export interface RunEnding {
  /** Result files. */
  readonly files: readonly string[];
  /** The run's folder, or null. */
  readonly folder: string | null;
  /** Command worth typing next. */
  readonly next: string;
  /** Verdict of the gate, or null when none was asked for. */
  readonly gate: string | null;
  /** Cost of the run; null when unknown. */
  readonly costUsd: number | null;
}

/**
 * The last lines of a run: gate, cost, files written, next command.
 *
 * @example
 * ```ts
 * import { endingText } from "./ending_text.ts";
 * import { assert } from "@std/assert";
 * const text = endingText({ files: ["a.json"], folder: null, next: "deno task bench --help", gate: null, costUsd: 0 });
 * assert(text.endsWith("next: deno task bench --help"));
 * ```
 */
export function endingText(ending: RunEnding): string {
  const lines = [
    ...(ending.gate === null ? [] : [ending.gate]),
    ...(ending.costUsd === null || ending.costUsd === 0 ? [] : [`cost ${usdText(ending.costUsd)}`]),
    ...(ending.files.length === 0 ? ["no file was written"] : ending.files.map((file) => `wrote ${file}`)),
    ...(ending.folder === null ? [] : [`ledger and report in ${ending.folder}`]),
    `next: ${ending.next}`,
  ];
  return lines.map(visibleText).join("\n");
}
