/**
 * Works out the expressions of a template.
 *
 * @module
 */
import { getAttribute, getItem, slice } from "./access.ts";
import { binary, compareWith, negate } from "./arithmetic.ts";
import type { Arguments, Expr } from "./ast.ts";
import { applyFilter } from "./filters.ts";
import { applyTest, TESTS } from "./tests.ts";
import {
  defined,
  type Kwargs,
  makeDict,
  PyFunction,
  PyTuple,
  templateError,
  truthy,
  typeName,
  Undefined,
  type Value,
} from "./value.ts";

/** Names in reach, innermost first; lookups fall through to the parent. */
export class Scope {
  readonly #names = new Map<string, Value>();
  /** Opens a scope inside `parent`; the outermost one looks names up in the doc. */
  constructor(readonly parent: Scope | null, readonly root: Readonly<Record<string, Value>> = {}) {}

  /** The value of a name, or an undefined that knows its name. */
  get(name: string): Value {
    if (this.#names.has(name)) return this.#names.get(name);
    if (this.parent !== null) return this.parent.get(name);
    const value = Object.hasOwn(this.root, name) ? this.root[name] : undefined;
    return value === undefined ? new Undefined(`'${name}' is undefined`) : value;
  }

  /** Binds a name here. */
  set(name: string, value: Value): void {
    this.#names.set(name, value);
  }
}

/** Works out the arguments of a call. */
export function evaluateArguments(given: Arguments, scope: Scope): { args: Value[]; kwargs: Kwargs } {
  return {
    args: given.args.map((arg) => evaluate(arg, scope)),
    kwargs: Object.fromEntries(given.kwargs.map(([name, arg]) => [name, evaluate(arg, scope)])),
  };
}

/**
 * Works out an expression.
 *
 * @throws {TaskError} `template_undefined` on the use of a missing name; other codes on other faults.
 */
export function evaluate(expr: Expr, scope: Scope): Value {
  switch (expr.type) {
    case "literal":
      return expr.value;
    case "name":
      return scope.get(expr.name);
    case "list":
      return expr.items.map((item) => evaluate(item, scope));
    case "tuple":
      return new PyTuple(expr.items.map((item) => evaluate(item, scope)));
    case "dict":
      return makeDict(expr.items.map(([key, value]) => [evaluate(key, scope), evaluate(value, scope)]));
    case "attribute":
      return getAttribute(evaluate(expr.object, scope), expr.name);
    case "item":
      return getItem(evaluate(expr.object, scope), evaluate(expr.key, scope));
    case "slice": {
      const part = (p: Expr | null): Value => p === null ? null : defined(evaluate(p, scope));
      return slice(evaluate(expr.object, scope), part(expr.start), part(expr.stop), part(expr.step));
    }
    case "call": {
      const callee = defined(evaluate(expr.callee, scope));
      if (!(callee instanceof PyFunction)) {
        throw templateError(`Cannot call: wanted a function, found "${typeName(callee)}"`);
      }
      const { args, kwargs } = evaluateArguments(expr.arguments, scope);
      return callee.call(args.map(defined), kwargs);
    }
    case "filter": {
      const { args, kwargs } = evaluateArguments(expr.arguments, scope);
      return applyFilter(expr.name, evaluate(expr.input, scope), args, kwargs);
    }
    case "test": {
      const test = TESTS.get(expr.name);
      if (test === undefined) throw templateError(`Cannot render: wanted a known test, found "${expr.name}"`);
      const { args } = evaluateArguments(expr.arguments, scope);
      return applyTest(test, expr.name, evaluate(expr.input, scope), args) !== expr.negated;
    }
    case "binary":
      return binary(expr.operator, evaluate(expr.left, scope), evaluate(expr.right, scope));
    case "unary":
      return negate(expr.operator, evaluate(expr.operand, scope));
    case "not":
      return !truthy(evaluate(expr.operand, scope));
    case "and": {
      const left = evaluate(expr.left, scope);
      return truthy(left) ? evaluate(expr.right, scope) : left;
    }
    case "or": {
      const left = evaluate(expr.left, scope);
      return truthy(left) ? left : evaluate(expr.right, scope);
    }
    case "compare": {
      let left = evaluate(expr.first, scope);
      for (const { operator, operand } of expr.rest) {
        const right = evaluate(operand, scope);
        if (!compareWith(operator, left, right)) return false;
        left = right;
      }
      return true;
    }
    case "conditional":
      if (truthy(evaluate(expr.test, scope))) return evaluate(expr.then, scope);
      // jinja2 takes its lenient undefined here, also under StrictUndefined: it prints as nothing
      return expr.otherwise === null ? "" : evaluate(expr.otherwise, scope);
  }
}
