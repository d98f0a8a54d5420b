/**
 * The deterministic model behind the golden HTTP runs: FNV-1a over the tokens
 * gives each token its log-prob and says whether it is the greedy one.
 */

export const BOS = "<s>";
export const EOS = "</s>";
export const BOS_ID = 1;
export const EOS_ID = 2;

const BASIS = 2166136261;
const PRIME = 16777619;
// Python's \s, which is not JavaScript's.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const TOKEN = new RegExp(` ?[A-Za-z]+| ?[0-9]+| ?[^${SPACE}A-Za-z0-9]|[${SPACE}]`, "gu");
const encoder = new TextEncoder();

/** FNV-1a, 32 bit, over the UTF-8 of a text. */
export function fnv(text: string, state = BASIS): number {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 127) {
      for (const byte of encoder.encode(text.slice(i))) state = Math.imul(state ^ byte, PRIME) >>> 0;
      return state;
    }
    state = Math.imul(state ^ unit, PRIME) >>> 0;
  }
  return state;
}

/** Splits a text into tokens; they concatenate to the text. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

const textOfId = new Map<number, string>([[BOS_ID, BOS], [EOS_ID, EOS]]);

/** Id of a token; remembers it for {@linkcode tokenOfId}. */
export function tokenId(token: string): number {
  if (token === BOS) return BOS_ID;
  if (token === EOS) return EOS_ID;
  // Two words of real data may have the same hash: the later one gets the next free id.
  let id = fnv(token) & 0x7fffffff;
  for (let known = textOfId.get(id); known !== undefined && known !== token; known = textOfId.get(id)) id++;
  textOfId.set(id, token);
  return id;
}

/** Token of an id that was given out before. */
export function tokenOfId(id: number): string | undefined {
  return textOfId.get(id);
}

/** Token ids of a text. */
export function encode(text: string): number[] {
  return text === BOS || text === EOS ? [tokenId(text)] : tokenize(text).map(tokenId);
}

/** Log-prob and greediness per token; BOS counts as empty text. */
export function scoreTokens(
  tokens: readonly string[],
): { logprob: number; greedy: boolean; state: number }[] {
  let state = BASIS;
  return tokens.map((token) => {
    if (token !== BOS) state = fnv(token, state);
    return { logprob: -((state % 100003) + 1) / 20000, greedy: state % 3 === 0, state };
  });
}

/** What the model says where nothing is canned. */
export function fallbackReply(text: string): string {
  return " " + "ABCD"[fnv(text) % 4];
}
