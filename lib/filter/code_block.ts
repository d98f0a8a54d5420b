/**
 * The code in a chat reply, and bodies with a wrong indent.
 *
 * @module
 */

/** Options of {@linkcode codeBlock}. */
export interface CodeBlockOptions {
  /** Name of the function or class the code has to define. */
  readonly entryPoint?: string;
  /** Language tags that count, lower case; Python's by default. */
  readonly languages?: readonly string[];
}

/** Code found in a reply. */
export interface CodeBlock {
  /** The code, its left side untouched. */
  readonly code: string;
  /** `tagged` or `untagged` fence, or the `raw` reply. */
  readonly from: "tagged" | "untagged" | "raw";
  /** False for a last fence that was never closed. */
  readonly closed: boolean;
}

interface Fence {
  readonly language: string;
  readonly code: string;
  readonly closed: boolean;
}

function fences(text: string): Fence[] {
  const found: Fence[] = [];
  let open: { mark: string; language: string; lines: string[] } | null = null;
  for (const line of text.split("\n")) {
    const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/.exec(line.replace(/\r$/, ""));
    if (open === null) {
      if (fence) open = { mark: fence[1] as string, language: (fence[2] as string).toLowerCase(), lines: [] };
    } else if (
      fence && fence[2] === "" && fence[1]?.[0] === open.mark[0] &&
      (fence[1] as string).length >= open.mark.length
    ) {
      found.push({
        language: open.language,
        code: open.lines.map((one) => one + "\n").join(""),
        closed: true,
      });
      open = null;
    } else open.lines.push(line);
  }
  if (open) found.push({ language: open.language, code: open.lines.join("\n"), closed: false });
  return found;
}

/**
 * Picks the code of a reply: a fence of the wanted language that defines the
 * entry point (the last one), else an untagged fence that does, else the
 * longest fence of the wanted language, else the longest untagged one, else the
 * reply as it is. Fences of other languages (`bash`, `ts`) never count; an
 * unclosed last fence runs to the end. Nothing is trimmed on the left.
 *
 * @example Prose around the code
 * ```ts
 * import { codeBlock } from "./code_block.ts";
 * import { assertEquals } from "@std/assert";
 * const mark = "`".repeat(3);
 * const reply = `Sure:\n${mark}bash\npip install x\n${mark}\n${mark}python\ndef f():\n    return 1\n${mark}\nDone.`;
 * assertEquals(codeBlock(reply, { entryPoint: "f" }).code, "def f():\n    return 1\n");
 * ```
 */
export function codeBlock(text: string, options: CodeBlockOptions = {}): CodeBlock {
  const languages = options.languages ?? ["python", "py", "python3"];
  const name = options.entryPoint?.replace(/[^\p{L}\p{N}_]/gu, "");
  const defines = (fence: Fence): boolean =>
    name !== undefined &&
    new RegExp(`(?:^|\\n)[ \\t]*(?:async[ \\t]+)?(?:def|class)[ \\t]+${name}(?![\\p{L}\\p{N}_])`, "u")
      .test(fence.code);
  const all = fences(text);
  const tagged = all.filter((fence) => languages.includes(fence.language));
  const untagged = all.filter((fence) => fence.language === "");
  const longest = (list: readonly Fence[]) =>
    list.reduce<Fence | undefined>(
      (best, one) => !best || one.code.length >= best.code.length ? one : best,
      undefined,
    );
  const chosen = tagged.findLast(defines) ?? untagged.findLast(defines) ?? longest(tagged) ??
    longest(untagged);
  if (chosen === undefined) return { code: text, from: "raw", closed: true };
  return { code: chosen.code, from: chosen.language === "" ? "untagged" : "tagged", closed: chosen.closed };
}

/**
 * A function body brought to the indent of the prompt it continues; for one
 * second try when prompt + body does not compile. Lines keep their indent
 * relative to each other, save a first line that a tokenizer moved.
 *
 * @param body Completion of the prompt; only whole lines are shifted.
 * @param prompt Text that ends inside a function (its last indented line gives the level; 4 blanks without one).
 *
 * @example A lost and a doubled blank
 * ```ts
 * import { indentBody } from "./code_block.ts";
 * import { assertEquals } from "@std/assert";
 * const prompt = 'def add(a, b):\n    """Adds."""\n';
 * assertEquals(indentBody("return a + b\n", prompt), "    return a + b\n");
 * assertEquals(indentBody("     return a + b\n", prompt), "    return a + b\n");
 * ```
 */
export function indentBody(body: string, prompt: string): string {
  const wanted = prompt.split("\n").filter((line) => /^[ \t]+\S/.test(line)).at(-1)?.match(/^[ \t]+/)?.[0] ??
    "    ";
  const lines = body.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first < 0) return body;
  const indentOf = (line: string) => (/^[ \t]*/.exec(line) as RegExpExecArray)[0].length;
  const rest = lines.slice(first + 1).filter((line) => line.trim() !== "").map(indentOf);
  const opener = lines[first] as string;
  const base = rest.length === 0 || opener.trimEnd().endsWith(":") ? indentOf(opener) : Math.min(...rest);
  return lines.map((line, i) => {
    if (line.trim() === "") return line;
    if (i === first) return wanted + line.trimStart();
    return wanted + " ".repeat(Math.max(0, indentOf(line) - base)) + line.trimStart();
  }).join("\n");
}
