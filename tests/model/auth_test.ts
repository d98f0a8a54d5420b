import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { isBenchError, ModelError } from "../../lib/core/errors.ts";
import type { ModelAuth, ModelRequestContext } from "../../lib/model/auth.ts";
import { bindModelAuth, InjectedAuth, injectedAuth } from "../../lib/model/injected_auth.ts";
import { openaiChat } from "../../lib/model/openai_chat.ts";
import { staticBearer, StaticBearerAuth } from "../../lib/model/static_bearer.ts";
import { withCache } from "../../lib/model/with_cache.ts";
import { withRetry } from "../../lib/model/with_retry.ts";
import { startFakeServer } from "../support/fake_server.ts";
import { readGoldenJson, readSharedJson } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";
import { testWith } from "../support/require.ts";

const context: ModelRequestContext = { baseUrl: "b", model: "m", rolloutId: "r" };
const ask = { type: "chat" as const, messages: [{ role: "user" as const, content: "hi" }] };

// deno-lint-ignore no-explicit-any
type Case = { name: string; input: any; expected: any };

/** Cases of the logging contract, which the environments own. */
const LOGGING = [
  "log attribution inside rollout, child task and group hook",
  "nested contexts restore; group ids stringified",
];

const duck: ModelAuth = {
  headersForRequest: (one) => ({ A: one.baseUrl, B: one.model, C: one.rolloutId }),
};

function providerOf(value: unknown): ModelAuth {
  if (typeof value === "number") return staticBearer(String(value));
  if (value === "duck") return duck;
  return typeof value === "string" && value.startsWith("static:")
    ? staticBearer(value.slice(7))
    : value as ModelAuth;
}

function bindings(bind: Record<string, unknown>): Record<string, ModelAuth> {
  return Object.fromEntries(Object.entries(bind).map(([name, value]) => [name, providerOf(value)]));
}

async function read(name: string): Promise<unknown> {
  try {
    return await injectedAuth(name).headersForRequest(context);
  } catch (error) {
    return isBenchError(error) && error.code === "auth_unbound" ? "missing" : Promise.reject(error);
  }
}

/** Our error for the golden's class. */
const CLASSES: Record<string, (error: unknown) => boolean> = {
  ValueError: (error) => error instanceof TypeError || error instanceof RangeError,
  TypeError: (error) => error instanceof TypeError,
  RuntimeError: (error) => isBenchError(error),
};

async function run({ name, input }: Case): Promise<unknown> {
  switch (name) {
    case "nested binding replaces, then restores": {
      const seen: unknown[] = [];
      await bindModelAuth(bindings(input.outer), async () => {
        await bindModelAuth(
          bindings(input.inner),
          async () => void seen.push(await read("a"), await read("b")),
        );
        seen.push(await read("a"), await read("b"));
      });
      return [...seen, await read("a")];
    }
    case "binding is a snapshot": {
      const mapping = bindings(input.bind);
      const bound = bindModelAuth(mapping, () => read("a"));
      Object.assign(mapping, bindings(input.then_mutate));
      return await bound;
    }
    case "a task started inside the binding keeps it after exit": {
      const gate = Promise.withResolvers<void>();
      let task: Promise<unknown> = Promise.resolve();
      await bindModelAuth(bindings(input.bind), () => void (task = gate.promise.then(() => read("a"))));
      gate.resolve();
      return await task;
    }
    case "binding removed after an exception":
      await assertRejects(
        () => bindModelAuth({ a: staticBearer("1") }, () => Promise.reject(new Error("x"))),
        Error,
      );
      return await read("a");
    case "bind non-string name":
      return await bindModelAuth({ [""]: duck }, () => "ok");
  }
  if ("token" in input) {
    const auth = new StaticBearerAuth(input.token);
    return name.startsWith("static bearer headers") ? auth.headersForRequest() : "ok";
  }
  if (input.bind !== undefined) {
    return await bindModelAuth<unknown>(
      bindings(input.bind),
      () => input.name === undefined ? "ok" : injectedAuth(input.name).headersForRequest(context),
    );
  }
  const injected = new InjectedAuth(input.name);
  return name === "injected without binding" ? await injected.headersForRequest(context) : "ok";
}

Deno.test("golden auth: every case", async () => {
  const { cases } = await readGoldenJson("model", "auth_logging.json") as { cases: Case[] };
  assertEquals(cases.length, 23);
  let ran = 0;
  for (const one of cases) {
    if (LOGGING.includes(one.name)) continue;
    ran++;
    if (one.expected?.error !== undefined) {
      const wanted = CLASSES[one.expected.error];
      const error = await run(one).then(() => undefined, (error) => error);
      assert(wanted?.(error), `${one.name}: ${error}`);
    } else assertEquals(await run(one), one.expected, one.name);
  }
  assertEquals(ran + LOGGING.length, cases.length);
});

testWith(["shared"], "golden auth: the copy is the shared file", async () => {
  assertEquals(
    await readGoldenJson("model", "auth_logging.json"),
    await readSharedJson("golden", "benchmax", "auth_logging.json"),
  );
});

Deno.test("concurrent bindings are isolated, a nested name is refused", async () => {
  const seen = await Promise.all(
    ["1", "2", "3"].map((key) =>
      bindModelAuth({ a: staticBearer(key) }, async () => {
        await Promise.resolve();
        return await read("a");
      })
    ),
  );
  assertEquals(seen, ["1", "2", "3"].map((key) => ({ Authorization: `Bearer ${key}` })));
  const error = await assertRejects(
    () => bindModelAuth({ a: injectedAuth("b") }, () => read("a")),
    ModelError,
  );
  assertEquals(error.code, "auth_nested");
});

Deno.test("a placeholder bearer is never sent: no auth, no Authorization header", async () => {
  await using server = startFakeServer();
  const stream = [
    'data: {"choices":[{"index":0,"delta":{"content":"A"},"finish_reason":"stop"}]}\n\n',
    "data: [DONE]\n\n",
  ];
  server.options.faults = [null, null, { kind: "stream", pieces: stream }, {
    kind: "stream",
    pieces: stream,
  }];
  const other: ModelAuth = { headersForRequest: () => ({ "x-api-key": "planted-key-1" }) };
  await openaiChat("m", { baseUrl: server.baseUrl })(ask);
  await openaiChat("m", { baseUrl: server.baseUrl, auth: other })(ask);
  await openaiChat("m", { baseUrl: server.baseUrl, stream: true })(ask);
  await openaiChat("m", { baseUrl: server.baseUrl, auth: other, stream: true })(ask);
  assertEquals(server.arrivals.map((one) => one.headers.get("authorization")), [null, null, null, null]);
  assertEquals(server.arrivals.map((one) => one.headers.get("x-api-key")), [
    null,
    "planted-key-1",
    null,
    "planted-key-1",
  ]);
});

Deno.test("headers are resolved anew for each physical request, 401 included", async () => {
  await using server = startFakeServer({ key: "fresh-key-3" });
  let n = 0;
  const auth: ModelAuth = { headersForRequest: () => ({ Authorization: `Bearer fresh-key-${++n}` }) };
  const model = withRetry(openaiChat("m", { baseUrl: server.baseUrl, auth }), {
    authAttempts: 3,
    wait: () => Promise.resolve(),
  });
  assertEquals((await model(ask)).attempts, 3);
  n = 5;
  const error = await assertRejects(() => model(ask), ModelError);
  assertEquals([error.code, server.arrivals.length], ["unauthorized", 6]);
});

Deno.test("the provider sees base URL, model and unit", async () => {
  await using server = startFakeServer();
  const model = openaiChat("m7", { baseUrl: `${server.baseUrl}/`, auth: duck });
  await model(ask, { unitId: "task/3/0" });
  const { headers } = server.arrivals[0] ?? { headers: new Headers() };
  assertEquals(["a", "b", "c"].map((name) => headers.get(name)), [server.baseUrl, "m7", "task/3/0"]);
});

const KEY = "sk-planted/0123456789+abcdef==";

function inText(value: unknown): string {
  const parts: string[] = [];
  for (let at = value; at !== undefined && at !== null; at = at instanceof Error ? at.cause : undefined) {
    parts.push(String(at), Deno.inspect(at, { depth: 12 }), JSON.stringify(at) ?? "");
    if (at instanceof Error) parts.push(at.stack ?? "", JSON.stringify({ ...at }));
  }
  return parts.join("\n");
}

function assertNoKey(text: string): void {
  for (const form of [KEY, btoa(KEY).replace(/=+$/, ""), encodeURIComponent(KEY)]) {
    assert(!text.includes(form), `the key shows in: ${text.slice(0, 300)}`);
  }
}

Deno.test("Z04: a planted key shows in no error, event, file, inspect or JSON", async () => {
  await using server = startFakeServer({ key: "another" });
  await using dir = await tempDir();
  const events: unknown[] = [];
  const emit = (event: unknown) => void events.push(event);
  const url = server.baseUrl.replace("http://", "http://user:" + encodeURIComponent(KEY) + "@") +
    "?api_key=" +
    encodeURIComponent(KEY);
  const auth = staticBearer(KEY);
  const options = { baseUrl: url, auth, headers: { "x-api-key": KEY }, timeoutMs: 120 };
  const model = withCache(
    withRetry(openaiChat("m", options), { attempts: 2, wait: () => Promise.resolve() }),
    {
      dir: dir.path,
    },
  );
  for (const value of [auth, model, model.info, injectedAuth("judge")]) assertNoKey(inText(value));

  // The server says the key back in its refusal, then fails in every other way.
  assertNoKey(inText(await assertRejects(() => model(ask, { emit }), ModelError)));
  server.options.key = KEY;
  const echo = `your header was Bearer ${KEY}, or ${btoa(KEY)}`;
  for (
    const fault of [
      { kind: "status", status: 500, body: { error: { message: echo } } },
      { kind: "status", status: 400, body: echo },
      { kind: "raw", text: echo },
      { kind: "raw", text: JSON.stringify({ error: { message: echo } }) },
      { kind: "cut" },
      { kind: "hang" },
    ] as const
  ) {
    server.options.faults = () => fault;
    assertNoKey(inText(await assertRejects(() => model(ask, { emit }), ModelError)));
  }
  server.options.faults = [];
  server.options.reply = () => echo;
  const reply = await model(ask, { emit });
  assertEquals(reply.text, "your header was Bearer ***, or ***");
  assertNoKey(inText(reply));
  assertNoKey(inText(events));
  await model.close?.();
  let files = 0;
  for await (const entry of Deno.readDir(dir.path)) {
    assertNoKey(await Deno.readTextFile(dir.join(entry.name)));
    files++;
  }
  assertEquals(files, 1);
  assertEquals(server.arrivals.at(-1)?.headers.get("authorization"), `Bearer ${KEY}`);
});

Deno.test("Z08: the clients read no environment", async () => {
  const child = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-prompt",
      `
      import { openaiChat } from "${new URL("../../lib/model/openai_chat.ts", import.meta.url)}";
      const fetch = () => Promise.resolve(Response.json({ choices: [{ message: { content: "A" } }] }));
      const model = openaiChat("m", { baseUrl: "http://h/v1", fetch });
      console.log((await model({ type: "chat", messages: [] })).text);
    `.replaceAll("\n", " "),
    ],
    stdout: "piped",
    stderr: "piped",
    env: { OPENAI_API_KEY: KEY },
  }).output();
  assertEquals(new TextDecoder().decode(child.stdout).trim(), "A");
});

Deno.test("Z09: text of a server is escaped in messages", async () => {
  const body = { error: { message: "ok\u001b[2K\u001b[1A\u202e" } };
  await using server = startFakeServer({ faults: [{ kind: "status", status: 400, body }] });
  const error = await assertRejects(() => openaiChat("m", { baseUrl: server.baseUrl })(ask), ModelError);
  assert(
    error.message.includes("\\u001b[2K") && !error.message.includes("\u001b") &&
      !error.message.includes("\u202e"),
  );
});

Deno.test("names and tokens are checked when made", () => {
  for (const bad of ["", null, 5]) assertThrows(() => new StaticBearerAuth(bad as string), TypeError);
  for (const bad of ["", " ", null]) assertThrows(() => injectedAuth(bad as string), TypeError);
});
