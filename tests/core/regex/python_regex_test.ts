import { assert, assertEquals, assertThrows } from "@std/assert";
import { applyFilters } from "../../../lib/filter/apply_filters.ts";
import { pythonRegExp, RegexBudgetError } from "../../../lib/core/regex/python_regex.ts";
import { parseRegex } from "../../../lib/core/regex/regex_ast.ts";
import { nativeRegex } from "../../../lib/core/regex/regex_js.ts";
import { BudgetMatcher } from "../../../lib/core/regex/regex_match.ts";
import { fc } from "../../support/fast_check.ts";
import { testWith } from "../../support/require.ts";

const findall = (pattern: string, text: string) => pythonRegExp(pattern).findall(text);

Deno.test("pythonRegExp: what differs from JavaScript", () => {
  assertEquals(findall("(?s)a.b", "a\nb"), ["a\nb"]);
  assertEquals(findall("a.b", "a\rb"), ["a\rb"]);
  assertEquals(findall("a$", "a\n"), ["a"]);
  assertEquals(findall("a\\Z", "a\n"), []);
  assertEquals(findall("(?P<x>a)(?P=x)", "aa"), ["a"]);
  assertEquals(findall("\\d", "\u0663x"), ["\u0663"]);
  assertEquals(findall("\\s", "\ufeff\x1c\u00a0"), ["\x1c", "\u00a0"]);
  assertEquals(findall("\\bé\\b", "é e"), ["é"]);
  assertEquals(findall(".", "\u{1f600}"), ["\u{1f600}"]);
  assertEquals(findall("x{,2}y", "xxxy"), ["xxy"]);
  assertEquals(findall("x{a}", "x{a}"), ["x{a}"]);
  assertEquals(findall("(?i)straSSe", "STRAsse"), ["STRAsse"]);
  assertEquals(findall("(?:(a)|b)*", "ab"), ["a", ""]);
  assertEquals(findall("(a)?\\1b", "b ab aab"), ["a"]);
  assertEquals(findall("a*+a", "aaa"), []);
  assertEquals(findall("(?>a|ab)c", "abc"), []);
  assertEquals(findall("(?x) a  b # c", "ab"), ["ab"]);
  assertEquals(findall("|b", "b"), ["", "b", ""]);
  assertEquals(findall("x*", "axb"), ["", "x", "", ""]);
  assertEquals(pythonRegExp("x*").replace("abxd", "-"), "-a-b--d-");
  assertEquals(findall("[]a]+", "]a"), ["]a"]);
  assertEquals(findall("(?<!\\d)\\d{2}(?!\\d)", "123 45"), ["45"]);
});

Deno.test("pythonRegExp: what Python refuses is refused", () => {
  for (
    const bad of [
      "(",
      ")",
      "a**",
      "*a",
      "[a",
      "(?P<1>a)",
      "\\q",
      "(?<=a*)b",
      "a{3,2}",
      "\\2(a)",
      "(?P=x)",
      "[z-a]",
    ]
  ) {
    assertThrows(() => pythonRegExp(bad), SyntaxError, undefined, bad);
  }
});

Deno.test("Z07: a pattern that would hang ends, the same way everywhere", () => {
  assertThrows(() => pythonRegExp("^(a|aa)+$").findall("a".repeat(60) + "b"), RegexBudgetError);
  const hang = "(?i)(?:.*answer.*)*:\\s*([A-D])";
  const text = "Answer ".repeat(30_000);
  const pipeline = {
    name: "x",
    steps: [{ function: "regex", args: { regex_pattern: hang } }, { function: "take_first" }],
  };
  assertEquals(applyFilters(pipeline, [text], {}), { responses: ["[invalid]"], reason: "regex_budget" });
  assertEquals(applyFilters(pipeline, ["Answer: B"], {}), { responses: ["B"], reason: null });
  assertEquals(pythonRegExp("(x+x+)+y").findall("xxxy"), ["xxx"]);
});

Deno.test("applyFilters: reasons, votes, casts", () => {
  const maj = {
    name: "maj",
    steps: [{ function: "regex", args: { regex_pattern: "(\\d+)" } }, { function: "majority_vote" }, {
      function: "take_first",
    }],
  };
  assertEquals(applyFilters(maj, ["3", "none", "3"], {}), { responses: ["3"], reason: null });
  assertEquals(applyFilters(maj, ["no", "none"], {}), { responses: ["[invalid]"], reason: "no_match" });
  const map = {
    name: "map",
    steps: [{ function: "map", args: { mapping_dict: { A: 0, B: 1 } } }, { function: "take_first" }],
  };
  assertEquals(applyFilters(map, ["B"], {}), { responses: ["1"], reason: null });
  assertEquals(applyFilters(map, ["Z"], {}), { responses: [null], reason: "no_match" });
  assertEquals(applyFilters({ name: "none", steps: [] }, [null], {}).reason, "no_answer");
  assertThrows(
    () => applyFilters({ name: "x", steps: [{ function: "regexp" }] }, ["a"], {}),
    Error,
    "regexp",
  );
});

/** Patterns of a small grammar both engines can run. */
const leaf = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\w", "\\s", "^", "$", "\\b");
const pattern: ReturnType<typeof fc.string> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(tie("node"), tie("node")).map(([x, y]) => `${x}${y}`),
    fc.tuple(tie("node"), tie("node")).map(([x, y]) => `(?:${x}|${y})`),
    fc.tuple(fc.constantFrom("a", "[ab]", "."), fc.constantFrom("*", "+", "?", "*?", "+?", "{1,2}")).map((
      p,
    ) => p.join("")),
    tie("node").map((x) => `(${x})`),
    tie("node").map((x) => `(?=${x})`),
  ),
})).node as ReturnType<typeof fc.string>;

const subject = fc.array(fc.constantFrom("a", "b", " ", "\n", "c"), { maxLength: 8 }).map((list) =>
  list.join("")
);

Deno.test("property: the counting matcher and the native engine agree", () => {
  let compared = 0;
  fc.assert(
    fc.property(pattern, subject, (source, text) => {
      const parsed = parseRegex(source);
      const native = nativeRegex(parsed.root);
      const found = native === null ? [] : Array.from(text.matchAll(native), (match) => [...match]);
      if (native === null || found.some((match) => match[0] === "")) return;
      compared++;
      const codes = Uint32Array.from([...text].map((one) => one.codePointAt(0) as number));
      const own = new BudgetMatcher(parsed).run(codes, 1_000_000).map((spans) =>
        Array.from({ length: spans.length / 2 }, (_, i) => {
          const end = spans[2 * i + 1] as number;
          return end < 0 ? undefined : text.slice(spans[2 * i], end);
        })
      );
      assertEquals(own, found, source);
    }),
    { numRuns: 500 },
  );
  assert(compared > 100);
});

testWith(["python"], "property: findall equals Python's re", async () => {
  const cases = fc.sample(fc.tuple(pattern, subject), { numRuns: 400, seed: 7 })
    .map(([source, text]) => ({ source, text }));
  const script = "import sys,json,re\n" +
    "print(json.dumps([re.findall(c['source'],c['text']) for c in json.load(sys.stdin)]))";
  const child = new Deno.Command("python3", { args: ["-c", script], stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(cases)));
  await writer.close();
  const { stdout } = await child.output();
  const wanted = JSON.parse(new TextDecoder().decode(stdout));
  assertEquals(wanted.length, 400);
  cases.forEach(({ source, text }, i) =>
    assertEquals(findall(source, text), wanted[i], JSON.stringify({ source, text }))
  );
});
