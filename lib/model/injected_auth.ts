/**
 * Credentials that are bound around a call and known by name only.
 *
 * @module
 */
import { ModelError } from "../core/errors.ts";
import type { ModelAuth, ModelRequestContext } from "./auth.ts";

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
 * import { InjectedAuth } from "./injected_auth.ts";
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
 * import { bindModelAuth, InjectedAuth } from "./injected_auth.ts";
 * import { StaticBearerAuth } from "./static_bearer.ts";
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
 * Short for `new InjectedAuth(name)`.
 *
 * @throws {TypeError} when `name` is blank.
 * @example
 * ```ts
 * import { injectedAuth } from "./injected_auth.ts";
 * import { assertEquals } from "@std/assert";
 * assertEquals(injectedAuth("judge").name, "judge");
 * ```
 */
export function injectedAuth(name: string): InjectedAuth {
  return new InjectedAuth(name);
}
