/**
 * The second record of the pipeline: one thing asked of a model.
 *
 * @module
 */
import type { ChatMessage, GenerationOptions } from "./task.ts";

/** One request of one doc, in lm-eval's sense. JSON-safe. */
export interface Request {
  /** `task/doc id/idx` and `/repeat` when repeated. Unique within a run. */
  readonly id: string;
  /** Name of the leaf task. */
  readonly task: string;
  /** Id of the doc. */
  readonly docId: string;
  /** 0-based position of the doc among the evaluated docs (lm-eval's doc_id). */
  readonly docIndex: number;
  /** 0-based number of the request within the doc (choice index). */
  readonly idx: number;
  /** 0-based repetition. */
  readonly repeat: number;
  /** What is asked, in lm-eval's words. */
  readonly type: "loglikelihood" | "loglikelihood_rolling" | "generate_until";
  /** The context, exactly as sent; for chat the JSON text of the messages. */
  readonly prompt: string;
  /** The messages, when a chat shape was asked for. */
  readonly messages?: readonly ChatMessage[];
  /** What is scored after the context (log-likelihood only). */
  readonly continuation?: string;
  /** Decoding parameters (generation only). */
  readonly generation?: GenerationOptions;
}
