/**
 * Numbers as people write them.
 *
 * @module
 */
import { plainText } from "./answer_text.ts";

const BODY = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?: \\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+";
const WHOLE = new RegExp(
  `^([-+−]?)[$€£¥]?([-+−]?)(${BODY})(?:[eE]([-+]?\\d{1,3}))?(?:/(\\d+))? ?[%$€£¥]?\\.?$`,
);
const ANY = new RegExp(`(?<![\\p{L}\\p{N}.,])([-+−]?)[$€£¥]?(${BODY})(?![\\p{L}\\p{N}]|[.,]\\d)`, "gu");

function digits(text: string): number {
  return Number(text.replace(/[, ]/g, ""));
}

/**
 * The number that a text is, nothing more: `1,000`, `1 000`, `$1000.00`, `50%`
 * (50), `1/2` (0.5), `-3.5`, `1e3`. Separators go only where they group by
 * three. A text that is empty or holds anything else is no number.
 *
 * @returns The value, or null.
 *
 * @example Strict
 * ```ts
 * import { parseNumber } from "./number.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(["1,000", "$1000.00", "1/2", "", "1,00", "10 kg"].map(parseNumber), [1000, 1000, 0.5, null, null, null]);
 * ```
 */
export function parseNumber(text: string): number | null {
  const plain = plainText(text).replaceAll("⁄", "/").trim();
  const match = WHOLE.exec(plain);
  if (!match) return null;
  const [, before, inner, body, exponent, divisor] = match;
  if (before !== "" && inner !== "") return null;
  if (divisor !== undefined && Number(divisor) === 0) return null;
  const size = digits(body as string) * 10 ** Number(exponent ?? 0) / Number(divisor ?? 1);
  const value = before === "-" || before === "−" || inner === "-" || inner === "−" ? -size : size;
  return Number.isFinite(value) ? value : null;
}

/**
 * The last number standing alone in a text, or null. The flexible reading: a
 * year at the end of a sentence wins too, so scores by it carry another name.
 *
 * @example In a sentence
 * ```ts
 * import { lastNumber } from "./number.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lastNumber("The total is 1,000."), 1000);
 * assertEquals(lastNumber("none"), null);
 * ```
 */
export function lastNumber(text: string): number | null {
  let found: number | null = null;
  for (const match of plainText(text).matchAll(ANY)) {
    const size = digits(match[2] as string);
    found = match[1] === "-" || match[1] === "−" ? -size : size;
  }
  return found;
}
