// deno-lint-ignore-file no-console -- a script that prints
/**
 * ROUGE against the Python package rouge_score on the same pairs of texts:
 * equal to 1e-12, and how much faster in CPU time (so that a busy machine slows
 * neither side).
 *
 * `deno run -A tests/bench/rouge_bench.ts [PAIRS]` (10,000 pairs of 200 words by
 * default; rouge1, rouge2, rougeL and rougeLsum, plain and stemmed). rouge_score
 * 0.1.2 is installed into a cache folder on the first run.
 *
 * @module
 */
import { cpuUsage } from "node:process";
import { Random } from "../../lib/core/random.ts";
import { rougeScores } from "../../lib/metric/rouge_score.ts";
import { tempDir } from "../support/temp.ts";

const TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"] as const;
const ENDINGS = ["", "s", "ing", "ed", "ation", "ly", "ness", "er"];

/** Words of a made-up language with English endings, frequent ones first. */
function vocabulary(random: Random): string[] {
  const letters = "aeioubcdfghklmnprstvw";
  return Array.from({ length: 2_000 }, () => {
    const length = 2 + random.randbelow(6);
    const stem = Array.from({ length }, () => letters[random.randbelow(letters.length)]).join("");
    return stem + ENDINGS[random.randbelow(ENDINGS.length)];
  });
}

function makePairs(count: number): [string, string][] {
  const random = new Random(7);
  const words = vocabulary(random);
  const draw = (): string => words[Math.floor(words.length * random.random() ** 3)] as string;
  const text = (list: readonly string[]): string =>
    list.map((word, at) => `${word}${at % 20 === 19 ? ".\n" : " "}`).join("").trim();
  return Array.from({ length: count }, () => {
    const reference = Array.from({ length: 200 }, draw);
    const prediction = reference.map((word) => random.random() < 0.4 ? draw() : word);
    return [text(reference), text(prediction)];
  });
}

async function pythonWithRouge(): Promise<string> {
  const home = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const folder = `${home}/benchbook/rouge_score_0.1.2`;
  const python = `${folder}/bin/python`;
  const works = async (): Promise<boolean> => {
    try {
      const check = new Deno.Command(python, { args: ["-c", "import rouge_score"], stderr: "null" });
      return (await check.output()).success;
    } catch {
      return false;
    }
  };
  if (await works()) return python;
  await new Deno.Command("python3", { args: ["-m", "venv", folder] }).output();
  await new Deno.Command(python, { args: ["-m", "pip", "install", "-q", "rouge_score==0.1.2"] }).output();
  if (await works()) return python;
  throw new Error("rouge_score 0.1.2 could not be installed");
}

interface Side {
  readonly seconds: number;
  readonly scores: readonly (readonly (readonly [number, number, number])[])[];
}

const count = Number(Deno.args[0] ?? 10_000);
const pairs = makePairs(count);
await using dir = await tempDir();
const file = await dir.write("pairs.jsonl", pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
const script = new URL("../support/rouge_reference.py", import.meta.url).pathname;
const { stdout, success } = await new Deno.Command(await pythonWithRouge(), {
  args: [script, file],
  stderr: "inherit",
}).output();
if (!success) throw new Error("rouge_score failed");
const reference: Record<"plain" | "stem", Side> = JSON.parse(new TextDecoder().decode(stdout));

let bad = false;
for (const kind of ["plain", "stem"] as const) {
  const stemmer = kind === "stem";
  const start = cpuUsage();
  const found = pairs.map(([gold, reply]) => rougeScores(gold, reply, { types: TYPES, stemmer }));
  const { user, system } = cpuUsage(start);
  const seconds = (user + system) / 1e6;
  let worst = 0;
  for (const [at, scores] of found.entries()) {
    for (const [t, type] of TYPES.entries()) {
      const want = reference[kind].scores[at]?.[t] ?? [NaN, NaN, NaN];
      const got = scores[type];
      const values = [got?.precision, got?.recall, got?.fmeasure];
      for (const [i, value] of values.entries()) {
        const difference = Math.abs((value ?? NaN) - (want[i] ?? NaN));
        worst = difference <= worst ? worst : difference;
      }
    }
  }
  const ratio = reference[kind].seconds / seconds;
  const ok = ratio >= 10 && worst <= 1e-12;
  bad ||= !ok;
  console.log(
    `${ok ? "ok" : "OVER"}  ${kind}: ${count} pairs, ${seconds.toFixed(2)} s against ` +
      `${reference[kind].seconds.toFixed(2)} s, ${ratio.toFixed(1)} x, largest difference ${worst}`,
  );
}
Deno.exit(bad ? 1 : 0);
