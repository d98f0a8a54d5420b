/**
 * The record between task and run: a doc with all that is asked about it.
 *
 * @module
 */
import type { Doc } from "../dataset/doc.ts";
import type { DocHashes } from "./hash_doc.ts";
import type { Request } from "./request.ts";
import type { Target } from "./task.ts";

/** Shape of the prompt: plain text, or messages with shots as turns or in one message. */
export type ChatShape = false | { readonly multiturn: boolean };

/** What stays the same for all docs of a task. */
export interface BuildOptions {
  /** Text by default. */
  readonly chat?: ChatShape;
  /** System instruction, put before the description. */
  readonly system?: string | undefined;
}

/** A doc with everything that is asked and what counts as right. JSON-safe. */
export interface PreparedDoc {
  /** The row. */
  readonly doc: Doc;
  /** 0-based position among the evaluated docs. */
  readonly docIndex: number;
  /** Requests in lm-eval's order, repeats side by side. */
  readonly requests: readonly Request[];
  /** Right answer: an index for multiple choice (-100 when it is none of the choices), else text. */
  readonly target: Target;
  /** Bare choices of a multiple-choice doc; the contexts in multiple-input mode. */
  readonly choices: readonly string[];
  /** True when the choices are the contexts and the continuation is the same. */
  readonly multipleInput: boolean;
  /** lm-eval's hashes. */
  readonly hashes: DocHashes;
}
