/**
 * Call-time credentials: a model holds a provider of headers, never a key, and
 * the headers are resolved anew for each physical request.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";

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

const INSPECT = Symbol.for("Deno.customInspect");
const NODE_INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * A fixed bearer token. The token shows in no text form of the object: not in
 * `Deno.inspect`, not in JSON, not in `String(…)`.
 *
 * @example
 * ```ts
 * import { StaticBearerAuth } from "./auth.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(JSON.stringify(new StaticBearerAuth("abc")), '{"type":"static_bearer","token":"***"}');
 * ```
 */
export class StaticBearerAuth implements ModelAuth {
  readonly #token: string;

  /**
   * Keeps the token; leading or trailing space is kept as it is.
   * @throws {TypeError} when `token` is not a non-empty string.
   */
  constructor(token: string) {
    if (typeof token !== "string" || token === "") {
      throw new TypeError("Cannot make a bearer auth: wanted a non-empty token");
    }
    this.#token = token;
  }

  /** `Authorization: Bearer …`. */
  headersForRequest(): Readonly<Record<string, string>> {
    return { Authorization: `Bearer ${this.#token}` };
  }

  /** The object without its token. */
  toJSON(): Record<string, string> {
    return { type: "static_bearer", token: "***" };
  }

  /** The object without its token. */
  [INSPECT](): string {
    return 'StaticBearerAuth("***")';
  }

  /** The object without its token. */
  [NODE_INSPECT](): string {
    return 'StaticBearerAuth("***")';
  }
}

// Only its type is needed before the first binding: node:async_hooks loads then.
interface Storage {
  run<T>(store: ReadonlyMap<string, ModelAuth>, fn: () => T): T;
  getStore(): ReadonlyMap<string, ModelAuth> | undefined;
}
let storage: Promise<Storage> | undefined;

function loadStorage(): Promise<Storage> {
  return storage ??= import("node:async_hooks").then((hooks) => new hooks.AsyncLocalStorage() as Storage);
}

/**
 * A name for a provider that is bound around the call by
 * {@linkcode bindModelAuth}; safe to store, send and print.
 *
 * @example
 * ```ts
 * import { InjectedAuth } from "./auth.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(JSON.stringify(new InjectedAuth("judge")), '{"type":"injected","name":"judge"}');
 * ```
 */
export class InjectedAuth implements ModelAuth {
  /** Name to look up, case-sensitive. */
  readonly name: string;

  /**
   * Keeps the name.
   * @throws {TypeError} when `name` is blank or not a string.
   */
  constructor(name: string) {
    this.name = checkName(name);
  }

  /**
   * Headers of the provider bound to the name in the current async context.
   * @throws {ModelError} `auth_unbound` without a binding, `auth_nested` when
   * the binding is another `InjectedAuth`.
   */
  async headersForRequest(context: ModelRequestContext): Promise<Readonly<Record<string, string>>> {
    const provider = storage === undefined ? undefined : (await storage).getStore()?.get(this.name);
    if (provider === undefined) {
      throw new ModelError(
        `Cannot find credentials: wanted a binding named "${this.name}", found none in this call`,
        {
          code: "auth_unbound",
          hint: `Run the call inside bindModelAuth({ "${this.name}": staticBearer(key) }, () => …)`,
        },
      );
    }
    if (provider instanceof InjectedAuth) {
      throw new ModelError(
        `Cannot use credentials "${this.name}": wanted a provider, found the name "${provider.name}" of another`,
        { code: "auth_nested", hint: "Bind the provider itself" },
      );
    }
    return await provider.headersForRequest(context);
  }

  /** Type and name. */
  toJSON(): Record<string, string> {
    return { type: "injected", name: this.name };
  }
}

function checkName(name: unknown): string {
  if (typeof name !== "string" || name.trim() === "") {
    throw new TypeError("Cannot name credentials: wanted a text that is not blank");
  }
  return name;
}

/**
 * Runs `fn` with providers bound to names. The mapping is copied first, holds
 * for `fn` and everything it starts, and is gone afterwards; a binding inside
 * another replaces it whole.
 *
 * @throws {TypeError} when a name is blank or a value has no `headersForRequest`.
 * @example
 * ```ts
 * import { bindModelAuth, InjectedAuth, StaticBearerAuth } from "./auth.ts";
 * import { assertEquals } from "@std/assert";
 * const context = { baseUrl: "http://127.0.0.1/v1", model: "m", rolloutId: "r" };
 * const headers = await bindModelAuth({ judge: new StaticBearerAuth("abc") }, () =>
 *   new InjectedAuth("judge").headersForRequest(context));
 * assertEquals(headers, { Authorization: "Bearer abc" });
 * ```
 */
export async function bindModelAuth<T>(
  providers: Readonly<Record<string, ModelAuth>>,
  fn: () => T | Promise<T>,
): Promise<T> {
  const bound = new Map<string, ModelAuth>();
  for (const [name, provider] of Object.entries(providers)) {
    const found = provider as ModelAuth | null | undefined;
    if (typeof found?.headersForRequest !== "function") {
      throw new TypeError(`Cannot bind credentials "${name}": wanted an object with headersForRequest`);
    }
    bound.set(checkName(name), provider);
  }
  return await (await loadStorage()).run(bound, fn);
}

/**
 * Short for `new StaticBearerAuth(token)`.
 *
 * @throws {TypeError} when `token` is not a non-empty string.
 * @example
 * ```ts
 * import { staticBearer } from "./auth.ts";
 * import { assert } from "@std/assert";
 * assert(!Deno.inspect(staticBearer("abc-secret")).includes("abc-secret"));
 * ```
 */
export function staticBearer(token: string): StaticBearerAuth {
  return new StaticBearerAuth(token);
}

/**
 * Short for `new InjectedAuth(name)`.
 *
 * @throws {TypeError} when `name` is blank.
 * @example
 * ```ts
 * import { injectedAuth } from "./auth.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(injectedAuth("judge").name, "judge");
 * ```
 */
export function injectedAuth(name: string): InjectedAuth {
  return new InjectedAuth(name);
}
