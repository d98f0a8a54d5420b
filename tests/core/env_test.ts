import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { loadDotEnv, parseDotEnv, readEnv } from "../../lib/core/env.ts";
import { UsageError } from "../../lib/core/errors.ts";

Deno.test("readEnv() gives undefined for unset and for empty variables", () => {
  Deno.env.set("BENCHBOOK_TEST_EMPTY", "");
  assertEquals(readEnv("BENCHBOOK_TEST_EMPTY"), undefined);
  Deno.env.set("BENCHBOOK_TEST_EMPTY", "x");
  assertEquals(readEnv("BENCHBOOK_TEST_EMPTY"), "x");
  Deno.env.delete("BENCHBOOK_TEST_EMPTY");
  assertEquals(readEnv("BENCHBOOK_TEST_EMPTY"), undefined);
});

Deno.test({
  name: "readEnv() gives undefined instead of asking when it may not read",
  permissions: { env: false },
  fn() {
    assertEquals(readEnv("HOME"), undefined);
  },
});

Deno.test("parseDotEnv() reads quotes, comments, BOM and CRLF", () => {
  const text =
    '\uFEFF# c\r\nA = plain value  # note\r\nB="a\\nb#\\"c\\""\nC=\'raw\\n\' # x\nD=\nE=a#b\nexport F=1\nA=second';
  assertEquals(parseDotEnv(text), { A: "plain value", B: 'a\nb#"c"', C: "raw\\n", D: "", E: "a#b", F: "1" });
});

Deno.test("parseDotEnv() names file and line, never the value", () => {
  for (const bad of ["A=1\nsk-secret-value", '\n"KEY"=sk-secret', "A='sk-secret", 'A="sk-secret" tail']) {
    const error = assertThrows(() => parseDotEnv(bad, "x/.env"), UsageError);
    assertEquals(/"x\/\.env" line \d+/.test(error.message), true, error.message);
    assertEquals(error.message.includes("sk-secret"), false);
  }
});

Deno.test("loadDotEnv() lets exported variables win, empty ones too", async () => {
  const path = await Deno.makeTempFile();
  Deno.env.set("BENCHBOOK_TEST_A", "exported");
  Deno.env.set("BENCHBOOK_TEST_B", "");
  try {
    await Deno.writeTextFile(path, "BENCHBOOK_TEST_A=file\nBENCHBOOK_TEST_B=file\nBENCHBOOK_TEST_C=file\n");
    assertEquals(await loadDotEnv(path), ["BENCHBOOK_TEST_C"]);
    assertEquals(Deno.env.get("BENCHBOOK_TEST_A"), "exported");
    assertEquals(Deno.env.get("BENCHBOOK_TEST_B"), "");
    assertEquals(Deno.env.get("BENCHBOOK_TEST_C"), "file");
  } finally {
    for (const name of ["A", "B", "C"]) Deno.env.delete(`BENCHBOOK_TEST_${name}`);
    await Deno.remove(path);
  }
});

Deno.test("loadDotEnv() takes a missing file as empty and refuses a folder", async () => {
  assertEquals(await loadDotEnv("no/such/.env"), []);
  await assertRejects(() => loadDotEnv("."), UsageError);
});
