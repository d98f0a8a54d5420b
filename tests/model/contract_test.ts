import { openaiChat } from "../../lib/model/openai_chat.ts";
import { openaiCompletions } from "../../lib/model/openai_completions.ts";
import { usageMeter, withUsage } from "../../lib/model/with_usage.ts";
import { withBudget } from "../../lib/model/with_budget.ts";
import { withCache } from "../../lib/model/with_cache.ts";
import { withRateLimit } from "../../lib/model/with_rate_limit.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import type { Model } from "../../lib/model/model.ts";
import { floorModel } from "../../lib/model/floor_model.ts";
import { modelContract, type ModelUnderTest } from "../contract/model_contract.ts";
import { startFakeServer } from "../support/fake_server.ts";

function served(make: (baseUrl: string) => Model): () => ModelUnderTest {
  return () => {
    const server = startFakeServer();
    return { model: make(server.baseUrl), done: server.close };
  };
}

modelContract("openaiChat", served((baseUrl) => openaiChat("m", { baseUrl })));
modelContract("openaiCompletions by ids", served((baseUrl) => openaiCompletions("m", { baseUrl })));
modelContract(
  "openaiCompletions, all wrappers",
  served((baseUrl) => {
    const model = openaiCompletions("m", { baseUrl });
    const wrapped = withBudget(withRateLimit(withRetry(withCache(model))), { requests: 1000 });
    return withUsage(wrapped, usageMeter());
  }),
);
modelContract("floorModel", () => ({ model: floorModel() }));
