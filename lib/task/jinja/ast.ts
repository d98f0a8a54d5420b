/**
 * The tree of a template.
 *
 * @module
 */
import type { Value } from "./value.ts";

/** Arguments of a call, filter or test. */
export interface Arguments {
  /** Positional ones. */
  readonly args: readonly Expr[];
  /** Keyword ones. */
  readonly kwargs: readonly (readonly [string, Expr])[];
}

/** An expression. */
export type Expr =
  | { readonly type: "literal"; readonly value: Value }
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "list" | "tuple"; readonly items: readonly Expr[] }
  | { readonly type: "dict"; readonly items: readonly (readonly [Expr, Expr])[] }
  | { readonly type: "attribute"; readonly object: Expr; readonly name: string }
  | { readonly type: "item"; readonly object: Expr; readonly key: Expr }
  | {
    readonly type: "slice";
    readonly object: Expr;
    readonly start: Expr | null;
    readonly stop: Expr | null;
    readonly step: Expr | null;
  }
  | { readonly type: "call"; readonly callee: Expr; readonly arguments: Arguments }
  | { readonly type: "filter"; readonly name: string; readonly input: Expr; readonly arguments: Arguments }
  | {
    readonly type: "test";
    readonly name: string;
    readonly input: Expr;
    readonly arguments: Arguments;
    readonly negated: boolean;
  }
  | { readonly type: "binary"; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly type: "unary"; readonly operator: "-" | "+"; readonly operand: Expr }
  | { readonly type: "not"; readonly operand: Expr }
  | { readonly type: "and" | "or"; readonly left: Expr; readonly right: Expr }
  | {
    readonly type: "compare";
    readonly first: Expr;
    readonly rest: readonly { readonly operator: string; readonly operand: Expr }[];
  }
  | {
    readonly type: "conditional";
    readonly test: Expr;
    readonly then: Expr;
    readonly otherwise: Expr | null;
  };

/** What an assignment or loop binds: a name, an attribute of a namespace, or several. */
export type BindTarget =
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "namespace"; readonly name: string; readonly attribute: string }
  | { readonly type: "many"; readonly targets: readonly BindTarget[] };

/** A parameter of a macro. */
export interface Parameter {
  /** Its name. */
  readonly name: string;
  /** Its default, or null. */
  readonly fallback: Expr | null;
}

/** A statement. */
export type Stmt =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "output"; readonly expr: Expr; readonly line: number }
  | {
    readonly type: "if";
    readonly branches: readonly { readonly test: Expr | null; readonly body: readonly Stmt[] }[];
  }
  | {
    readonly type: "for";
    readonly target: BindTarget;
    readonly source: Expr;
    readonly condition: Expr | null;
    readonly body: readonly Stmt[];
    readonly otherwise: readonly Stmt[];
  }
  | { readonly type: "set"; readonly target: BindTarget; readonly value: Expr }
  | {
    readonly type: "set_block";
    readonly target: BindTarget;
    readonly body: readonly Stmt[];
    readonly wrap: Wrap;
  }
  | {
    readonly type: "macro";
    readonly name: string;
    readonly parameters: readonly Parameter[];
    readonly body: readonly Stmt[];
  }
  | {
    readonly type: "with";
    readonly bindings: readonly { readonly target: BindTarget; readonly value: Expr }[];
    readonly body: readonly Stmt[];
  }
  | { readonly type: "filter_block"; readonly body: readonly Stmt[]; readonly wrap: Wrap };

/** Filters put around the text of a block, innermost first. */
export type Wrap = readonly { readonly name: string; readonly arguments: Arguments }[];
