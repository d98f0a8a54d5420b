import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/core/errors.ts";
import { childArgs, lacksPermission } from "../../lib/cli/run_needs.ts";
import { hostOfUrl, hostsOf } from "../../lib/cli/hosts.ts";
import { refusedHost } from "../../lib/cli/refused_host.ts";

Deno.test("hostsOf() names each host once, with its port", () => {
  const hosts = hostsOf({
    urls: ["https://api.example.org/v1", "http://localhost:8000", "https://api.example.org/other"],
    hub: false,
    allowed: ["mirror.example.org", "*.cdn.example.org:8443", "https://x.example.org/y", "[::1]:9"],
  });
  assertEquals(hosts, [
    "api.example.org:443",
    "localhost:8000",
    "mirror.example.org",
    "*.cdn.example.org:8443",
    "x.example.org:443",
    "[::1]:9",
  ]);
  assertEquals(hostsOf({ urls: [], hub: false }), []);
});

Deno.test("hostsOf() adds the hub only for the hub, and HF_ENDPOINT", () => {
  const hosts = hostsOf({ urls: [], hub: true, hubEndpoint: "http://127.0.0.1:5555" });
  assert(hosts.includes("*.huggingface.co:443") && hosts.includes("*.hf.co:443"));
  assertEquals(hosts.at(-1), "127.0.0.1:5555");
});

Deno.test("hostsOf() refuses what could widen a permission", () => {
  for (const host of ["*", "a,b", "a b", "h --allow-run", "", "http://", "*.", "h:port"]) {
    assertThrows(() => hostsOf({ urls: [], hub: false, allowed: [host] }), UsageError);
  }
  for (const url of ["ftp://h", "h:8000/v1", "", "file:///etc/passwd"]) {
    assertThrows(() => hostOfUrl(url), UsageError);
  }
});

Deno.test("Z04: a URL with a password is not quoted in the error", () => {
  const error = assertThrows(() => hostOfUrl("htp://me:sk-planted@h/v1"), UsageError);
  assertEquals(error.message.includes("sk-planted"), false);
});

Deno.test("childArgs() grants what is needed and nothing more", () => {
  const args = childArgs({ hosts: ["h:1", "*.x:2"], run: false, native: false }, "s.ts", ["--model", "a b"]);
  assertEquals(args.filter((arg) => arg.startsWith("--allow")), [
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-net=h:1,*.x:2",
  ]);
  assert(args.includes("--no-prompt") && !args.includes("-A"));
  assertEquals(args.slice(-3), ["s.ts", "--model", "a b"]);
  const none = childArgs({ hosts: [], run: false, native: true }, "s.ts", []);
  assertEquals([none.includes("--allow-ffi"), none.some((arg) => arg.startsWith("--allow-net"))], [
    true,
    false,
  ]);
});

Deno.test({
  name: "lacksPermission() compares with what this process has",
  permissions: { net: ["h:1", "*.example.org:443"] },
  fn() {
    const lacks = (...hosts: string[]) => lacksPermission({ hosts, run: false, native: false });
    assertEquals([lacks(), lacks("h:1"), lacks("h:1", "h:2"), lacks("*.example.org:443")], [
      false,
      false,
      true,
      false,
    ]);
    assertEquals(lacksPermission({ hosts: [], run: true, native: false }), true);
  },
});

Deno.test({
  name: "refusedHost() finds the host in a refusal of fetch",
  permissions: { net: false },
  async fn() {
    const error = await fetch("http://refused.example.org:81/x").catch((error) => error);
    assertEquals(refusedHost(new Error("outer", { cause: error })), "refused.example.org:81");
    assertEquals(refusedHost(new Error("else")), null);
  },
});

Deno.test("U07: every task runs with its named set, none with all, and the README says what a notebook has", async () => {
  const read = (name: string): Promise<string> =>
    Deno.readTextFile(new URL(`../../${name}`, import.meta.url));
  const config = JSON.parse(await read("deno.json"));
  const commands = Object.entries<string | { command?: string }>(config.tasks)
    .map(([name, task]) => [name, typeof task === "string" ? task : task.command ?? ""] as const);
  for (const [name, command] of commands) {
    assertEquals(
      /(?:^|\s)(?:-A|--allow-all|--allow-\w+)(?=\s|=|$)/.test(command),
      false,
      `${name}: ${command}`,
    );
    for (const run of command.match(/deno (?:run|test)[^&|;)]*/g) ?? []) {
      const set = /-P=(\w+)/.exec(run)?.[1] ?? "";
      assertEquals(typeof config.permissions[set], "object", `${name}: ${run}`);
    }
  }
  assertEquals(config.permissions.bench.net, undefined);
  assertMatch(await read("README.md"), /notebook has all of Deno's permissions/);
});
