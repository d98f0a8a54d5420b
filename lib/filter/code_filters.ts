/**
 * Filter steps that make a program of a reply.
 *
 * @module
 */
import { codeBlock } from "./code_block.ts";
import type { Filter, FilterArgs } from "./filter.ts";

function promptOf(fields: Readonly<Record<string, unknown>>): string {
  return String(fields["prompt"] ?? "");
}

/**
 * `continue_code(until_fence)`: the column `prompt` and the reply behind it, as
 * it is; with `until_fence` only up to the first three backticks.
 *
 * @example
 * ```ts
 * import { continueCodeFilter } from "./code_filters.ts";
 * import { assertEquals } from "@std/assert";
 * const step = continueCodeFilter({});
 * assertEquals(step(["    return 1"], { prompt: "def f():\n" }, { unparsed() {} }), ["def f():\n    return 1"]);
 * ```
 */
export function continueCodeFilter(args: FilterArgs): Filter {
  const untilFence = args["until_fence"] === true;
  return (responses, fields) =>
    responses.map((one) => {
      const reply = typeof one === "string" ? one : "";
      const fence = untilFence ? reply.indexOf("```") : -1;
      return promptOf(fields) + (fence < 0 ? reply : reply.slice(0, fence));
    });
}

/** Imports and helpers of a prompt: what stands before the line that defines the entry point. */
function preamble(prompt: string, entryPoint: string): string {
  const at = prompt.search(new RegExp(`^def ${entryPoint.replace(/\W/g, "")}\\b`, "m"));
  return at <= 0 ? "" : prompt.slice(0, at);
}

/**
 * `chat_code`: the program in a chat reply. A block that defines the column
 * `entry_point` stands for itself, behind the imports and helpers of the
 * column `prompt`; any other block continues the prompt. Nothing is trimmed on
 * the left. A reply without a block and without the function continues the
 * prompt too.
 *
 * @example
 * ```ts
 * import { chatCodeFilter } from "./code_filters.ts";
 * import { assertEquals } from "@std/assert";
 * const mark = "`".repeat(3);
 * const fields = { prompt: "import re\n\ndef f():\n    '''One.'''\n", "entry_point": "f" };
 * const reply = `Sure.\n${mark}python\ndef f():\n    return 1\n${mark}`;
 * const [program] = chatCodeFilter({})([reply], fields, { unparsed() {} }) as string[];
 * assertEquals(program, "import re\n\ndef f():\n    return 1\n");
 * ```
 */
export function chatCodeFilter(_args: FilterArgs): Filter {
  return (responses, fields, notes) => {
    const entryPoint = String(fields["entry_point"] ?? "");
    const prompt = promptOf(fields);
    return responses.map((one) => {
      const reply = typeof one === "string" ? one : "";
      if (reply.trim() === "") notes.unparsed("empty_reply");
      const { code } = codeBlock(reply, { entryPoint });
      const defines = new RegExp(`^(?:async )?def ${entryPoint.replace(/\W/g, "")}\\b`, "m").test(code);
      return defines ? preamble(prompt, entryPoint) + code : prompt + code;
    });
  };
}

/**
 * `last_fence`: LiveCodeBench's reading of a chat reply: the lines between the
 * second last and the last line that holds three backticks; nothing when there
 * are fewer than two.
 *
 * @example
 * ```ts
 * import { lastFenceFilter } from "./code_filters.ts";
 * import { assertEquals } from "@std/assert";
 * const mark = "`".repeat(3);
 * assertEquals(lastFenceFilter({})([`a\n${mark}\nx = 1\n${mark}`], {}, { unparsed() {} }), ["x = 1"]);
 * ```
 */
export function lastFenceFilter(_args: FilterArgs): Filter {
  return (responses, _fields, notes) =>
    responses.map((one) => {
      const lines = (typeof one === "string" ? one : "").split("\n");
      const fences = lines.flatMap((line, i) => line.includes("```") ? [i] : []);
      if (fences.length >= 2) return lines.slice((fences.at(-2) as number) + 1, fences.at(-1)).join("\n");
      notes.unparsed("no_code");
      return "";
    });
}
