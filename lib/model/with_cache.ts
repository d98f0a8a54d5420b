/**
 * Answers from what was answered before.
 *
 * @module
 */
import type { Context } from "../core/context.ts";
import { loadSha256, type Sha256 } from "../core/hash.ts";
import { type CacheStore, folderStore, memoryStore } from "./cache_store.ts";
import type { Model, ModelRequest, ModelResponse } from "./model.ts";

/** Options of {@linkcode withCache}. */
export interface CacheOptions {
  /** Folder of the cache; none: it lives as long as the model. */
  readonly dir?: string;
  /** Also keep replies sampled at a temperature above 0; default false. */
  readonly sampled?: boolean;
  /** Ask anew and keep the new reply only where there was none; default false. */
  readonly refresh?: boolean;
}

/** A model with a cache and its counts. */
export interface CachedModel extends Model {
  /** Replies taken from the cache and asked for, since the model was made. */
  readonly cacheCounts: { hits: number; misses: number };
}

/**
 * A model that keeps its replies. The key is everything that changes an answer:
 * endpoint, model, API, settings and version of the adapter, the whole request,
 * and the repetition (`context.epoch`). A hit has `cached: true`, `attempts: 0`
 * and the latency and usage of the original. Errors and replies with a
 * `problem` are not kept. A cache that cannot be written warns once and goes on.
 *
 * @example
 * ```ts
 * import { withCache } from "./with_cache.ts";
 * import { scriptedModel } from "./scripted_model.ts";
 * import { assertEquals } from "@std/assert";
 * const model = withCache(scriptedModel(["A"]));
 * await model({ type: "completion", prompt: "?" });
 * const again = await model({ type: "completion", prompt: "?" });
 * assertEquals([again.text, again.cached], ["A", true]);
 * ```
 */
export function withCache(model: Model, options: CacheOptions = {}): CachedModel {
  const cacheCounts = { hits: 0, misses: 0 };
  let opening: Promise<{ store: CacheStore; sha256: Sha256 }> | undefined;
  let broken = false;
  const { adaptations: _, ...facts } = model.info;
  const info = sortedJson(facts);

  function open(): Promise<{ store: CacheStore; sha256: Sha256 }> {
    return opening ??= (async () => ({
      store: options.dir === undefined ? memoryStore() : await folderStore(options.dir),
      sha256: await loadSha256(),
    }))();
  }

  async function cached(request: ModelRequest, context?: Context): Promise<ModelResponse> {
    if (!options.sampled && temperatureOf(request, model) > 0) {
      cacheCounts.misses++;
      return await model(request, context);
    }
    const { store, sha256 } = await open();
    const key = sha256(keyText(info, request, context?.epoch ?? 0));
    if (!options.refresh) {
      const found = readEntry(await store.get(key));
      if (found !== null) {
        cacheCounts.hits++;
        return { ...found, cached: true, attempts: 0 };
      }
    }
    cacheCounts.misses++;
    const response = await model(request, context);
    if (response.problem === undefined && !broken) {
      try {
        await store.put(key, JSON.stringify(response));
      } catch (error) {
        broken = true;
        const message = `The cache cannot be written: ${error instanceof Error ? error.message : error}`;
        context?.emit?.({ kind: "warning", code: "cache_unwritable", message });
      }
    }
    return response;
  }

  return Object.assign(cached, {
    info: model.info,
    cacheCounts,
    async close() {
      if (opening !== undefined) await (await opening).store.close();
      opening = undefined;
      await model.close?.();
    },
  });
}

/**
 * What the key is the hash of: JSON with sorted keys. Learned `adaptations`
 * change how a body is spelt, not what is asked.
 */
export function cacheKeyText(model: Model, request: ModelRequest, epoch: number): string {
  const { adaptations: _, ...info } = model.info;
  return keyText(sortedJson(info), request, epoch);
}

function keyText(info: string, request: ModelRequest, epoch: number): string {
  return `{"version":1,"epoch":${epoch},"info":${info},"request":${sortedJson(request)}}`;
}

/** JSON with sorted keys and without undefined members; a third of the cost of the canonical form. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => sortedJson(one)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members: string[] = [];
  for (const [name, member] of Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${sortedJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function temperatureOf(request: ModelRequest, model: Model): number {
  if (request.type !== "chat" && request.type !== "completion") return 0;
  const { settings } = model.info as { settings?: { defaults?: { temperature?: number | null } } };
  const extra = request.generation?.extra?.temperature;
  const asked = extra === undefined ? request.generation?.temperature : extra;
  const value = asked === undefined ? settings?.defaults?.temperature ?? 0 : asked;
  // No temperature sent means the server's own, which samples.
  return typeof value === "number" ? value : 1;
}

function readEntry(json: string | null): ModelResponse | null {
  if (json === null) return null;
  try {
    const entry = JSON.parse(json);
    return typeof entry?.text === "string" ? entry : null;
  } catch {
    return null; // damaged: ask again
  }
}
