// deno-lint-ignore-file no-console -- a script that prints
/**
 * Sends chat requests at once and prints what came back:
 * `deno run -A tests/model/https_child.ts BASE_URL COUNT`.
 */
import { openaiChat } from "../../lib/model/openai_chat.ts";

const [baseUrl = "", count = "1"] = Deno.args;
const model = openaiChat("m", { baseUrl, timeoutMs: 60_000 });
const found = await Promise.all(
  Array.from({ length: Number(count) }, async (_, i) => {
    try {
      return (await model({ type: "chat", messages: [{ role: "user", content: `${i}` }] })).text;
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }),
);
await model.close?.();
console.log(JSON.stringify([...new Set(found)]));
