/**
 * Help texts from an option table.
 *
 * @module
 */
import { EXIT_HELP } from "./exit.ts";
import { envName, type OptionSpec } from "./option.ts";

/** What a command says about itself. */
export interface CommandHelp {
  /** How it is called, without flags. */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Command lines worth copying, with what they do. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  /** Paragraphs at the end. */
  readonly notes: readonly string[];
}

function wrap(text: string, { width, indent }: { width: number; indent: number }): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width - indent) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}

function optionLine(option: OptionSpec): readonly [string, string] {
  const short = option.short === undefined ? "    " : `-${option.short}, `;
  const value = option.value === undefined ? "" : ` ${option.value}`;
  const choices = option.choices === undefined ? "" : ` (${option.choices.join(", ")})`;
  const env = option.env === true ? ` [${envName(option)}]` : "";
  return [`  ${short}--${option.name}${value}`, `${option.help}${choices}${env}`];
}

/**
 * The help text of a command: usage, examples, options by headline, exit
 * codes, notes. Plain text, at most `width` columns where words allow.
 *
 * @example
 * ```ts
 * import { helpText } from "./help.ts";
 * import { assert } from "@std/assert";
 * const options = [{ name: "limit", kind: "integer" as const, value: "N", help: "First N rows", group: "What" }];
 * const help = { usage: "deno task bench", summary: "Runs.", examples: [], notes: [] };
 * assert(helpText(help, options).includes("--limit N"));
 * ```
 */
export function helpText(help: CommandHelp, options: readonly OptionSpec[], width = 100): string {
  const column = 34;
  const entry = ([left, right]: readonly [string, string]): string => {
    const body = wrap(right, { width, indent: column });
    return left.length < column - 1 ? left.padEnd(column) + body : `${left}\n${" ".repeat(column)}${body}`;
  };
  const parts = [`${help.summary}\n\nUsage: ${help.usage} [flags]`];
  if (help.examples.length > 0) {
    parts.push(`Examples:\n${help.examples.map(([line, why]) => `  ${line}\n      ${why}`).join("\n")}`);
  }
  for (const [group, members] of Map.groupBy(options, (option) => option.group)) {
    parts.push(`${group}:\n${members.map((option) => entry(optionLine(option))).join("\n")}`);
  }
  // What a command cannot do is not promised: only one that resumes says so.
  const resumes = options.some(({ name }) => name === "resume");
  const codes = EXIT_HELP.filter(([, why]) => resumes || !why.startsWith("interrupted"))
    .map(([code, why]) => entry([`  ${code}`, resumes ? why : why.replace(/; --resume.*/, "")]));
  parts.push(`Exit codes:\n${codes.join("\n")}`);
  parts.push(...help.notes.map((note) => wrap(note, { width, indent: 0 })));
  return `${parts.join("\n\n")}\n`;
}
