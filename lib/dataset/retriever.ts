/**
 * What finds passages for a question.
 *
 * @module
 */

/** A piece of a corpus. */
export interface Passage {
  /** Unique id. */
  readonly id: string;
  /** Title; may be empty. */
  readonly title: string;
  /** The text. */
  readonly text: string;
}

/** A passage that was found. */
export interface FoundPassage extends Passage {
  /** How well it fits; the scale is the retriever's own. */
  readonly score: number;
}

/**
 * Finds passages: at most `k`, best first. Any function of this shape will do,
 * one that asks an embedding service too.
 */
export type Retriever = (
  question: string,
  k: number,
) => readonly FoundPassage[] | Promise<readonly FoundPassage[]>;
