/**
 * # BIGPATENT: the abstract of a patent from its description
 *
 * | | |
 * |---|---|
 * | source | hub `NortheasternUniversity/big_patent`; configs a to h and y (CPC section), and all; splits train, validation, test |
 * | rows | test: a 9,675, b 8,974, c 5,614, d 565, e 1,914, f 4,754, g 14,386, h 14,279, y 6,911, all 67,072 |
 * | revision | not pinned |
 * | licence | CC BY 4.0 |
 * | prompt | an instruction, `Description:` with the description, `Abstract:` |
 * | shots | none |
 * | asked | up to 256 tokens, greedy, until an empty line |
 * | metric | `rouge1_stem` (F-measure with the stemmer); beside it rouge1, rouge2, rougeL, rougeLsum, each plain and with the stemmer |
 *
 * `bigpatent` is config d (textiles and paper), whole: the one that does not
 * need gigabytes. Others are `bigpatent_a` and so on; `bigpatent_g:rows=500`
 * takes the first rows only, `:chars=8000` another cut of the description.
 * Subset, rows and cut are part of the name and of the result's metadata.
 *
 * Known traps: descriptions are longer than most contexts, so they are cut to
 * 24,000 characters (code points); a server that cuts on its own drops the
 * instruction; `rougeLsum` splits on line feeds only, so the same sentences on
 * one line score otherwise; published figures are these times 100; text of
 * another script has no tokens and scores 0.
 *
 * @module
 */
import type { Catalog } from "../catalogs.ts";
import type { Task } from "../task.ts";
import { BIGPATENT_ROWS, bigpatentTask } from "./bigpatent_task.ts";
import { parseTaskName } from "./task_params.ts";

/** One task a config. */
export const tasks: readonly Task[] = ["d", ...Object.keys(BIGPATENT_ROWS).filter((config) => config !== "d")]
  .map((
    config,
  ) => bigpatentTask({ config }));

const COUNT = /^[1-9]\d*$/;

/** The catalog with the task a name with parameters stands for. */
export function catalogFor(name: string): Catalog {
  if (!name.includes(":")) return { tasks };
  const { base, params } = parseTaskName(name, { rows: COUNT, chars: COUNT });
  const config = base === "bigpatent" ? "d" : base.slice("bigpatent_".length);
  const { rows, chars } = params;
  const task = bigpatentTask({
    name,
    config,
    ...(rows === undefined ? {} : { rows: Number(rows) }),
    ...(chars === undefined ? {} : { chars: Number(chars) }),
  });
  return { tasks: [...tasks, task] };
}
