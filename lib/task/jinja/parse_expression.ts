/**
 * Parses the expressions of a template, with Jinja's precedence.
 *
 * @module
 */
import type { Arguments, Expr } from "./ast.ts";
import type { Token } from "./lexer.ts";
import { makeFloat, templateError } from "./value.ts";

const COMPARISONS = new Set(["==", "!=", "<", "<=", ">", ">="]);
const CONSTANTS = new Map<string, unknown>([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["none", null],
  ["None", null],
]);
const TEST_STOP = new Set(["else", "or", "and", "if", "is", "not", "in"]);

/** Reads tokens one by one; the state of a parse. */
export class TokenReader {
  #at = 0;
  /** Starts at the first token; `line` is for messages. */
  constructor(readonly tokens: readonly Token[], readonly line: number) {}

  /** The next token, or the one `ahead` places further. */
  peek(ahead = 0): Token | undefined {
    return this.tokens[this.#at + ahead];
  }

  /** Whether the next token is this operator or name. */
  is(text: string, kind: "op" | "name" = "op", ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && token.kind === kind && token.text === text;
  }

  /** Takes the next token if it is this one. */
  take(text: string, kind: "op" | "name" = "op"): boolean {
    if (!this.is(text, kind)) return false;
    this.#at++;
    return true;
  }

  /** Takes the next token, whatever it is. @throws {TaskError} At the end. */
  next(wanted: string): Token {
    const token = this.tokens[this.#at++];
    if (token === undefined) throw this.error(wanted);
    return token;
  }

  /** Takes a name. @throws {TaskError} On anything else. */
  name(): string {
    const token = this.next("a name");
    if (token.kind !== "name") throw this.error("a name", token);
    return token.text;
  }

  /** Takes this operator. @throws {TaskError} On anything else. */
  expect(text: string): void {
    const token = this.peek();
    if (!this.take(text)) throw this.error(`"${text}"`, token);
  }

  /** Whether all tokens were taken. */
  get done(): boolean {
    return this.#at >= this.tokens.length;
  }

  /** The error of a token that does not fit. */
  error(wanted: string, found?: Token): Error {
    const seen = found ?? this.tokens[this.#at];
    return templateError(
      `Cannot read the template at line ${this.line}: wanted ${wanted}, found ${
        seen === undefined ? "the end of the tag" : `"${seen.text}"`
      }`,
      "template_syntax",
    );
  }
}

/** Parses an expression; `withCondition` allows `a if b else c`. */
export function parseExpression(reader: TokenReader, withCondition = true): Expr {
  let expr = parseOr(reader);
  while (withCondition && reader.take("if", "name")) {
    const test = parseOr(reader);
    const otherwise = reader.take("else", "name") ? parseExpression(reader) : null;
    expr = { type: "conditional", test, then: expr, otherwise };
  }
  return expr;
}

/** Parses an expression where bare commas make a tuple. */
export function parseTuple(reader: TokenReader, withCondition = true): Expr {
  const first = parseExpression(reader, withCondition);
  if (!reader.is(",")) return first;
  const items = [first];
  while (reader.take(",")) {
    if (reader.done || reader.is(")") || reader.is("=")) break;
    items.push(parseExpression(reader, withCondition));
  }
  return { type: "tuple", items };
}

function parseOr(reader: TokenReader): Expr {
  let left = parseAnd(reader);
  while (reader.take("or", "name")) left = { type: "or", left, right: parseAnd(reader) };
  return left;
}

function parseAnd(reader: TokenReader): Expr {
  let left = parseNot(reader);
  while (reader.take("and", "name")) left = { type: "and", left, right: parseNot(reader) };
  return left;
}

function parseNot(reader: TokenReader): Expr {
  return reader.take("not", "name") ? { type: "not", operand: parseNot(reader) } : parseCompare(reader);
}

function parseCompare(reader: TokenReader): Expr {
  const first = parseChain(reader, 0);
  const rest: { operator: string; operand: Expr }[] = [];
  for (;;) {
    const token = reader.peek();
    if (token?.kind === "op" && COMPARISONS.has(token.text)) {
      reader.next("an operator");
      rest.push({ operator: token.text, operand: parseChain(reader, 0) });
    } else if (reader.take("in", "name")) {
      rest.push({ operator: "in", operand: parseChain(reader, 0) });
    } else if (reader.is("not", "name") && reader.is("in", "name", 1)) {
      reader.next("not");
      reader.next("in");
      rest.push({ operator: "not in", operand: parseChain(reader, 0) });
    } else break;
  }
  return rest.length === 0 ? first : { type: "compare", first, rest };
}

const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(["+", "-"]),
  new Set(["~"]),
  new Set(["*", "/", "//", "%"]),
  new Set(["**"]),
];

function parseChain(reader: TokenReader, level: number): Expr {
  const operators = LEVELS[level];
  if (operators === undefined) return parseUnary(reader, true);
  let left = parseChain(reader, level + 1);
  for (let token = reader.peek(); token?.kind === "op" && operators.has(token.text); token = reader.peek()) {
    reader.next("an operator");
    left = { type: "binary", operator: token.text, left, right: parseChain(reader, level + 1) };
  }
  return left;
}

function parseUnary(reader: TokenReader, withFilters: boolean): Expr {
  let expr: Expr;
  if (reader.take("-")) expr = { type: "unary", operator: "-", operand: parseUnary(reader, false) };
  else if (reader.take("+")) expr = { type: "unary", operator: "+", operand: parseUnary(reader, false) };
  else expr = parsePrimary(reader);
  expr = parsePostfix(reader, expr);
  return withFilters ? parseFilters(reader, expr) : expr;
}

function parsePrimary(reader: TokenReader): Expr {
  const token = reader.next("a value");
  if (token.kind === "name") {
    return CONSTANTS.has(token.text)
      ? { type: "literal", value: CONSTANTS.get(token.text) }
      : { type: "name", name: token.text };
  }
  if (token.kind === "string") {
    let text = token.text;
    while (reader.peek()?.kind === "string") text += reader.next("text").text;
    return { type: "literal", value: text };
  }
  if (token.kind === "int") return { type: "literal", value: Number(token.text) };
  if (token.kind === "float") return { type: "literal", value: makeFloat(Number(token.text)) };
  if (token.text === "(") {
    if (reader.take(")")) return { type: "tuple", items: [] };
    const expr = parseTuple(reader);
    reader.expect(")");
    return expr;
  }
  if (token.text === "[") return { type: "list", items: parseItems(reader, "]") };
  if (token.text === "{") {
    const items: [Expr, Expr][] = [];
    while (!reader.take("}")) {
      if (items.length > 0) reader.expect(",");
      if (reader.take("}")) break;
      const key = parseExpression(reader);
      reader.expect(":");
      items.push([key, parseExpression(reader)]);
    }
    return { type: "dict", items };
  }
  throw reader.error("a value", token);
}

function parseItems(reader: TokenReader, close: string): Expr[] {
  const items: Expr[] = [];
  while (!reader.take(close)) {
    if (items.length > 0) reader.expect(",");
    if (reader.take(close)) break;
    items.push(parseExpression(reader));
  }
  return items;
}

function parseSubscript(reader: TokenReader, object: Expr): Expr {
  const part = (): Expr | null => reader.is(":") || reader.is("]") ? null : parseExpression(reader);
  const start = part();
  if (!reader.take(":")) {
    if (start === null) throw reader.error("a key");
    const items = [start];
    while (reader.take(",")) items.push(parseExpression(reader));
    reader.expect("]");
    return { type: "item", object, key: items.length === 1 ? start : { type: "tuple", items } };
  }
  const stop = part();
  const step = reader.take(":") ? part() : null;
  reader.expect("]");
  return { type: "slice", object, start, stop, step };
}

function parsePostfix(reader: TokenReader, start: Expr): Expr {
  let expr = start;
  for (;;) {
    if (reader.take(".")) {
      const token = reader.next("a name");
      if (token.kind === "name") expr = { type: "attribute", object: expr, name: token.text };
      else if (token.kind === "int") {
        expr = { type: "item", object: expr, key: { type: "literal", value: Number(token.text) } };
      } else throw reader.error("a name", token);
    } else if (reader.take("[")) expr = parseSubscript(reader, expr);
    else if (reader.take("(")) expr = { type: "call", callee: expr, arguments: parseArguments(reader) };
    else return expr;
  }
}

/** Parses the arguments of a call whose bracket was taken already. */
export function parseArguments(reader: TokenReader): Arguments {
  const args: Expr[] = [];
  const kwargs: [string, Expr][] = [];
  while (!reader.take(")")) {
    if (args.length + kwargs.length > 0) reader.expect(",");
    if (reader.take(")")) break;
    if (reader.peek()?.kind === "name" && reader.is("=", "op", 1)) {
      const name = reader.name();
      reader.expect("=");
      kwargs.push([name, parseExpression(reader)]);
    } else args.push(parseExpression(reader));
  }
  return { args, kwargs };
}

function dotted(reader: TokenReader): string {
  let name = reader.name();
  while (reader.take(".")) name += `.${reader.name()}`;
  return name;
}

/** Parses one filter after its bar: name and arguments. */
export function parseFilterCall(reader: TokenReader): { name: string; arguments: Arguments } {
  const name = dotted(reader);
  return { name, arguments: reader.take("(") ? parseArguments(reader) : { args: [], kwargs: [] } };
}

function parseFilters(reader: TokenReader, start: Expr): Expr {
  let expr = start;
  for (;;) {
    if (reader.take("|")) expr = { type: "filter", input: expr, ...parseFilterCall(reader) };
    else if (reader.take("is", "name")) expr = parseTest(reader, expr);
    else if (reader.take("(")) expr = { type: "call", callee: expr, arguments: parseArguments(reader) };
    else return expr;
  }
}

function parseTest(reader: TokenReader, input: Expr): Expr {
  const negated = reader.take("not", "name");
  const name = dotted(reader);
  let args: Arguments = { args: [], kwargs: [] };
  const token = reader.peek();
  if (reader.take("(")) args = parseArguments(reader);
  else if (token !== undefined && (token.kind !== "op" || token.text === "[" || token.text === "{")) {
    if (!(token.kind === "name" && TEST_STOP.has(token.text))) {
      args = { args: [parsePostfix(reader, parsePrimary(reader))], kwargs: [] };
    }
  }
  return { type: "test", name, input, arguments: args, negated };
}
