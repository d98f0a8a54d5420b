/**
 * Columns a text takes on a terminal (East Asian width, emoji, combining
 * marks), loaded when a table is drawn.
 *
 * @module
 */

/** Loads `npm:string-width`. */
export async function loadStringWidth(): Promise<(text: string) => number> {
  const { default: stringWidth } = await import("npm:string-width@9.0.0");
  return (text) => stringWidth(text);
}
