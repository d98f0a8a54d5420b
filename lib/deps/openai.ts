/**
 * The openai package, loaded when something needs more than the lean transport:
 * streams.
 *
 * @module
 */

/** Loads the client class; 130 ms of CPU the first time. */
export async function loadOpenai(): Promise<typeof import("npm:openai@7.59.0").OpenAI> {
  return (await import("npm:openai@7.59.0")).OpenAI;
}
