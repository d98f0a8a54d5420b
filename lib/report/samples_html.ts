/**
 * Samples as they show themselves in a notebook.
 *
 * @module
 */
import { redactSecrets, visibleText } from "../core/redact.ts";
import { clip, htmlTable } from "../core/html_table.ts";
import type { Shown } from "../core/show_as.ts";

/** What is shown of a sample. */
export interface SampleRow {
  /** Id of the doc. */
  readonly docId: string;
  /** Outcome class. */
  readonly status: string;
  /** Stable reason when not plainly scored. */
  readonly reason: string | null;
  /** Context as sent. */
  readonly prompt: string | null;
  /** Right answer. */
  readonly target: unknown;
  /** Choices, for answers that are an index. */
  readonly choices: readonly string[] | null;
  /** Replies as received. */
  readonly replies: readonly string[] | null;
  /** What was read as the answer. */
  readonly answer: string | number | null;
  /** Value of the primary metric. */
  readonly score: number | null;
}

const MOST_SAMPLES = 20;
const MOST_CHARACTERS = 240;
/** Characters for all of it; notebooks are committed. */
const ROOM = 19_000;

/**
 * Gives samples as a table: the end of the prompt, target, answer, reply and
 * score. At most 20 and 19 kB, long texts cut; what models wrote is escaped.
 *
 * @example
 * ```ts
 * import { showSamples } from "./samples_html.ts";
 * import { assert } from "@std/assert";
 * const sample = {
 *   docId: "1", status: "ok", reason: null, prompt: "1+1=", target: "2", choices: null, replies: ["<b>2"],
 *   answer: "2", score: 1,
 * };
 * assert(showSamples([sample]).html.includes("&lt;b&gt;2"));
 * ```
 */
export function showSamples(samples: readonly SampleRow[]): Shown {
  const columns = ["doc", "prompt (its end)", "target", "answer", "reply", "score", "status"];
  const all = samples.slice(0, MOST_SAMPLES).map(cellsOf);
  let rows = all;
  let table = htmlTable(columns, rows);
  while (rows.length > 1 && table.length > ROOM) {
    rows = rows.slice(0, Math.ceil(rows.length / 2));
    table = htmlTable(columns, rows);
  }
  const more = samples.length > rows.length ? `${samples.length - rows.length} more` : "";
  const text = rows.map((row) =>
    visibleText(redactSecrets(row.map((cell) => String(cell ?? "-").replaceAll("\n", "⏎")).join(" | ")))
  );
  return {
    html: table + (more === "" ? "" : `<p>${more}</p>`),
    text: [columns.join(" | "), ...text, ...(more === "" ? [] : [more])].join("\n"),
  };
}

function cellsOf(sample: SampleRow): (string | number | null)[] {
  return [
    sample.docId.length <= 16 ? sample.docId : `${sample.docId.slice(0, 12)}…`,
    ending(sample.prompt ?? ""),
    clip(choice(sample.target, sample.choices), 80),
    sample.answer === null ? null : clip(choice(sample.answer, sample.choices), 80),
    sample.replies === null ? null : clip(sample.replies.join("\n---\n"), MOST_CHARACTERS),
    sample.score,
    sample.reason === null ? sample.status : `${sample.status}: ${sample.reason}`,
  ];
}

function ending(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `… ${text.slice(-MOST_CHARACTERS)}`;
}

function choice(value: unknown, choices: readonly string[] | null): string {
  const chosen = typeof value === "number" ? choices?.[value] : undefined;
  if (chosen !== undefined) return chosen;
  return typeof value === "string" ? value : JSON.stringify(value) ?? "-";
}
