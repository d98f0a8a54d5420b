/**
 * The first line of a run at the terminal.
 *
 * @module
 */
import { visibleText } from "../core/redact.ts";
import { modeText } from "./mode_text.ts";
import { usdText } from "./usd_text.ts";

/** What is known before the first request. */
export interface RunOutlook {
  /** Niche, or `custom`. */
  readonly niche: string;
  /** Names of the benchmarks. */
  readonly tasks: readonly string[];
  /** Model as asked for. */
  readonly model: string;
  /** Endpoint without credentials, or null for in-process models. */
  readonly baseUrl: string | null;
  /** True for the floor model. */
  readonly floor: boolean;
  /** Where the rows come from. */
  readonly source: string;
  /** `canonical` only when nothing stands against it so far. */
  readonly mode: "canonical" | "diagnostic";
  /** Why not canonical, as far as is known. */
  readonly notCanonicalBecause: readonly string[];
  /** Estimated cost; null when the price is unknown; 0 for in-process models. */
  readonly costUsd: number | null;
  /** List price, US dollars per million tokens; absent when unknown. */
  readonly price?: { readonly input: number; readonly output: number } | null;
  /** Config in use, or null for defaults. */
  readonly config: string | null;
}

/**
 * The first line of a run: what will run, with which model, on which data, why
 * it is not canonical, and what it may cost.
 *
 * @example
 * ```ts
 * import { outlookText } from "./outlook_text.ts";
 * import { assert } from "@std/assert";
 * const text = outlookText({
 *   niche: "medical", tasks: ["pubmedqa"], model: "builtin:floor", baseUrl: null,
 *   floor: true, source: "sample", mode: "diagnostic", notCanonicalBecause: ["source sample"], costUsd: 0,
 *   config: null,
 * });
 * assert(text.startsWith("medical: pubmedqa; builtin:floor (a floor, not a model)"));
 * ```
 */
export function outlookText(outlook: RunOutlook): string {
  const where = outlook.baseUrl === null ? "" : ` at ${outlook.baseUrl}`;
  const parts = [
    `${outlook.niche}: ${outlook.tasks.join(", ")}`,
    `${outlook.model}${outlook.floor ? " (a floor, not a model)" : ""}${where}`,
    `source ${outlook.source}`,
    outlook.costUsd === null
      ? outlook.price
        ? `list price ${usdText(outlook.price.input)} in, ${
          usdText(outlook.price.output)
        } out per million tokens`
        : "cost unknown"
      : outlook.costUsd === 0
      ? "no cost"
      : `about ${usdText(outlook.costUsd)}`,
    outlook.config === null ? "no config, defaults" : `config ${outlook.config}`,
    modeText(
      outlook.mode === "canonical" ? "canonical if the data is the pinned split" : outlook.mode,
      outlook,
    ),
  ];
  return visibleText(parts.join("; "));
}
