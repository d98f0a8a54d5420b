/**
 * Takes a model's thinking off its answer. A thought that is cut off leaves no
 * answer: the text after it would be a piece of the thought.
 *
 * @module
 */

/** A reply taken apart. */
export interface SplitReply {
  /** The answer; equal to the input when there was nothing to remove. */
  readonly text: string;
  /** Closed thoughts, joined by a blank line; null when there were none. */
  readonly reasoning: string | null;
  /** `truncated_reasoning` when a thought never ended; `text` is then empty. */
  readonly problem: "truncated_reasoning" | null;
  /** `<|…|>` tokens that are left in the text: the server does not know the model's format. */
  readonly strayTokens: number;
}

const TAG = /<(\/?)(?:think|thinking|thought|reasoning|reflection)>|\[(\/?)THINK\]/gi;

const CHANNEL = /<\|channel\|>\s*([a-z_]+)[^<]*(?:<\|(?!message\|>)[^|]*\|>[^<]*)*<\|message\|>/gi;

const CHANNEL_END = /<\|(?:end|return|call|start|channel)\|>/;

const STRAY = /<\|[a-z0-9_]{1,40}\|>/gi;

/**
 * Removes reasoning: closed blocks (`<think>…</think>` and its like, in any
 * case), everything before a stray closer, all but the final channel of
 * `<|channel|>` markup. What follows a removed thought loses its leading space.
 *
 * @example
 * ```ts
 * import { splitReasoning } from "./reasoning.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(splitReasoning("<think>B?</think>\n\nA").text, "A");
 * assertEquals(splitReasoning("well</think>A").reasoning, "well");
 * assertEquals(splitReasoning("<think>hm").problem, "truncated_reasoning");
 * ```
 */
export function splitReasoning(raw: string): SplitReply {
  if (!raw.includes("<") && !raw.includes("[")) {
    return { text: raw, reasoning: null, problem: null, strayTokens: 0 };
  }
  if (/<\|channel\|>/i.test(raw)) return splitChannels(raw);
  const thoughts: string[] = [];
  let text = "";
  let depth = 0;
  let from = 0;
  let removed = false;
  for (const match of raw.matchAll(TAG)) {
    const closes = match[1] === "/" || match[2] === "/";
    const piece = raw.slice(from, match.index);
    from = match.index + match[0].length;
    removed = true;
    if (closes && depth === 0) {
      thoughts.push(text + piece);
      text = "";
    } else if (closes) {
      thoughts.push(piece);
      depth--;
    } else {
      if (depth === 0) text += piece;
      else thoughts.push(piece);
      depth++;
    }
  }
  if (depth > 0) return truncated(thoughts, raw.slice(from));
  const answer = removed ? (text + raw.slice(from)).trimStart() : raw;
  return { text: answer, reasoning: joined(thoughts), problem: null, strayTokens: strays(answer) };
}

function splitChannels(raw: string): SplitReply {
  const heads = [...raw.matchAll(CHANNEL)];
  const thoughts: string[] = [];
  let final: string | null = null;
  heads.forEach((head, i) => {
    const body = raw.slice(head.index + head[0].length, heads[i + 1]?.index);
    const end = CHANNEL_END.exec(body);
    const piece = end === null ? body : body.slice(0, end.index);
    if (head[1]?.toLowerCase() === "final") final = piece;
    else thoughts.push(piece);
  });
  if (final === null) return truncated(thoughts, "");
  return { text: final, reasoning: joined(thoughts), problem: null, strayTokens: strays(final) };
}

function truncated(thoughts: readonly string[], rest: string): SplitReply {
  return { text: "", reasoning: joined([...thoughts, rest]), problem: "truncated_reasoning", strayTokens: 0 };
}

function joined(thoughts: readonly string[]): string | null {
  const kept = thoughts.map((thought) => thought.trim()).filter((thought) => thought !== "");
  return kept.length === 0 ? null : kept.join("\n\n");
}

function strays(text: string): number {
  return text.match(STRAY)?.length ?? 0;
}
