// deno-lint-ignore-file camelcase -- the wire is snake_case
/**
 * A loopback OpenAI-compatible server for tests: chat, completions with echo
 * and log-probs, tokenizer routes; with scripted faults, quotas and counters.
 *
 * It speaks HTTP/1.1 over a plain socket, since faults below HTTP (a cut
 * connection, half a character, silence) are what it is for.
 *
 * As a process: `deno run --allow-net tests/support/fake_server.ts --port 0 --latency 50`
 * prints its port.
 */
import { BOS, encode, EOS, fallbackReply, scoreTokens, tokenize, tokenOfId } from "./fake_model.ts";

// deno-lint-ignore no-explicit-any
type Body = Record<string, any>;

/** One thing going wrong, for one request. */
export type Fault =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  /** Closes the socket: before any byte, or after `afterBytes` of the answer. */
  | { kind: "cut"; afterBytes?: number }
  /** Sends nothing, or (`body`) headers and then nothing, until the client goes. */
  | { kind: "hang"; part?: "all" | "body" }
  /** Answers 200 with this text. */
  | { kind: "raw"; text: string; contentType?: string }
  /** Changes the right answer. */
  | { kind: "edit"; edit: (reply: Body, request: Body) => unknown }
  /** Sends these byte pieces one after another as a chunked event stream. */
  | { kind: "stream"; pieces: readonly (string | Uint8Array)[]; cut?: boolean };

/** What the server does; everything may be changed while it runs. */
export interface FakeOptions {
  port?: number;
  latencyMs?: number;
  /** Faults for the next requests in turn; `null` is none. A function decides per request. */
  faults?: (Fault | null)[] | ((body: Body, n: number, path: string) => Fault | null | undefined);
  /** Replies by prompt text, or by JSON text of the messages; used in turn. */
  canned?: Map<string, readonly string[]>;
  /** Reply to everything else; default the golden fallback. */
  reply?: (body: Body, text: string) => string | Body;
  /** Answers of /tokenize and /tokenizer_info; default true. */
  tokenizer?: boolean;
  bos?: boolean;
  /** `full` (default), `ignore` (one entry only), `refuse` (400), `chat` (the chat shape). */
  echo?: "full" | "ignore" | "refuse" | "chat";
  /** Takes arrays of prompts; default true. */
  arrays?: boolean;
  /** Honours stop and max_tokens in generations; default false, as the golden server. */
  obeys?: boolean;
  /** Cuts prompts to this many tokens from the left without a word. */
  contextTokens?: number;
  /** Requests per second (bucket with `burst`), requests at once. */
  quota?: { perSecond?: number; burst?: number; concurrent?: number; retryAfter?: string; headers?: boolean };
  /** Key wanted as bearer; else 401 that echoes the key it got. */
  key?: string;
  /** Keeps what arrives in `arrivals`; default true, false as a process. */
  keep?: boolean;
  /** Usage as golden (chat: zeros), `real`, or none. */
  usage?: "golden" | "real" | "none";
}

/** What arrived. */
export interface Arrival {
  path: string;
  body: Body;
  headers: Headers;
}

/** The running server. */
export interface FakeServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:PORT/v1`. */
  readonly baseUrl: string;
  readonly options: FakeOptions;
  /** POSTs to /v1/..., tokenizer routes left out. */
  readonly arrivals: Arrival[];
  /** Everything by path, plus `ok`, `refused`, `connections`, `peak`, `aborted`. */
  readonly counts: Record<string, number>;
  close(): Promise<void>;
}

/** `CANNED` key of messages. */
export function messagesKey(messages: readonly unknown[]): string {
  return JSON.stringify(messages);
}

const TEMPLATE =
  "{% for m in messages %}<|{{ m['role'] }}|>\n{{ m['content'] }}\n{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}";

/** Starts the server on a free port of the loopback interface. */
export function startFakeServer(options: FakeOptions = {}): FakeServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: options.port ?? 0 });
  const port = (listener.addr as Deno.NetAddr).port;
  const live = new Set<Deno.Conn>();
  const arrivals: Arrival[] = [];
  const counts: Record<string, number> = { ok: 0, refused: 0, connections: 0, peak: 0, aborted: 0 };
  const timers = new Map<ReturnType<typeof setTimeout>, () => void>();
  const turns = new Map<string, number>();
  let inFlight = 0;
  let posts = 0;
  let tokens = options.quota?.burst ?? options.quota?.perSecond ?? 0;
  let filledMs = performance.now();

  const sleep = (ms: number) =>
    new Promise<void>((done) => {
      const id = setTimeout(() => (timers.delete(id), done()), ms);
      timers.set(id, done);
    });

  function canned(key: string): string | undefined {
    const list = options.canned?.get(key);
    if (list === undefined || list.length === 0) return undefined;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return list[turn % list.length];
  }

  function refusedByQuota(): Fault | null {
    const quota = options.quota;
    if (quota === undefined) return null;
    const now = performance.now();
    const full = quota.burst ?? quota.perSecond ?? 0;
    tokens = Math.min(full, tokens + (now - filledMs) / 1000 * (quota.perSecond ?? 0));
    filledMs = now;
    const over = (quota.concurrent !== undefined && inFlight > quota.concurrent) ||
      (quota.perSecond !== undefined && tokens < 1);
    if (!over) {
      tokens -= 1;
      return null;
    }
    return {
      kind: "status",
      status: 429,
      headers: quota.retryAfter === undefined ? {} : { "retry-after": quota.retryAfter },
      body: { error: { message: "Rate limit reached", type: "requests", code: "rate_limit_exceeded" } },
    };
  }

  function shorten(text: string, body: Body): { text: string; finish: string } {
    let finish = "stop";
    if (options.obeys) {
      const stops = typeof body.stop === "string" ? [body.stop] : (body.stop ?? []) as string[];
      for (const stop of stops) {
        const at = text.indexOf(stop);
        if (at >= 0) text = text.slice(0, at);
      }
      const limit = body.max_tokens ?? body.max_completion_tokens ?? Infinity;
      const parts = tokenize(text);
      if (parts.length > limit) [text, finish] = [parts.slice(0, limit).join(""), "length"];
    }
    return { text, finish };
  }

  function usage(promptTokens: number, text: string): Body {
    if (options.usage === "none") return {};
    const made = options.usage === "real" ? tokenize(text).length : 0;
    return {
      usage: { prompt_tokens: promptTokens, completion_tokens: made, total_tokens: promptTokens + made },
    };
  }

  function echoChoice(index: number, list: string[]): Body {
    if (options.contextTokens !== undefined) list = list.slice(-options.contextTokens);
    const text = list.filter((token) => token !== BOS).join("");
    const generated = "\u25a1";
    if (options.echo === "ignore") {
      const logprobs = {
        tokens: [generated],
        token_logprobs: [-1],
        top_logprobs: [{ [generated]: -1 }],
        text_offset: [0],
      };
      return { index, text: generated, finish_reason: "length", logprobs };
    }
    if (options.echo === "chat") {
      const logprobs = { content: [{ token: generated, logprob: -1, top_logprobs: [] }] };
      return { index, text: generated, finish_reason: "length", logprobs };
    }
    const scores = scoreTokens(list);
    const tokenLogprobs: (number | null)[] = [null];
    const tops: (Record<string, number> | null)[] = [null];
    const offsets: number[] = [];
    let offset = 0;
    list.forEach((token, i) => {
      offsets.push(offset);
      if (token !== BOS) { for (const _ of token) offset++; }
      if (i === 0) return;
      const { logprob, greedy } = scores[i] ?? { logprob: NaN, greedy: false };
      tokenLogprobs.push(logprob);
      tops.push(greedy ? { [token]: logprob } : { [generated]: logprob / 2 });
    });
    return {
      index,
      text: text + generated,
      finish_reason: "length",
      logprobs: {
        tokens: [...list, generated],
        token_logprobs: [...tokenLogprobs, -1],
        top_logprobs: [...tops, { [generated]: -1 }],
        text_offset: [...offsets, offset],
      },
    };
  }

  function completions(body: Body): Body | Fault {
    const prompt = body.prompt as string | (string | number | number[])[];
    let lists: string[][];
    if (typeof prompt === "string") lists = [tokenize(prompt)];
    else if (typeof prompt[0] === "string") lists = (prompt as string[]).map(tokenize);
    else {
      const ids = typeof prompt[0] === "number" ? [prompt as number[]] : prompt as number[][];
      lists = ids.map((row) => row.map((id) => tokenOfId(id) ?? ""));
      if (lists.some((row) => row.includes(""))) return { kind: "cut" };
    }
    if (options.arrays === false && Array.isArray(prompt)) {
      return { kind: "status", status: 400, body: { error: { message: "prompt must be a string" } } };
    }
    if (body.echo && options.echo === "refuse") {
      return { kind: "status", status: 400, body: { error: { message: "Only no echo is supported" } } };
    }
    let said = "";
    const choices = lists.map((list, index) => {
      if (body.echo) return echoChoice(index, list);
      const text = list.filter((token) => token !== BOS).join("");
      const made = canned(text) ?? options.reply?.(body, text) ?? fallbackReply(text);
      if (typeof made !== "string") return { index, ...made };
      const short = shorten(made, body);
      said += short.text;
      return { index, text: short.text, finish_reason: short.finish, logprobs: null };
    });
    const cut = options.contextTokens ?? Infinity;
    const count = lists.reduce((sum, list) => sum + Math.min(list.length, cut), 0);
    return {
      id: "cmpl-0",
      object: "text_completion",
      created: 0,
      model: body.model,
      choices,
      ...usage(count, said),
    };
  }

  function chat(body: Body): Body {
    const messages = body.messages as Body[];
    const pythonText = "[" +
      messages.map((message) =>
        "{" + Object.entries(message).map(([k, v]) =>
          `${JSON.stringify(k)}: ${JSON.stringify(v)}`
        ).join(", ") + "}"
      ).join(", ") + "]";
    const made = canned(messagesKey(messages)) ?? options.reply?.(body, pythonText) ??
      fallbackReply(pythonText);
    const base = { id: "chat-0", object: "chat.completion", created: 0, model: body.model };
    if (typeof made !== "string") return { ...base, ...made };
    const { text, finish } = shorten(made, body);
    const whole = messages.map((message) => String(message.content ?? "")).join("\n");
    const count = Math.min(
      options.usage === "real" ? tokenize(whole).length : 0,
      options.contextTokens ?? Infinity,
    );
    const choice = { index: 0, message: { role: "assistant", content: text }, finish_reason: finish };
    return { ...base, choices: [choice], ...usage(count, text) };
  }

  function answer(method: string, path: string, body: Body): Body | Fault {
    const missing: Fault = { kind: "status", status: 404, body: { error: { message: `No route ${path}` } } };
    if (method === "GET") {
      if (path === "/v1/models") return { object: "list", data: [{ id: "fake-model", object: "model" }] };
      if (path === "/tokenizer_info" && options.tokenizer !== false) {
        const bos = options.bos === false ? null : BOS;
        return { eos_token: EOS, bos_token: bos, pad_token: null, chat_template: TEMPLATE };
      }
      return missing;
    }
    if (path === "/tokenize" && options.tokenizer !== false) return { tokens: encode(body.prompt) };
    if (path === "/v1/completions") return completions(body);
    if (path === "/v1/chat/completions") return chat(body);
    return missing;
  }

  function decide(method: string, path: string, body: Body, headers: Headers): Body | Fault {
    if (!path.startsWith("/v1/") || method !== "POST") return answer(method, path, body);
    if (options.keep !== false) arrivals.push({ path, body, headers });
    const number = posts++;
    if (options.key !== undefined && headers.get("authorization") !== `Bearer ${options.key}`) {
      const message = `Incorrect API key provided: ${headers.get("authorization")}`;
      return { kind: "status", status: 401, body: { error: { message, code: "invalid_api_key" } } };
    }
    const fault = typeof options.faults === "function"
      ? options.faults(body, number, path)
      : options.faults?.shift();
    if (fault?.kind === "edit") {
      const made = answer(method, path, body);
      return "kind" in made ? made : fault.edit(made, body) as Body ?? made;
    }
    return fault ?? refusedByQuota() ?? answer(method, path, body);
  }

  async function send(conn: Deno.Conn, made: Body | Fault): Promise<boolean> {
    const text = encoder.encode.bind(encoder);
    const fault = "kind" in made ? made as Fault : null;
    if (fault?.kind === "cut" && fault.afterBytes === undefined) return false;
    if (fault?.kind === "hang" && fault.part !== "body") {
      await conn.read(new Uint8Array(1));
      return false;
    }
    if (fault?.kind === "stream") {
      await write(
        conn,
        text("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"),
      );
      for (const piece of fault.pieces) {
        const bytes = typeof piece === "string" ? text(piece) : piece;
        await write(conn, text(bytes.length.toString(16) + "\r\n"));
        await write(conn, bytes);
        await write(conn, text("\r\n"));
        await sleep(1);
      }
      if (fault.cut) return false;
      await write(conn, text("0\r\n\r\n"));
      return true;
    }
    const status = fault?.kind === "status" ? fault.status : 200;
    counts[status === 200 ? "ok" : "refused"] = (counts[status === 200 ? "ok" : "refused"] ?? 0) + 1;
    let payload: string;
    if (fault?.kind === "raw") payload = fault.text;
    else if (fault?.kind === "status") {
      payload = typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? {});
    } else if (fault !== null) payload = JSON.stringify({ filler: "x".repeat(64) });
    else payload = JSON.stringify(made);
    const body = text(payload);
    let head = `HTTP/1.1 ${status} X\r\nserver: fake\r\ncontent-type: ` +
      `${fault?.kind === "raw" ? fault.contentType ?? "application/json" : "application/json"}\r\n` +
      `content-length: ${body.length}\r\n`;
    const quota = options.quota;
    if (quota?.headers && quota.perSecond !== undefined) {
      const full = quota.burst ?? quota.perSecond;
      head += `x-ratelimit-limit-requests: ${full}\r\n` +
        `x-ratelimit-remaining-requests: ${Math.max(0, Math.floor(tokens))}\r\n` +
        `x-ratelimit-reset-requests: ${Math.ceil((full - tokens) / quota.perSecond * 1000)}ms\r\n`;
    }
    if (fault?.kind === "status") {
      for (const [k, v] of Object.entries(fault.headers ?? {})) head += `${k}: ${v}\r\n`;
    }
    const headBytes = text(head + "\r\n");
    if (fault?.kind === "hang") {
      await write(conn, headBytes);
      await conn.read(new Uint8Array(1));
      return false;
    }
    if (fault?.kind === "cut") {
      const whole = new Uint8Array([...headBytes, ...body]);
      await write(conn, whole.subarray(0, headBytes.length + (fault.afterBytes ?? 0)));
      return false;
    }
    const whole = new Uint8Array(headBytes.length + body.length);
    whole.set(headBytes);
    whole.set(body, headBytes.length);
    await write(conn, whole);
    return true;
  }

  async function serve(conn: Deno.Conn): Promise<void> {
    let buffer: Uint8Array = new Uint8Array(0);
    const chunk = new Uint8Array(65536);
    const more = async () => {
      const n = await conn.read(chunk);
      if (n === null) return false;
      const next = new Uint8Array(buffer.length + n);
      next.set(buffer);
      next.set(chunk.subarray(0, n), buffer.length);
      buffer = next;
      return true;
    };
    while (true) {
      let end = headEnd(buffer);
      while (end < 0) {
        if (!await more()) return;
        end = headEnd(buffer);
      }
      const [first = "", ...lines] = decoder.decode(buffer.subarray(0, end)).split("\r\n");
      const headers = new Headers();
      for (const line of lines) {
        const at = line.indexOf(":");
        headers.append(line.slice(0, at), line.slice(at + 1).trim());
      }
      const length = Number(headers.get("content-length") ?? 0);
      while (buffer.length < end + 4 + length) if (!await more()) return;
      const raw = decoder.decode(buffer.subarray(end + 4, end + 4 + length));
      buffer = buffer.slice(end + 4 + length);
      const [method = "", target = ""] = first.split(" ");
      const path = target.split("?")[0] ?? "";
      counts[path] = (counts[path] ?? 0) + 1;
      counts.peak = Math.max(counts.peak ?? 0, ++inFlight);
      try {
        const made = decide(method, path, raw === "" ? {} : JSON.parse(raw), headers);
        const refused = "kind" in made && made.kind === "status";
        if (options.latencyMs && !refused) await sleep(options.latencyMs);
        if (!await send(conn, made)) return;
      } finally {
        inFlight--;
      }
    }
  }

  const accepting = (async () => {
    const serving = new Set<Promise<void>>();
    for await (const conn of listener) {
      counts.connections = (counts.connections ?? 0) + 1;
      live.add(conn);
      const job = serve(conn).catch(() => {
        counts.aborted = (counts.aborted ?? 0) + 1;
      }).finally(() => {
        if (live.delete(conn)) conn.close();
        serving.delete(job);
      });
      serving.add(job);
    }
    await Promise.all(serving);
  })();

  async function close(): Promise<void> {
    try {
      listener.close();
    } catch {
      return;
    }
    for (const [id, done] of timers) {
      clearTimeout(id);
      done();
    }
    for (const conn of live) {
      live.delete(conn);
      conn.close();
    }
    await accepting;
  }

  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    options,
    arrivals,
    counts,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function headEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return -1;
}

async function write(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await conn.write(bytes.subarray(done));
}

if (import.meta.main) {
  const flag = (name: string, fallback: number) => {
    const at = Deno.args.indexOf(`--${name}`);
    return at < 0 ? fallback : Number(Deno.args[at + 1]);
  };
  const options: FakeOptions = { port: flag("port", 0), latencyMs: flag("latency", 0), keep: false };
  const perSecond = flag("rps", 0);
  const concurrent = flag("concurrent", 0);
  if (perSecond > 0) options.quota = { perSecond };
  if (concurrent > 0) options.quota = { ...options.quota, concurrent };
  if (flag("burst", 0) > 0) options.quota = { ...options.quota, burst: flag("burst", 0) };
  const retryAfter = flag("retry-after", 0);
  if (retryAfter > 0) options.quota = { ...options.quota, retryAfter: String(retryAfter) };
  if (flag("tokenizer", 1) === 0) options.tokenizer = false;
  // deno-lint-ignore no-console
  console.log(startFakeServer(options).port);
}
