import { assert, assertEquals, assertThrows } from "@std/assert";
import { canonicalJson } from "../../lib/core/canonical.ts";
import { pythonFloat } from "../../lib/core/python_number.ts";
import { pythonJson } from "../../lib/core/python_json.ts";
import { sortCodePoints } from "../../lib/core/sort_code_points.ts";
import { sha256 } from "../../lib/core/hash.ts";
import { fc } from "../support/fast_check.ts";
import { testWith } from "../support/require.ts";
import { readGoldenJson, readSharedJson } from "../support/shared.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

/** Values JSON has not, as the golden marks them. */
function revive(value: Any): unknown {
  if (value?.$float !== undefined) return Number(value.$float.replace("inf", "Infinity"));
  if (value?.$hex !== undefined) return Uint8Array.fromHex(value.$hex);
  if (value?.$repr === "set") return new Set([1]);
  if (value?.$repr === "dict with int key") return new Map([[1, 2]]);
  return value;
}

function checkIdentity(cases: readonly Any[]): number {
  for (const { name, value, id, error } of cases) {
    const make = (): string => canonicalJson({ v: 1, value: revive(value) });
    if (error === undefined) assertEquals(sha256(make()), id, name);
    else assertThrows(make, Error, "canonical JSON", name);
  }
  return cases.length;
}

Deno.test("golden: identities of the original (compact)", async () => {
  const { cases } = await readGoldenJson("benchmax", "identity.json");
  assertEquals(checkIdentity(cases), 57);
});

testWith(["shared"], "golden: identities of the original, canonical text and hash", async () => {
  const { cases } = await readSharedJson("golden", "benchmax", "identity.json");
  for (const { name, input, expected } of cases) {
    if (expected.canonical === undefined) continue;
    assertEquals(canonicalJson({ v: 1, value: revive(input.value) }), expected.canonical, name);
  }
  const flat = cases.map((c: Any) => ({
    name: c.name,
    value: c.input.value,
    id: c.expected.id,
    error: c.expected.error,
  }));
  assertEquals(checkIdentity(flat), cases.length);
  assertEquals(cases.length, 57);
});

Deno.test("canonical: undefined, functions, dates, class instances and sparse values are refused", () => {
  for (
    const value of [
      undefined,
      () => 1,
      new Date(),
      Symbol("x"),
      1n,
      [undefined],
      { a: undefined },
      new URL("a:b"),
    ]
  ) {
    assertThrows(() => canonicalJson(value), TypeError);
  }
});

Deno.test("canonical: wide mode takes any row of JSON", () => {
  assertEquals(canonicalJson([1e16, 1e300, "\ud800"], { wide: true }), '[1e+16,1e+300,"\\ud800"]');
  assertThrows(() => canonicalJson(NaN, { wide: true }), RangeError);
});

Deno.test("property: canonical text reads back and ignores the order of keys", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = canonicalJson(value, { wide: true });
    assertEquals(canonicalJson(JSON.parse(text), { wide: true }), text);
    const mixed = JSON.parse(
      JSON.stringify(value),
      (_, v) =>
        v !== null && typeof v === "object" && !Array.isArray(v)
          ? Object.fromEntries(Object.entries(v).reverse())
          : v,
    );
    assertEquals(canonicalJson(mixed, { wide: true }), text);
  }));
});

Deno.test("property: code point order is the order of the UTF-8 bytes", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "\uffff", "\ue000", "\u{1F600}", "\u{10FFFF}", "\ud7ff"),
  });
  const hex = (s: string): string => new TextEncoder().encode(s).toHex();
  fc.assert(fc.property(fc.array(text), (texts) => {
    const wanted = texts.map((t) => [hex(t), t] as const).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map((
      [, t],
    ) => t);
    assertEquals(sortCodePoints(texts), wanted);
  }));
});

testWith(["shared"], "golden: json.dumps(indent=2) of docs, byte for byte", async () => {
  const { docs } = await readSharedJson("golden", "lmeval", "_units", "hashing.json");
  for (const { doc, dumped, doc_hash: hash } of docs) {
    const found = pythonJson(doc, { indent: 2, ensureAscii: false, isFloat: (path) => path === "g" });
    assertEquals(found, dumped);
    assertEquals(sha256(found), hash);
  }
  assertEquals(docs.length, 4);
});

Deno.test("pythonJson: one line, escapes, empty containers, key order", () => {
  assertEquals(
    pythonJson({ b: [], a: {}, "é\x7f\u2028😀": '\n"' }),
    '{"b": [], "a": {}, "\\u00e9\\u007f\\u2028\\ud83d\\ude00": "\\n\\""}',
  );
  assertEquals(pythonJson([1, [2]], { indent: 1 }), "[\n 1,\n [\n  2\n ]\n]");
  assertEquals(
    pythonJson({ x: [1, { y: 2 }] }, { isFloat: (p) => p === "x[]" || p === "x[].y" }),
    '{"x": [1.0, {"y": 2.0}]}',
  );
  assertThrows(() => pythonJson({ a: undefined }), TypeError);
  assertThrows(() => pythonJson([Infinity]), RangeError);
});

testWith(["python"], "property: pythonJson and pythonFloat equal CPython's", async () => {
  const values = fc.sample(fc.jsonValue(), { numRuns: 150, seed: 4 });
  const floats = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 300, seed: 5 });
  floats.push(1e15, 1e16, 123456789012345680, 1e-4, 1e-5, 5e-324, -0, 0.1 + 0.2, 2 ** 53);
  // Whole numbers print as floats only beyond 2^53 here, so they are sent as Python would have to see them.
  const literal = (v: unknown): string => JSON.stringify(v);
  const code = [
    "import json, sys",
    "rows = json.load(sys.stdin)",
    "conv = lambda v: float(v) if isinstance(v, int) and not isinstance(v, bool) and abs(v) > 2**53 - 1 else [conv(x) for x in v] if isinstance(v, list) else {k: conv(x) for k, x in v.items()} if isinstance(v, dict) else v",
    "print(json.dumps([[json.dumps(conv(v)), json.dumps(conv(v), indent=2, ensure_ascii=False)] for v in rows['values']]))",
    "print(json.dumps([repr(float(f)) for f in rows['floats']]))",
  ].join("\n");
  const child = new Deno.Command("python3", { args: ["-c", code], stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const shown = floats.map((f) => (Object.is(f, -0) ? "-0.0" : f.toExponential()));
  await writer.write(new TextEncoder().encode(`{"values":${literal(values)},"floats":[${shown.join(",")}]}`));
  await writer.close();
  const { stdout, success } = await child.output();
  assert(success);
  const [dumps = "", reprs = ""] = new TextDecoder().decode(stdout).trim().split("\n");
  const plain = JSON.parse(JSON.stringify(values)); // -0 is 0 on the way
  assertEquals(
    plain.map((v: unknown) => [pythonJson(v), pythonJson(v, { indent: 2, ensureAscii: false })]),
    JSON.parse(dumps),
  );
  assertEquals(floats.map(pythonFloat), JSON.parse(reprs));
});
