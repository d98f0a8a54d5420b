/**
 * Ports that turn a row into question, choices and index of the right one.
 *
 * @module
 */
import { pythonRegExp } from "../../core/regex/python_regex.ts";
import { pyStrip } from "../../core/python_strip.ts";
import { capitalize } from "../jinja/text_methods.ts";
import { constantOf, indexIn, mapRows, type PortTable, type Row } from "./port.ts";

const LETTERS = ["A", "B", "C", "D"];

/** What HellaSwag and its like strip from a text. */
function cleanText(text: string): string {
  const stripped = pyStrip(text).replaceAll(" [title]", ". ");
  return pythonRegExp("\\[.*?\\]").replace(stripped, "").replaceAll("  ", " ");
}

function lettered(row: Row, letters: readonly string[]): Row {
  const more = letters.filter((one) => LETTERS.includes(one) || row[one]);
  return {
    questions: row["question"],
    choices: more.map((one) => row[one]),
    goal: indexIn(more, row["answer"]),
  };
}

function truthfulQuestion(text: unknown): string {
  return text === null || text === undefined ? " " : cleanText(text as string);
}

/** Keys of sources to ports. */
export const CHOICE_PORTS: PortTable = {
  "08055b0038bf157b": () =>
    mapRows((row) => ({
      choices: [1, 2, 3, 4].map((i) => row[`choice${i}`] || ""),
      answer: pyStrip(row["answer"] || ""),
    })),
  "e5b2462f2250f50b": () => mapRows((row) => lettered(row, LETTERS)),
  "6c6650700a56cd82": () => mapRows((row) => lettered(row, [...LETTERS, "E", "F"])),
  "4743951b950f5749": () =>
    mapRows((row) => ({
      query: cleanText(`${row["activity_label"]}: ${row["ctx_a"]} ${capitalize(row["ctx_b"])}`),
      choices: row["endings"].map(cleanText),
      gold: Number.parseInt(row["label"], 10),
    })),
  "07061b95c24ed175": () =>
    mapRows((row) => ({
      id: row["id"],
      query: `Question: ${cleanText(row["instruction"])}\nAnswer:`,
      choices: ["a", "b", "c", "d", "e"].map((one) => row[`option_${one}`]).filter(Boolean).map(cleanText),
      gold: indexIn([...LETTERS, "E"], row["answer"]),
    })),
  "691607d27fd914da": (source) => {
    const intro = constantOf<string>(source, "QA_PROMPT");
    return mapRows((row) => ({
      question: truthfulQuestion(row["question"]),
      query: `${intro}\n\nQ: ${truthfulQuestion(row["question"])}\nA:`,
      mc1_choices: row["mc1_targets_choices"],
      mc2_choices: row["mc2_targets_choices"],
      mc2_targets: { labels: row["mc2_targets_labels"] },
      gold: " ",
    }));
  },
};
