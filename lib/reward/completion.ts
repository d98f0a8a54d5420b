/**
 * What a reward looks at: a text, or the messages of a conversation.
 *
 * @module
 */

/** A part of a message's content, such as `{ type: "text", text: "…" }`. */
export interface ContentPart {
  /** `text`, `image_url` … */
  readonly type?: string;
  /** Text of the part. */
  readonly text?: string;
}

/** A message of a conversation; more members may stand beside. */
export interface CompletionMessage {
  /** `user`, `assistant`, `tool` … */
  readonly role: string;
  /** Text, parts, or nothing when the message only calls tools. */
  readonly content?: string | readonly ContentPart[] | null;
}

/** A finished text, or the messages whose last one is the answer. */
export type Completion = string | readonly CompletionMessage[];
