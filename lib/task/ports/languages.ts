/**
 * Ports of the African benchmarks and of MMLU-ProX.
 *
 * @module
 */
import { constantOf, type Port, type PortTable, type Row } from "./port.ts";

const byLabel = (...names: readonly string[]): Port => () => (row: Row) => {
  const name = names[row["label"]];
  if (name === undefined) throw new RangeError(`Cannot port: wanted a label below ${names.length}`);
  return name;
};

const TAGS = "NOUN PUNCT ADP NUM SYM SCONJ ADJ PART DET CCONJ PROPN PRON X _ ADV INTJ VERB AUX".split(" ");

const entailment: Port = () => (row: Row) =>
  `Please identify whether the premise entails or contradicts the hypothesis in the following premise
    and hypothesis. The answer should be exact entailment, contradiction, or neutral.

    Premise: ${row["premise"]}
    Hypothesis: ${row["hypothesis"]}

    Is it entailment, contradiction, or neutral?`;

/** MMLU-ProX: the words around the question come from the table of its language. */
const chainOfThought: Port = (source) => {
  const language = source.folder.slice(source.folder.lastIndexOf("/") + 1);
  const words = constantOf<Record<string, string[]>>(source, "LANG_LIBS")[language];
  if (words === undefined) throw new RangeError(`Cannot port "${source.name}": no language "${language}"`);
  const [question, options, answer = "", , lead = ""] = words;
  const solved = source.bound["including_answer"] !== false;
  const letters = constantOf<string[]>(source, "choices");
  const count = constantOf<number>(source, "max_opt_num");
  return (row: Row) => {
    let text = `${question}\n${row["question"]}\n${options}\n`;
    for (let i = 0; i < count; i++) {
      const option = row[`option_${i}`] ?? null;
      if (option !== null) text += `${letters[i]}. ${option}\n`;
    }
    return text + (solved ? `${row["cot_content"].split(lead).join(answer)}\n\n` : answer);
  };
};

/** Keys of sources to ports. */
export const LANGUAGE_PORTS: PortTable = {
  "9a0a30dad6063afe": chainOfThought,
  "bae4227fc1655758": byLabel("entailment", "neutral", "contradiction"),
  "5389a56183dc7d2e": byLabel("True", "Neither", "False"),
  "b207e5c2c0341815": byLabel("true", "false", "inconclusive"),
  "ffbfdb45fd543589": entailment,
  "7224a62c4d393154": () => (row: Row) => row["upos"].map((tag: number) => TAGS[tag]),
};
