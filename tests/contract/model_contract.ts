// deno-lint-ignore-file camelcase -- request types are snake_case
/**
 * What every model must do, whatever it is. Call it from a test file:
 * `modelContract("floor", () => floorModel());`
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { isBenchError } from "../../lib/core/errors.ts";
import type { Model, ModelRequest, ModelResponse } from "../../lib/model/model.ts";

/** A model under test; `done` frees what was started for it. */
export interface ModelUnderTest {
  readonly model: Model;
  readonly done?: () => Promise<void>;
}

/** What holds for this implementation. */
export interface ContractOptions {
  /** The same request gives the same reply; default true. */
  readonly deterministic?: boolean;
  /** Skips the tests, for parts that are missing. */
  readonly ignore?: boolean;
  /** Sanitizers of the tests, for native code. */
  readonly sanitize?: boolean;
}

const REQUESTS: Record<ModelRequest["type"], ModelRequest> = {
  chat: {
    type: "chat",
    messages: [{ role: "user", content: "Say A or B." }],
    generation: { maxTokens: 4, temperature: 0 },
  },
  completion: { type: "completion", prompt: "The answer is", generation: { maxTokens: 4, temperature: 0 } },
  loglikelihood: {
    type: "loglikelihood",
    items: [" yes", " no", " perhaps so"].map((continuation) => ({
      prompt: "Is water wet?\nAnswer:",
      continuation,
    })),
  },
  loglikelihood_rolling: { type: "loglikelihood_rolling", text: "Water is wet. So it is." },
};

const FINISHES = ["stop", "length", "tool_calls", "content_filter", "unknown"];

/** Checks the shape of any reply. */
export function assertResponse(response: ModelResponse): void {
  assertEquals(JSON.parse(JSON.stringify(response)), response, "JSON-safe, no undefined members");
  assertEquals(typeof response.text, "string");
  assert(FINISHES.includes(response.finishReason));
  assert(Number.isFinite(response.latencyMs) && response.latencyMs >= 0);
  assert(Number.isInteger(response.attempts) && response.attempts >= (response.cached ? 0 : 1));
  for (const count of [response.usage.inputTokens, response.usage.outputTokens]) {
    assert(count === null || (Number.isInteger(count) && count >= 0));
  }
  for (const one of response.logliks ?? []) {
    assert(Number.isFinite(one.loglik) && one.loglik <= 0, `log-likelihood ${one.loglik}`);
    assertEquals(typeof one.isGreedy, "boolean");
  }
  assert(response.text === "" || response.logliks === undefined, "text or logliks, not both");
}

/** Registers the contract tests of one implementation. */
export function modelContract(
  name: string,
  make: () => ModelUnderTest | Promise<ModelUnderTest>,
  options: ContractOptions = {},
): void {
  const { ignore = false, sanitize = true, deterministic = true } = options;

  function contract(what: string, fn: (model: Model) => Promise<void>): void {
    Deno.test({
      name: `contract ${name}: ${what}`,
      ignore,
      sanitizeOps: sanitize,
      sanitizeResources: sanitize,
      async fn() {
        const { model, done } = await make();
        try {
          await fn(model);
        } finally {
          await model.close?.();
          await done?.();
        }
      },
    });
  }

  contract("info is JSON-safe and names what it accepts", (model) => {
    const { info } = model;
    assert(info.id !== "" && (info.baseUrl === null || info.baseUrl.startsWith("http")));
    assert(info.accepts.length > 0 && info.accepts.every((type) => type in REQUESTS));
    assertEquals(typeof JSON.stringify(info), "string");
    return Promise.resolve();
  });

  contract("answers each type it accepts, in shape, the same way twice", async (model) => {
    for (const type of model.info.accepts) {
      const request = REQUESTS[type];
      const first = await model(request);
      assertResponse(first);
      if (request.type === "loglikelihood") assertEquals(first.logliks?.length, request.items.length);
      if (request.type === "loglikelihood_rolling") assertEquals(first.logliks?.length, 1);
      if (!deterministic) continue;
      const second = await model(request);
      assertEquals([second.text, second.logliks], [first.text, first.logliks]);
    }
  });

  contract("items of one request score as they do alone", async (model) => {
    const request = REQUESTS.loglikelihood;
    if (!model.info.accepts.includes("loglikelihood") || request.type !== "loglikelihood") return;
    const together = (await model(request)).logliks ?? [];
    for (const [i, item] of request.items.entries()) {
      const alone = (await model({ type: "loglikelihood", items: [item] })).logliks?.[0];
      assert(Math.abs((alone?.loglik ?? NaN) - (together[i]?.loglik ?? NaN)) < 1e-4);
    }
  });

  contract("refuses other types with unsupported_request and a hint", async (model) => {
    for (const request of Object.values(REQUESTS)) {
      if (model.info.accepts.includes(request.type)) continue;
      const error = await assertRejects(() => model(request));
      assert(isBenchError(error), String(error));
      assertEquals(error.code, "unsupported_request");
      assert((error.hint ?? "") !== "");
    }
  });

  contract("throws the reason of a signal that is aborted already", async (model) => {
    const type = model.info.accepts[0];
    if (type === undefined) return;
    const reason = new Error("stopped before");
    await assertRejects(
      () => model(REQUESTS[type], { signal: AbortSignal.abort(reason) }),
      Error,
      "stopped before",
    );
  });

  contract("changes neither request nor context", async (model) => {
    for (const type of model.info.accepts) {
      const request = structuredClone(REQUESTS[type]);
      const context = Object.freeze({ epoch: 0, unitId: "u" });
      await model(request, context);
      assertEquals(request, REQUESTS[type]);
    }
  });
}
