/**
 * Python's character categories, as JavaScript class text and as predicates.
 *
 * @module
 */
import type { RegexNode } from "./regex_node.ts";

/** Members of Python's `\s`, as the inside of a JavaScript class. */
export const PY_SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const UNICODE: Readonly<Record<string, string>> = { d: "\\p{Nd}", w: "\\p{L}\\p{N}_", s: PY_SPACE };
const ASCII: Readonly<Record<string, string>> = { d: "0-9", w: "a-zA-Z0-9_", s: "\\t-\\r\\x20" };

/** Inside of the class of word characters. */
export function wordClass(ascii: boolean): string {
  return (ascii ? ASCII : UNICODE)["w"] as string;
}

function code(value: number): string {
  return `\\u{${value.toString(16)}}`;
}

/** A class node as a JavaScript class (flag `v` not needed, flag `u` is). */
export function classSource(node: Extract<RegexNode, { t: "class" }>): string {
  const table = node.ascii ? ASCII : UNICODE;
  const parts: string[] = [];
  let plain = "";
  for (const item of node.items) {
    if ("lo" in item) plain += item.lo === item.hi ? code(item.lo) : `${code(item.lo)}-${code(item.hi)}`;
    else if (/[dws]/.test(item.category)) plain += table[item.category];
    else parts.push(`[^${table[item.category.toLowerCase()]}]`);
  }
  if (plain !== "") parts.push(`[${plain}]`);
  if (parts.length === 1) {
    const only = parts[0] as string;
    if (!node.negated) return only;
    return only.startsWith("[^") ? `[${only.slice(2)}` : `[^${only.slice(1)}`;
  }
  const any = parts.join("|");
  return node.negated ? `(?:(?!${any})[\\s\\S])` : `(?:${any})`;
}

/** A class node as a predicate on code points. */
export function classTest(node: Extract<RegexNode, { t: "class" }>): (code: number) => boolean {
  const regex = new RegExp(`^${classSource(node)}$`, node.fold ? "iu" : "u");
  const known = new Map<number, boolean>();
  const low = new Uint8Array(128);
  for (let i = 0; i < 128; i++) low[i] = Number(regex.test(String.fromCharCode(i)));
  return (value) => {
    if (value < 128) return low[value] === 1;
    let answer = known.get(value);
    if (answer === undefined) {
      answer = regex.test(String.fromCodePoint(value));
      if (known.size < 4096) known.set(value, answer);
    }
    return answer;
  };
}
