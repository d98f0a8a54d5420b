import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { containedPath } from "../../lib/core/contained_path.ts";
import { isInside } from "../../lib/core/path.ts";
import { pathPart } from "../../lib/core/path_part.ts";
import { fc } from "../support/fast_check.ts";
import { testWith } from "../support/require.ts";
import { readGoldenJson } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

Deno.test("Z01: names become safe, unlike parts of a path", () => {
  for (const plain of ["mmlu", "a.b-c_d", "0", "HumanEval", "x".repeat(100)]) {
    assertEquals(pathPart(plain), plain);
  }
  const foreign = [
    "../../x",
    "/etc/passwd",
    "..",
    ".",
    "a/b",
    "a\\b",
    "C:x",
    "CON",
    "con.txt",
    "nul",
    "LPT1",
    "a.",
    "a ",
    " a",
    "x\0y",
    "😀",
    "日本",
    "é",
    "e\u0301",
    "a:b",
    "x".repeat(300),
    ".hidden",
    "-x",
    "a--0123456789abcdef",
    "COM¹",
  ];
  const parts = foreign.map(pathPart);
  for (const [i, part] of parts.entries()) {
    assertMatch(part, /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/, foreign[i]);
    assert(!/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) && !part.endsWith("."), part);
  }
  assertEquals(new Set(parts).size, foreign.length);
  assertThrows(() => pathPart(""), TypeError);
});

Deno.test("property Z01: pathPart never maps two names to one", () => {
  const name = fc.string({ minLength: 1, unit: "binary" });
  fc.assert(fc.property(name, name, (a, b) => {
    fc.pre(a !== b);
    assertNotEquals(pathPart(a), pathPart(b));
    assertNotEquals(pathPart(a), pathPart(pathPart(a) + "x"));
  }));
});

async function withLinks(): Promise<Awaited<ReturnType<typeof tempDir>>> {
  const dir = await tempDir();
  await dir.write("root/a.jsonl", "");
  await dir.write("outside.txt", "secret");
  await Deno.mkdir(dir.join("root/sub"));
  await Deno.symlink(dir.path, dir.join("root/link"));
  await Deno.symlink(dir.join("root/sub"), dir.join("root/inner"));
  await Deno.symlink(dir.join("missing"), dir.join("root/dangling"));
  return dir;
}

testWith(["posix"], "golden: paths below a root, as the original resolves them", async () => {
  await using dir = await withLinks();
  const { cases } = await readGoldenJson("benchmax", "jsonl.json");
  const paths = cases.filter((c: { rel?: string }) => c.rel !== undefined);
  for (const { name, rel, path, error } of paths) {
    if (error === undefined) {
      const found = await containedPath(dir.join("root"), rel);
      assertEquals(found, path === "." ? dir.join("root") : dir.join("root", path), name);
    } else await assertRejects(() => containedPath(dir.join("root"), rel), DataError, "inside", name);
  }
  assertEquals(paths.length, 9);
});

testWith(["posix"], "Z03: links that lead out are refused, dangling ones too", async () => {
  await using dir = await withLinks();
  const root = dir.join("root");
  for (
    const bad of [
      "link/outside.txt",
      "link",
      "dangling",
      "dangling/x",
      "inner/../../outside.txt",
      "a\0b",
      "nope/../../outside.txt",
      "C:/x",
      "\\x",
    ]
  ) {
    const error = await assertRejects(() => containedPath(root, bad), DataError);
    assertEquals(error.code, "path_outside", bad);
  }
  await Deno.symlink(root, dir.join("alias"));
  assertEquals(
    await containedPath(dir.join("alias"), "a.jsonl"),
    dir.join("root/a.jsonl"),
    "the root itself may be a link",
  );
  assertEquals(
    await containedPath(dir.join("later"), "x/y"),
    dir.join("later/x/y"),
    "the root may come later",
  );
});

Deno.test("isInside compares whole parts", () => {
  assert(isInside("/a/b", "/a/b") && isInside("/a/b/", "/a/b/c") && isInside("/", "/x"));
  assert(!isInside("/a/b", "/a/bc") && !isInside("/a/b", "/a"));
});
