/**
 * What a task becomes once it has its rows.
 *
 * @module
 */
import type { Doc, Fields } from "../dataset/doc.ts";
import type { DataWarning } from "./check_docs.ts";
import type { BuildOptions, PreparedDoc } from "./prepared_doc.ts";
import type { Task } from "./task.ts";

/** Rows per split name. */
export type Splits = Readonly<Record<string, readonly (Doc | Fields)[]>>;

/** Options of {@linkcode prepareTask}. */
export interface PrepareOptions extends BuildOptions {
  /** Shots per prompt; the task's own number, else 0. A task with a fixed 0 keeps it. */
  readonly numFewshot?: number | undefined;
  /** Seed of the few-shot draws, 1234 by default; null = a fresh one. */
  readonly fewshotSeed?: number | null;
  /** Only the first so many evaluated docs. */
  readonly limit?: number | undefined;
  /** Only the docs at these positions (lm-eval's `samples`), in ascending order. */
  readonly only?: readonly number[] | undefined;
}

/** A doc whose requests are built when they are needed. */
export interface DocStub {
  /** The row. */
  readonly doc: Doc;
  /** 0-based position among the evaluated docs. */
  readonly docIndex: number;
  /** Builds the requests; the same every time. */
  build(): PreparedDoc;
}

/** A task that is ready to be asked. */
export interface PreparedTask {
  /** The task. */
  readonly task: Task;
  /** Shots per prompt, after the rule of the fixed 0. */
  readonly numFewshot: number;
  /** Seed of the draws. */
  readonly fewshotSeed: number | null;
  /** Docs that are evaluated, after limit. */
  readonly evalDocs: readonly Doc[];
  /** Evaluated docs before limit. */
  readonly totalDocs: number;
  /** Name of the split they came from. */
  readonly evalSplit: string;
  /** Faults found in the data; those of shots grow while docs are built. */
  readonly warnings: readonly DataWarning[];
  /** Docs in order, shots drawn, requests not yet built: cheap to walk over. */
  stubs(): Iterable<DocStub>;
  /** Docs in order with their requests; can be iterated again. */
  docs(): Iterable<PreparedDoc>;
  /** lm-eval's task hash over all evaluated docs; builds every prompt. */
  hash(): string;
}
