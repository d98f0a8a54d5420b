import { gguf } from "../../lib/model/gguf.ts";
import type { ModelRequest } from "../../lib/model/model.ts";
import { replay } from "../../lib/model/replay.ts";
import { scriptedModel } from "../../lib/model/scripted_model.ts";
import { modelContract } from "../contract/model_contract.ts";
import { findPart } from "../support/require.ts";
import { tempDir } from "../support/temp.ts";

const answer = (request: ModelRequest) =>
  request.type === "loglikelihood"
    ? request.items.map(({ continuation }) => -continuation.length)
    : request.type === "loglikelihood_rolling"
    ? [-7]
    : "A";

modelContract("scriptedModel", () => ({ model: scriptedModel(answer) }));
modelContract("gguf", () => ({ model: gguf(findPart("model") ?? "", { contextSize: 256, chat: true }) }), {
  ignore: findPart("model") === null,
  sanitize: false,
});

// What the contract asks, as a ledger would hold it.
const RECORDED = [
  { prompt: '[{"role": "user", "content": "Say A or B."}]', replies: ["A"] },
  { prompt: "The answer is", replies: [" B"] },
  {
    prompt: "Is water wet?\nAnswer:",
    logliks: [[-1, true], [-2, false], [-3, false]],
    choices: ["yes", "no", "perhaps so"],
  },
  { prompt: "Is water wet?\nAnswer:", logliks: [[-1, true]], choices: ["yes"] },
  { prompt: "Is water wet?\nAnswer:", logliks: [[-2, false]], choices: ["no"] },
  { prompt: "Is water wet?\nAnswer:", logliks: [[-3, false]], choices: ["perhaps so"] },
  { prompt: "Water is wet. So it is.", logliks: [[-9, false]] },
];

modelContract("replay", async () => {
  const dir = await tempDir();
  const lines = RECORDED.map((data, i) => JSON.stringify({ i, st: "ok", id: `t/${i}`, data }));
  const model = replay(await dir.write("ledger.jsonl", lines.join("\n") + "\n"));
  return { model, done: async () => await dir[Symbol.asyncDispose]() };
});
