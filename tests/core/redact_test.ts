import { assert, assertEquals } from "@std/assert";
import {
  redactSecrets,
  replaceSecrets,
  safeUrl,
  secretForms,
  secretsOfHeaders,
  visibleText,
} from "../../lib/core/redact.ts";
import { fc } from "../support/fast_check.ts";

Deno.test("Z04: secrets go in every form, known shapes of keys go unasked", () => {
  const secret = "s3cret/with+odd=chars";
  for (const form of [secret, btoa(secret), encodeURIComponent(secret)]) {
    assertEquals(replaceSecrets(`a ${form} b`, [secret]).includes(form.replace(/=+$/, "")), false);
  }
  assertEquals(redactSecrets("bad key sk-abcdefghijklmnop1234"), "bad key ***");
  assertEquals(redactSecrets("Authorization: Bearer abcdefgh.ij"), "Authorization: ***");
  assertEquals(redactSecrets("ask the desk about the task-force"), "ask the desk about the task-force");
});

Deno.test("Z04: property: no secret of eight characters or more survives", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.string(), fc.string(), (secret, a, b) => {
      fc.pre(!"***".includes(secret) && !secret.includes("*"));
      assert(!replaceSecrets(a + secret + b, [secret]).includes(secret));
    }),
  );
});

Deno.test("placeholders are too short to be secrets", () => {
  assertEquals(secretsOfHeaders({ authorization: "Bearer EMPTY", "x-api-key": "none" }), []);
  assertEquals(replaceSecrets("EMPTY", ["EMPTY"]), "EMPTY");
  assertEquals(secretForms(["short"]), []);
  assertEquals(secretsOfHeaders({ "X-Api-Key": "12345678", cookie: "session=abc", accept: "12345678901" }), [
    "12345678",
    "session=abc",
  ]);
});

Deno.test("Z04: URLs lose users and key-like query values", () => {
  assertEquals(
    safeUrl("https://u:p@h:1/v1?x=1&access_token=abc&sig=q"),
    "https://h:1/v1?x=1&access_token=***&sig=***",
  );
  assertEquals(safeUrl("not a url //me:pw@host/x"), "not a url //host/x");
  assertEquals(safeUrl("http://h"), "http://h/");
});

Deno.test("Z09: control codes become visible, line feed and tab stay", () => {
  assertEquals(
    visibleText("a\u001b[2Kb\tc\nd\r\u0007\u009b\u202e"),
    "a\\u001b[2Kb\tc\nd\\u000d\\u0007\\u009b\\u202e",
  );
  assertEquals(visibleText("naïve 中文 😀"), "naïve 中文 😀");
});
