/**
 * Ports that keep the rows of one subject.
 *
 * @module
 */
import { constantOf, filterRows, type Port, type PortTable, type Row } from "./port.ts";

/** The subject a generated `process_<subject>` stands for. */
function subjectOf(name: string, subjects: readonly string[], plain: (subject: string) => string): string {
  const found = subjects.find((one) => `process_${plain(one)}` === name);
  if (found === undefined) {
    throw new RangeError(`Cannot port "${name}": wanted one of ${subjects.join(", ")}`);
  }
  return found;
}

const snake = (text: string): string => text.toLowerCase().replaceAll(" & ", "_").replaceAll(" ", "_");

function generated(column: string, constant: string, plain = (subject: string): string => subject): Port {
  return (source) => {
    const subject = subjectOf(source.name, constantOf<string[]>(source, constant), plain);
    return filterRows((row) => row[column] === subject);
  };
}

/** Subject ids of MMMLU, some with the name of a CSV file behind. */
function bareSubject(name: unknown): unknown {
  if (typeof name !== "string") return name;
  const ends = ["_test.csv", "_test-"].map((mark) => name.indexOf(mark)).filter((at) => at >= 0);
  return ends.length === 0 ? name : name.slice(0, ends[0]);
}

const mmmlu: Port = ({ name }) => {
  const subject = name.replace(/^process_/, "");
  return filterRows((row) => bareSubject(row["Subject"]) === subject);
};

const chatMmlu = (prefix: string): Port => ({ bound }) =>
  filterRows((row: Row) => row["subtask_name"] === `${prefix}.${bound["subtask"]}`);

/** Keys of sources to ports. */
export const SUBJECT_PORTS: PortTable = {
  "module:e42b34ae627c8819": generated("subject", "SUBJECTS"),
  "module:979ea91f0705a016": mmmlu,
  "module:d223bfa5581fc4ab": generated("domain", "CATEGORIES", snake),
  "module:b3d3adcd7640c7ba": generated("subject_category", "CATEGORIES", snake),
  "15ceacde242d1a1b": ({ bound }) => filterRows((row) => row["category"] === bound["subject"]),
  "0770cfda74dcb9e3": () => filterRows((row) => row["multiple_choice_targets"].length > 0),
  "2d7abd13fcafe2e6": () =>
    filterRows((row) =>
      [0, 1, 2, 3].includes(row["answer"]) &&
      !(row["candidates"].length === 4 && row["candidates"].every((one: string) => one === ""))
    ),
  "68c4950bd799f698": chatMmlu("mmlu_es_chat"),
  "68b7224fa3897f33": chatMmlu("mmlu_th_chat"),
  "98807252f5912a09": chatMmlu("mmlu_hi_chat"),
  "35b2b92bd29135c0": chatMmlu("mmlu_de_chat"),
  "464376014f1a3ab7": chatMmlu("mmlu_it_chat"),
  "23bb54b955bd3439": chatMmlu("mmlu_fr_chat"),
  "927d5b4f75f07a61": chatMmlu("mmlu_pt_chat"),
};
