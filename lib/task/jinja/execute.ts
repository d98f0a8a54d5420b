/**
 * Runs the statements of a template.
 *
 * @module
 */
import type { BindTarget, Stmt, Wrap } from "./ast.ts";
import { evaluate, evaluateArguments, Scope } from "./evaluate.ts";
import { applyFilter } from "./filters.ts";
import {
  defined,
  iterate,
  Namespace,
  PyFunction,
  str,
  templateError,
  truthy,
  Undefined,
  type Value,
} from "./value.ts";

function bind(target: BindTarget, value: Value, scope: Scope): void {
  if (target.type === "name") return scope.set(target.name, value);
  if (target.type === "namespace") {
    const holder = scope.get(target.name);
    if (!(holder instanceof Namespace)) {
      throw templateError(`Cannot set "${target.name}.${target.attribute}": wanted a namespace`);
    }
    holder.attributes.set(target.attribute, value);
    return;
  }
  const items = iterate(value);
  if (items.length !== target.targets.length) {
    throw templateError(`Cannot unpack: wanted ${target.targets.length} values, found ${items.length}`);
  }
  target.targets.forEach((part, i) => bind(part, items[i], scope));
}

function wrapText(text: string, wrap: Wrap, scope: Scope): Value {
  return wrap.reduce<Value>((value, filter) => {
    const { args, kwargs } = evaluateArguments(filter.arguments, scope);
    return applyFilter(filter.name, value, args, kwargs);
  }, text);
}

function loopFacts(items: readonly Value[], i: number, depth: number, seen: { value: Value }): Value {
  const n = items.length;
  return {
    index: i + 1,
    index0: i,
    revindex: n - i,
    revindex0: n - i - 1,
    first: i === 0,
    last: i === n - 1,
    length: n,
    depth,
    depth0: depth - 1,
    previtem: i > 0 ? items[i - 1] : new Undefined("there is no previous item"),
    nextitem: i < n - 1 ? items[i + 1] : new Undefined("there is no next item"),
    cycle: new PyFunction("cycle", (args) => args[i % args.length]),
    changed: new PyFunction("changed", (args) => {
      const key = JSON.stringify(args);
      const changed = key !== seen.value;
      seen.value = key;
      return changed;
    }),
  };
}

function runFor(stmt: Extract<Stmt, { type: "for" }>, scope: Scope): string {
  let items = iterate(evaluate(stmt.source, scope));
  const { condition } = stmt;
  if (condition !== null) {
    items = items.filter((item) => {
      const inner = new Scope(scope);
      bind(stmt.target, item, inner);
      return truthy(evaluate(condition, inner));
    });
  }
  if (items.length === 0) return execute(stmt.otherwise, new Scope(scope));
  const outer = scope.get("loop");
  const depth = outer instanceof Undefined ? 1 : Number(outer.depth ?? 0) + 1;
  const seen = { value: undefined };
  return items.map((item, i) => {
    const inner = new Scope(scope);
    inner.set("loop", loopFacts(items, i, depth, seen));
    bind(stmt.target, item, inner);
    return execute(stmt.body, inner);
  }).join("");
}

function makeMacro(stmt: Extract<Stmt, { type: "macro" }>, scope: Scope): PyFunction {
  return new PyFunction(stmt.name, (args, kwargs) => {
    const inner = new Scope(scope);
    stmt.parameters.forEach((parameter, i) => {
      const given = i < args.length ? args[i] : kwargs[parameter.name];
      if (given !== undefined) inner.set(parameter.name, given);
      else if (parameter.fallback !== null) inner.set(parameter.name, evaluate(parameter.fallback, inner));
      else inner.set(parameter.name, new Undefined(`parameter '${parameter.name}' was not provided`));
    });
    return execute(stmt.body, inner);
  });
}

function run(stmt: Stmt, scope: Scope): string {
  switch (stmt.type) {
    case "text":
      return stmt.text;
    case "output":
      return str(defined(evaluate(stmt.expr, scope)));
    case "if": {
      const branch = stmt.branches.find(({ test }) => test === null || truthy(evaluate(test, scope)));
      return branch === undefined ? "" : execute(branch.body, scope);
    }
    case "for":
      return runFor(stmt, scope);
    case "set":
      bind(stmt.target, evaluate(stmt.value, scope), scope);
      return "";
    case "set_block":
      bind(stmt.target, wrapText(execute(stmt.body, new Scope(scope)), stmt.wrap, scope), scope);
      return "";
    case "macro":
      scope.set(stmt.name, makeMacro(stmt, scope));
      return "";
    case "with": {
      const inner = new Scope(scope);
      for (const { target, value } of stmt.bindings) bind(target, evaluate(value, scope), inner);
      return execute(stmt.body, inner);
    }
    case "filter_block":
      return str(wrapText(execute(stmt.body, new Scope(scope)), stmt.wrap, scope));
  }
}

/** Runs statements and gives their text. @throws {TaskError} On any fault of the template. */
export function execute(body: readonly Stmt[], scope: Scope): string {
  let out = "";
  for (const stmt of body) out += run(stmt, scope);
  return out;
}
