/**
 * Call-time credentials: a model holds a provider of headers, never a key, and
 * the headers are resolved anew for each physical request.
 *
 * @module
 */

/** What a provider may look at. */
export interface ModelRequestContext {
  /** Base URL the request goes to. */
  readonly baseUrl: string;
  /** Name of the model. */
  readonly model: string;
  /** Unit of work or rollout that asks. */
  readonly rolloutId: string;
}

/** Gives the headers of one physical request. Any object with this method is one. */
export interface ModelAuth {
  /** Header name to value. Called once per physical request, retries included. */
  headersForRequest(
    context: ModelRequestContext,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}
