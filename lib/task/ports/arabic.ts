/**
 * Ports of the Arabic benchmarks. Their texts are part of the protocol.
 *
 * @module
 */
import { pyStr } from "../../core/python.ts";
import { constantOf, fillBraces, indexIn, mapRows, type Port, type PortTable, type Row } from "./port.ts";

const LABELS = ["A", "B", "C", "D", "E"];

/** ArabicMMLU in a dialect: one sentence with the subject, the question, lettered options. */
function dialect(sentence: string): Port {
  return (source) => {
    const [subjects, levels, countries] = ["subject_ar", "level_ar", "country_ar"]
      .map((name) => constantOf<Record<string, string>>(source, name)) as [Row, Row, Row];
    const letters = constantOf<string[]>(source, "alpa_ar");
    const choices = constantOf<string[]>(source, "all_choices");
    return mapRows((row) => {
      const level = row["Level"] ? ` ${levels[row["Level"]]}` : "";
      const country = row["Country"] ? ` ${countries[row["Country"]]}` : "";
      const about = `${subjects[row["Subject"]]}${level}${country}`;
      const question = row["context"] ? `${row["context"]}\n\n${row["question"]}` : row["question"];
      const end = LABELS.findIndex((one) => (row["options"][one] ?? null) === null);
      const shown = LABELS.slice(0, end < 0 ? LABELS.length : end);
      const options = shown.map((one, i) => `${letters[i]} ${row["options"][one]}`);
      return {
        prompt: sentence.split("[MAIN_META_DATA]").join(about).split("[INPUT]").join(question)
          .split("[OPTION]").join(options.join("\n")),
        choices: choices.slice(0, options.length),
        target: indexIn(LABELS, row["Answer Key"]),
      };
    });
  };
}

/** A prompt of subject, question with its context, and lettered options. */
function withContext(subject: string): Port {
  return (source) => {
    const prompt = constantOf<string>(source, "PROMPT");
    const letters = constantOf<string[]>(source, "alpha");
    return (row: Row) => {
      const question = row["context"] === "" ? row["question"] : `${row["context"]}\n\n${row["question"]}`;
      const options = [...row["choices"]].map((one: unknown, i: number) => `${letters[i]} ${pyStr(one)}`);
      return fillBraces(prompt, row[subject], question, options.join("\n"));
    };
  };
}

const firstLetters = (constant: string): Port => (source) => {
  const labels = constantOf<string[]>(source, constant);
  return (row: Row) => [...row["choices"]].map((_: unknown, i: number) => [...labels[i] as string][0]);
};

const arabicMmlu: Port = (source) => {
  const prompt = constantOf<string>(source, "PROMPT");
  const levels = constantOf<Record<string, string>>(source, "level_en");
  const letters = constantOf<string[]>(source, "alpa");
  return (row: Row) => {
    const level = row["Level"] ? ` for ${levels[row["Level"]]}` : "";
    const country = row["Country"] ? ` in ${row["Country"]}` : "";
    const question = row["Context"] ? `${row["Context"]}\n\n${row["Question"]}` : row["Question"];
    const options: string[] = [];
    for (let i = 0; i < 5 && row[`Option ${i + 1}`]; i++) {
      options.push(`${letters[i]} ${row[`Option ${i + 1}`]}`);
    }
    return fillBraces(prompt, `${row["Subject"]} question${level}${country}`, question, options.join("\n"));
  };
};

const greek: Port = (source) => {
  const [prompt, labels] = [constantOf<string>(source, "PROMPT"), constantOf<string[]>(source, "LABELS")];
  const subjects = constantOf<Record<string, string>>(source, "subjects_gr");
  return (row: Row) => {
    const options = [...row["choices"]].map((one: unknown, i: number) => `${labels[i]} ${pyStr(one)}`);
    return fillBraces(
      prompt,
      subjects[row["subject"]] ?? row["subject"],
      row["question"],
      options.join("\n"),
    );
  };
};

const HEAD = "الأسئلة التالية هي أسئلة متعددة الإختيارات مع الجواب الصحيح";

/** Keys of sources to ports. */
export const ARABIC_PORTS: PortTable = {
  "a9c6d293a4d69637": () =>
    mapRows((row) => ({
      query: `السؤال: ${row["question"]}\nالإجابة:`,
      choices: ["صح", "خطأ"],
      gold: indexIn(["صح", "خطأ"], row["answer"]),
    })),
  "ff3e9a880734e7d9": (source) => {
    const letters = constantOf<string[]>(source, "LETTER_INDICES_AR").slice(0, 4);
    const gold = constantOf<string[]>(source, "LETTER_INDICES");
    return mapRows((row) => {
      const options = letters.map((one, i) => `${one}. ${row["ABCD"[i] as string]}\n`).join("");
      const about = `${HEAD} حول ${row["subject"].replaceAll("_", " ")}. \n\n`;
      return {
        query: `${about}${row["question"]}\n${options}الإجابة:`,
        choices: letters,
        gold: indexIn(gold, row["answer"]),
      };
    });
  },
  "67ce9bf242a53eab": () =>
    mapRows((row) => {
      const keys = Object.keys(row).filter((key) => !["query", "label", "__few_shots"].includes(key));
      const options = keys.map((key, i) => `${i}) ${pyStr(row[key])}\n`).join("");
      return {
        query: `${HEAD}\n\nالسؤال: ${row["query"]}\n${options}الإجابة:`,
        choices: keys.map((key) => row[key]),
        gold: Number.parseInt(row["label"], 10),
      };
    }),
  "9f00631436c88f59": dialect(
    "ده سؤال [MAIN_META_DATA]. اختار الإجابة الصحيحة!\n\nسؤال: [INPUT]\n[OPTION]\n\nإجابة:",
  ),
  "21fcfad5562b9c58": dialect(
    "هيدا سؤال [MAIN_META_DATA]. نقي الجواب الصح!\n\nسؤال: [INPUT]\n[OPTION]\n\nالجواب:",
  ),
  "562c5937c47c8d2a": arabicMmlu,
  "2808ed5011fc8aa8": (source) => {
    const letters = constantOf<string[]>(source, "alpa");
    return (row: Row) => [0, 1, 2, 3, 4].filter((i) => row[`Option ${i + 1}`]).map((i) => letters[i]?.[0]);
  },
  "80fceded64069a7e": withContext("egy_subject"),
  "8949052669abbc15": withContext("subject_darija"),
  "b0e0996f623a01fc": firstLetters("alpha"),
  "7f9406ee2e42e0a1": greek,
  "20e9244f9e6848ff": firstLetters("LABELS"),
};
