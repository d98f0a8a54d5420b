/**
 * Cuts a template into text, output and statement tokens, as Jinja does with
 * its default delimiters, no trimming of blocks and the last newline kept.
 *
 * @module
 */
import { templateError } from "./value.ts";

/** A token inside a tag. */
export interface Token {
  /** `name`, `int`, `float`, `string` or `op`. */
  readonly kind: "name" | "int" | "float" | "string" | "op";
  /** Name, number text, decoded string or operator. */
  readonly text: string;
}

/** A piece of the template. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "output" | "statement"; readonly tokens: readonly Token[]; readonly line: number };

const OPERATORS = /^(\*\*|\/\/|==|!=|<=|>=|[+\-*/%~<>=.,:|()[\]{};])/;
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*/u;
const FLOAT = /^(\d[\d_]*\.\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*[eE][+-]?\d+)/;
const INT = /^(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*)/;
const STRING = /^("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/;
const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

/** Decodes the escapes of a Python string literal; unknown ones stay as they are. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{1,3}|[\s\S])/g,
    (all, code: string) => {
      if (/^[xuU]./.test(code)) return String.fromCodePoint(parseInt(code.slice(1), 16));
      if (/^[0-7]+$/.test(code)) return String.fromCodePoint(parseInt(code, 8));
      return SIMPLE[code] ?? all;
    },
  );
}

function scanTag(
  source: string,
  from: number,
  close: string,
): { tokens: Token[]; end: number; trim: boolean } {
  const tokens: Token[] = [];
  const depth: string[] = [];
  let at = from;
  for (;;) {
    while (/\s/.test(source[at] ?? "")) at++;
    const rest = source.slice(at, at + 2_000);
    if (rest === "") {
      throw templateError(`Cannot read the template: wanted "${close}", found its end`, "template_syntax");
    }
    if (depth.length === 0) {
      if (rest.startsWith(close)) return { tokens, end: at + close.length, trim: false };
      if (/^[-+]/.test(rest) && rest.startsWith(close, 1)) {
        return { tokens, end: at + close.length + 1, trim: rest[0] === "-" };
      }
    }
    const string = /^["']/.test(rest) ? STRING.exec(source.slice(at)) : null;
    const match = string ?? NAME.exec(rest) ?? FLOAT.exec(rest) ?? INT.exec(rest) ?? OPERATORS.exec(rest);
    if (match === null) {
      throw templateError(`Cannot read the template: unexpected "${rest[0]}" in a tag`, "template_syntax");
    }
    const text = match[0];
    if (string !== null) {
      tokens.push({ kind: "string", text: decodeEscapes(text.slice(1, -1)) });
    } else if (NAME.test(text)) {
      tokens.push({ kind: "name", text });
    } else if (/^\d/.test(text)) {
      const float = FLOAT.test(text) && !INT.exec(text)?.[0].match(/^0[xob]/i);
      tokens.push({ kind: float ? "float" : "int", text: text.replaceAll("_", "") });
    } else {
      if ("([{".includes(text)) depth.push(text);
      if (")]}".includes(text)) depth.pop();
      tokens.push({ kind: "op", text });
    }
    at += text.length;
  }
}

function rawEnd(source: string, from: number): { text: string; end: number; trim: boolean } {
  const close = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;
  close.lastIndex = from;
  const match = close.exec(source);
  if (match === null) {
    throw templateError('Cannot read the template: wanted "endraw", found its end', "template_syntax");
  }
  const text = source.slice(from, match.index);
  return { text: match[1] === "-" ? text.trimEnd() : text, end: close.lastIndex, trim: match[2] === "-" };
}

/**
 * Cuts a template into pieces. Newlines of any kind become LF, as in Jinja.
 *
 * @throws {TaskError} With code `template_syntax` on a tag that does not end.
 */
export function lex(template: string): Piece[] {
  const source = template.replace(/\r\n|\r/g, "\n");
  const pieces: Piece[] = [];
  let at = 0;
  let trimNext = false;
  const pushText = (text: string, trimEnd: boolean): void => {
    let kept = trimNext ? text.replace(/^\s+/, "") : text;
    if (trimEnd) kept = kept.replace(/\s+$/, "");
    if (kept !== "") pieces.push({ kind: "text", text: kept });
  };
  while (at < source.length) {
    const found = /\{[{%#]/.exec(source.slice(at));
    if (found === null) break;
    const start = at + found.index;
    const open = found[0];
    const mark = source[start + 2] ?? "";
    const signed = mark === "-" || mark === "+";
    pushText(source.slice(at, start), mark === "-");
    const body = start + (signed ? 3 : 2);
    const line = source.slice(0, start).split("\n").length;
    if (open === "{#") {
      const end = source.indexOf("#}", body);
      if (end < 0) {
        throw templateError('Cannot read the template: wanted "#}", found its end', "template_syntax");
      }
      trimNext = source[end - 1] === "-" && end > body;
      at = end + 2;
      continue;
    }
    const tag = scanTag(source, body, open === "{{" ? "}}" : "%}");
    trimNext = tag.trim;
    at = tag.end;
    if (open === "{%" && tag.tokens.length === 1 && tag.tokens[0]?.text === "raw") {
      const raw = rawEnd(source, at);
      pushText(raw.text, false);
      at = raw.end;
      trimNext = raw.trim;
      continue;
    }
    pieces.push({ kind: open === "{{" ? "output" : "statement", tokens: tag.tokens, line });
  }
  pushText(source.slice(at), false);
  return pieces;
}
