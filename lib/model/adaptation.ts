// deno-lint-ignore-file camelcase -- the wire is snake_case
/**
 * What an endpoint taught us about its parameters: learned from one refusal,
 * kept for the life of the model, stamped into the results.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { isBenchError, ModelError } from "../core/errors.ts";

/** One learned change of the request body. */
export interface Adaptation {
  /** Parameter the server refused. */
  readonly parameter: string;
  /** Its new name; null: it is left out. */
  readonly renamedTo: string | null;
  /** Sent in place of what was asked for, under the old name. */
  readonly value?: number;
}

/** Parameters that a canonical run may not lose. */
export const FROZEN_PARAMETERS: readonly string[] = ["temperature", "top_p"];

/** A request body, in the names of the wire. */
// deno-lint-ignore no-explicit-any
export type Body = Record<string, any>;

const RENAMES: Readonly<Record<string, string>> = {
  max_tokens: "max_completion_tokens",
  max_completion_tokens: "max_tokens",
};
/** What a server may refuse without the request losing its meaning. */
const DROPPABLE = ["temperature", "stop", "seed", "top_p", "response_format"];

/** The learned changes of one endpoint. */
export class Adaptations {
  readonly #learned = new Map<string, Adaptation>();
  readonly #frozen: readonly string[];

  /** `frozen`: parameters that may not be dropped. */
  constructor(frozen: readonly string[] = []) {
    this.#frozen = frozen;
  }

  /** All of them, for `info` and fingerprints. */
  get list(): Adaptation[] {
    return [...this.#learned.values()];
  }

  /** Whether a parameter is no longer sent. */
  drops(parameter: string): boolean {
    const known = this.#learned.get(parameter);
    return known !== undefined && known.renamedTo === null && known.value === undefined;
  }

  /** Adds one by hand. */
  learn(adaptation: Adaptation, context?: Context): void {
    if (this.#learned.has(adaptation.parameter)) return;
    this.#learned.set(adaptation.parameter, adaptation);
    context?.emit?.({ kind: "model.adapted", ...adaptation });
  }

  /** The body as this endpoint takes it; the same object when nothing was learned. */
  apply(body: Body): Body {
    if (this.#learned.size === 0) return body;
    const made: Body = {};
    for (const [name, value] of Object.entries(body)) {
      const known = this.#learned.get(name);
      if (known === undefined) made[name] = value;
      else if (known.value !== undefined) made[name] = known.value;
      else if (known.renamedTo !== null) made[known.renamedTo] = value;
    }
    return made;
  }

  /**
   * Learns from a refusal of `body`. True: ask once more. A parameter that was
   * changed already, or that the server does not name, is never guessed at.
   *
   * @throws {ModelError} `parameter_refused` when a frozen parameter would go.
   */
  learnFrom(error: unknown, body: Body, context?: Context): boolean {
    if (!isBenchError(error) || error.code !== "bad_request") return false;
    const named = this.#parameterOf(error.details, body);
    if (named === null) return false;
    // Sent before another request learned it: what is sent now has it changed.
    if (this.#learned.has(named)) return true;
    const renamedTo = RENAMES[named] ?? null;
    // A rename of a rename would loop: max_tokens was only sent because its other name was refused.
    if (renamedTo !== null && this.#learned.has(renamedTo)) return false;
    if (renamedTo === null && this.#frozen.includes(named)) {
      throw new ModelError(
        `Cannot ask this model as the protocol says: wanted "${named}": ${JSON.stringify(body[named])}, ` +
          `found that the server refuses it`,
        {
          code: "parameter_refused",
          cause: error,
          hint: `Allow it to be left out, and the result is no longer canonical`,
          details: { ...error.details, parameter: named, retryable: false },
        },
      );
    }
    this.learn({ parameter: named, renamedTo }, context);
    return true;
  }

  #parameterOf(details: Readonly<Record<string, unknown>>, body: Body): string | null {
    const known = [...Object.keys(RENAMES), ...DROPPABLE].filter((name) => name in body);
    if (typeof details.param === "string") {
      const param = details.param.split(".")[0];
      return known.find((name) => name === param) ?? null;
    }
    const message = String(details.serverMessage ?? "");
    return known.find((name) => new RegExp(`\\b${name}\\b`).test(message)) ?? null;
  }
}
