/**
 * The golden HTTP server in its two forms: ours, and the Python original.
 */
import { messagesKey, startFakeServer } from "./fake_server.ts";
import { requirePart } from "./require.ts";
import { sharedPath } from "./shared.ts";

/** A running golden server. */
export interface GoldenServer extends AsyncDisposable {
  readonly baseUrl: string;
}

/** A row of requests.jsonl. */
export interface GoldenRequest {
  i: number;
  task: string;
  type: "loglikelihood" | "loglikelihood_rolling" | "generate_until";
  // deno-lint-ignore no-explicit-any
  args: any[];
}

/** Replies per prompt, in the order of requests, as the golden server had them. */
export function cannedOf(
  requests: readonly GoldenRequest[],
  responses: readonly { resp: unknown }[],
): Map<string, string[]> {
  const canned = new Map<string, string[]>();
  requests.forEach((request, i) => {
    const reply = responses[i]?.resp;
    if (request.type !== "generate_until" || typeof reply !== "string") return;
    const context = request.args[0] as string;
    const keys = [context];
    if (context.startsWith('[{"role"')) keys.push(messagesKey(JSON.parse(context)));
    for (const key of keys) canned.set(key, [...canned.get(key) ?? [], reply]);
  });
  return canned;
}

/** Ours. */
export function tsGoldenServer(canned?: Map<string, string[]>): ReturnType<typeof startFakeServer> {
  return startFakeServer(canned === undefined ? {} : { canned });
}

/** The original, as a child process. Needs the parts python and shared. */
export async function pythonGoldenServer(): Promise<GoldenServer> {
  const child = new Deno.Command(requirePart("python"), {
    args: [sharedPath("tools", "lmeval_fake_server.py"), "0"],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  return {
    baseUrl: `http://127.0.0.1:${Number(text)}/v1`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
    },
  };
}
