import { assert, assertEquals, assertRejects } from "@std/assert";
import { ModelError } from "../../lib/core/errors.ts";
import { boundedBytes, MAX_REPLY_BYTES } from "../../lib/model/bounded_bytes.ts";
import { createTransport } from "../../lib/model/transport.ts";

Deno.test("bench: a reply without end is refused at the bound, and the rest is not read", async () => {
  let sent = 0;
  const chunk = new Uint8Array(1 << 22);
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  const send = createTransport();
  const url = `http://127.0.0.1:${server.addr.port}/v1/completions`;
  const error = await assertRejects(
    () => send(url, { headers: {}, body: "{}", timeoutMs: 60_000 }),
    ModelError,
  );
  assertEquals([error.code, error.details.retryable], ["reply_too_large", false]);
  assert(error.message.endsWith(`wanted at most ${MAX_REPLY_BYTES} bytes, found more`), error.message);
  assert(sent < 2 * MAX_REPLY_BYTES, String(sent));
  send.close();
});

Deno.test("boundedBytes() gives all of a reply in many parts, and refuses a declared length beyond the bound", async () => {
  const text = "äö".repeat(100_000);
  const parts = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Parts that cut letters in two.
      for (let at = 0; at < parts.length; at += 4097) controller.enqueue(parts.slice(at, at + 4097));
      controller.close();
    },
  });
  const bytes = await boundedBytes(new Response(body), { host: "h", length: null });
  assertEquals(new TextDecoder().decode(bytes), text);
  const big = String(MAX_REPLY_BYTES + 1);
  const error = await assertRejects(
    () => boundedBytes(new Response("x"), { host: "h", length: big }),
    ModelError,
  );
  assert(error.message.endsWith(`found ${big}`));
});
