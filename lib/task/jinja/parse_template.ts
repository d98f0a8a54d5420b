/**
 * Parses a whole template: text, output and statements.
 *
 * @module
 */
import type { BindTarget, Parameter, Stmt, Wrap } from "./ast.ts";
import { lex, type Piece } from "./lexer.ts";
import { parseExpression, parseFilterCall, parseTuple, TokenReader } from "./parse_expression.ts";
import { templateError } from "./value.ts";

interface Cursor {
  readonly pieces: readonly Piece[];
  at: number;
}

function parseBindTarget(reader: TokenReader): BindTarget {
  const targets: BindTarget[] = [];
  let many = false;
  do {
    if (targets.length > 0) many = true;
    if (reader.is("in", "name") || reader.is("=")) break;
    if (reader.take("(")) {
      targets.push(parseBindTarget(reader));
      reader.expect(")");
      continue;
    }
    const name = reader.name();
    targets.push(
      reader.take(".") ? { type: "namespace", name, attribute: reader.name() } : { type: "name", name },
    );
  } while (reader.take(","));
  const [only] = targets;
  return !many && only !== undefined ? only : { type: "many", targets };
}

function parseWrap(reader: TokenReader): Wrap {
  const wrap: { name: string; arguments: ReturnType<typeof parseFilterCall>["arguments"] }[] = [];
  while (reader.take("|")) wrap.push(parseFilterCall(reader));
  return wrap;
}

function parseBody(
  cursor: Cursor,
  ends: readonly string[],
  opener: string,
): { body: Stmt[]; end: TokenReader } {
  const body: Stmt[] = [];
  while (cursor.at < cursor.pieces.length) {
    const piece = cursor.pieces[cursor.at++] as Piece;
    if (piece.kind === "text") {
      body.push({ type: "text", text: piece.text });
      continue;
    }
    const reader = new TokenReader(piece.tokens, piece.line);
    if (piece.kind === "output") {
      body.push({ type: "output", expr: parseTuple(reader), line: piece.line });
      finish(reader);
      continue;
    }
    const keyword = reader.name();
    if (ends.includes(keyword)) return { body, end: new TokenReader(piece.tokens, piece.line) };
    body.push(parseStatement(cursor, keyword, reader));
  }
  if (opener === "") return { body, end: new TokenReader([], 0) };
  throw templateError(
    `Cannot read the template: wanted "${ends.join('" or "')}" for "${opener}", found its end`,
    "template_syntax",
  );
}

function finish(reader: TokenReader): void {
  if (!reader.done) throw reader.error("the end of the tag");
}

function parseIf(cursor: Cursor, reader: TokenReader): Stmt {
  const branches: { test: ReturnType<typeof parseTuple> | null; body: Stmt[] }[] = [];
  let test: ReturnType<typeof parseTuple> | null = parseTuple(reader);
  finish(reader);
  for (;;) {
    const { body, end } = parseBody(cursor, ["elif", "else", "endif"], "if");
    branches.push({ test, body });
    const keyword = end.name();
    if (keyword === "endif") return { type: "if", branches };
    test = keyword === "elif" ? parseTuple(end) : null;
  }
}

function parseFor(cursor: Cursor, reader: TokenReader): Stmt {
  const target = parseBindTarget(reader);
  if (!reader.take("in", "name")) throw reader.error('"in"');
  const source = parseTuple(reader, false);
  const condition = reader.take("if", "name") ? parseExpression(reader) : null;
  finish(reader);
  const { body, end } = parseBody(cursor, ["else", "endfor"], "for");
  const otherwise = end.name() === "else" ? parseBody(cursor, ["endfor"], "for").body : [];
  return { type: "for", target, source, condition, body, otherwise };
}

function parseSet(cursor: Cursor, reader: TokenReader): Stmt {
  const target = parseBindTarget(reader);
  if (reader.take("=")) {
    const value = parseTuple(reader);
    finish(reader);
    return { type: "set", target, value };
  }
  const wrap = parseWrap(reader);
  finish(reader);
  return { type: "set_block", target, body: parseBody(cursor, ["endset"], "set").body, wrap };
}

function parseMacro(cursor: Cursor, reader: TokenReader): Stmt {
  const name = reader.name();
  reader.expect("(");
  const parameters: Parameter[] = [];
  while (!reader.take(")")) {
    if (parameters.length > 0) reader.expect(",");
    const parameter = reader.name();
    parameters.push({ name: parameter, fallback: reader.take("=") ? parseExpression(reader) : null });
  }
  finish(reader);
  return { type: "macro", name, parameters, body: parseBody(cursor, ["endmacro"], "macro").body };
}

function parseStatement(cursor: Cursor, keyword: string, reader: TokenReader): Stmt {
  switch (keyword) {
    case "if":
      return parseIf(cursor, reader);
    case "for":
      return parseFor(cursor, reader);
    case "set":
      return parseSet(cursor, reader);
    case "macro":
      return parseMacro(cursor, reader);
    case "with": {
      const bindings: { target: BindTarget; value: ReturnType<typeof parseExpression> }[] = [];
      while (!reader.done) {
        if (bindings.length > 0) reader.expect(",");
        const name = reader.name();
        reader.expect("=");
        bindings.push({ target: { type: "name", name }, value: parseExpression(reader) });
      }
      return { type: "with", bindings, body: parseBody(cursor, ["endwith"], "with").body };
    }
    case "filter": {
      const wrap = [parseFilterCall(reader), ...parseWrap(reader)];
      finish(reader);
      return { type: "filter_block", wrap, body: parseBody(cursor, ["endfilter"], "filter").body };
    }
    default:
      throw templateError(
        `Cannot read the template at line ${reader.line}: wanted a known statement, found "${keyword}"`,
        "template_syntax",
      );
  }
}

/**
 * Parses a template.
 *
 * @throws {TaskError} With code `template_syntax`, naming the line.
 */
export function parseTemplate(source: string): readonly Stmt[] {
  return parseBody({ pieces: lex(source), at: 0 }, [], "").body;
}
