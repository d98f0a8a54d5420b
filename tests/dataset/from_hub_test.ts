import { assert, assertEquals, assertRejects } from "@std/assert";
import { DataError } from "../../lib/core/errors.ts";
import { fromHub, type FromHubOptions } from "../../lib/dataset/from_hub.ts";
import type { HubSplit } from "../../lib/dataset/from_hub.ts";
import { openHub } from "../../lib/dataset/open_hub.ts";
import { toArray } from "../../lib/dataset/to_array.ts";
import { type FakeHub, fakeHub, type FakeRepo } from "../support/fake_hub.ts";
import { repoPath } from "../support/shared.ts";
import { tempDir } from "../support/temp.ts";

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const TEST_ROWS = Array.from(
  { length: 3 },
  (_, i) => ({ id: `t${i}`, question: `What is ${i} + ${i}?`, answer: 2 * i }),
);
const SET: FakeRepo = {
  branches: {
    main: {
      files: {
        "README.md": "about",
        "data/test.jsonl": lines(TEST_ROWS),
        "data/train.jsonl": lines([{ id: "a", question: "?", answer: 1 }]),
        "data/dev.csv": 'id,question,answer\nd0,"what, then?",3\n',
      },
    },
  },
};

/** Options that meet only the fake and never sleep. */
function against(
  hub: FakeHub,
  cacheDir: string,
  more: Partial<FromHubOptions> = {},
): FromHubOptions & { waits: number[] } {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { endpoint: hub.url, cacheDir, offline: false, token: "", wait, waits, ...more };
}

const ids = async (data: HubSplit, options: FromHubOptions): Promise<string[]> =>
  (await toArray(await fromHub(data, options))).map((doc) => doc.id);

Deno.test("fromHub: a split of JSON lines, listed over pages, fetched through a redirect", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const dataset = await fromHub({ repo: "org/set", split: "test" }, against(hub, dir.path));
  assertEquals((await toArray(dataset)).map((doc) => doc.fields), TEST_ROWS);
  assertEquals(dataset.info.revision, hub.commit("org/set", "main"));
  assertEquals(dataset.info.name, "org/set/test");
  const tree = hub.asked.filter((r) => r.path.includes("/tree/"));
  assertEquals(tree.length, 2, "four files over pages of two");
  assert(hub.asked.some((r) => r.at === "cdn"), "the large file comes from the other host");
  assertEquals((await toArray(dataset)).length, 3, "it can be read again");
});

Deno.test("fromHub: the validation split finds dev.csv, typed by the wanted columns", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const columns = { question: "string", answer: "integer" };
  const [doc] = await toArray(
    await fromHub({ repo: "org/set", split: "validation" }, against(hub, dir.path, { columns })),
  );
  assertEquals(doc?.fields, { id: "d0", question: "what, then?", answer: 3 });
});

Deno.test("fromHub: Parquet by the card's globs, several files in order of path", async () => {
  await using dir = await tempDir();
  const parquet = await Deno.readFile(repoPath("tests/dataset/fixtures/zstd.parquet"));
  const configs = [
    { config_name: "law", data_files: [{ split: "test", path: "parts/law-*.jsonl" }] },
    { config_name: "sums", data_files: [{ split: "test", path: ["sums/t-?.parquet"] }] },
  ];
  const files = {
    "sums/t-0.parquet": parquet,
    "sums/t-10.parquet": "not asked for",
    "parts/law-1.jsonl": lines([{ id: "second" }]),
    "parts/law-0.jsonl": lines([{ id: "first" }]),
  };
  await using hub = fakeHub({ "org/set": { branches: { main: { files, configs } } } });
  const options = against(hub, dir.path);
  assertEquals((await ids({ repo: "org/set", config: "sums", split: "test" }, options)).length, 7);
  assertEquals(await ids({ repo: "org/set", config: "law", split: "test" }, options), ["first", "second"]);
});

Deno.test("fromHub: a second run reads the cache; a pinned commit needs no network at all", async () => {
  await using dir = await tempDir();
  let asked: number;
  let sha: string;
  {
    await using hub = fakeHub({ "org/set": SET });
    const options = against(hub, dir.path);
    await ids({ repo: "org/set", split: "test" }, options);
    asked = hub.asked.length;
    sha = hub.commit("org/set", "main");
    await ids({ repo: "org/set", split: "test" }, options);
    assertEquals(hub.asked.length, asked + 1, "only the branch is asked for again");
    await ids({ repo: "org/set", split: "test", revision: sha }, options);
    assertEquals(hub.asked.length, asked + 1);
  }
  const events: string[] = [];
  const gone = {
    endpoint: "http://127.0.0.1:9",
    cacheDir: dir.path,
    offline: false,
    wait: () => Promise.resolve(),
  };
  const context = { emit: (event: { kind: string }): void => void events.push(event.kind) };
  const dataset = await fromHub({ repo: "org/set", split: "test" }, { ...gone, context });
  assertEquals([dataset.info.revision, dataset.info.offline], [sha, true]);
  assert(events.includes("data.offline"));
  assertEquals((await toArray(dataset)).length, 3);
  const error = await assertRejects(() => fromHub({ repo: "org/other", split: "test" }, gone), DataError);
  assertEquals(error.code, "hub_unreachable");
  const offline = { ...gone, offline: true };
  assertEquals((await ids({ repo: "org/set", split: "test" }, offline)).length, 3);
  const missing = await assertRejects(() => fromHub({ repo: "org/set", split: "train" }, offline), DataError);
  assertEquals(missing.code, "hub_offline");
});

Deno.test("fromHub: a moved revision is noticed, the old commit stays readable", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const options = against(hub, dir.path);
  await ids({ repo: "org/set", split: "test" }, options);
  const before = hub.commit("org/set", "main");
  hub.repos = { "org/set": { branches: { main: { files: { "data/test.jsonl": lines([{ id: "new" }]) } } } } };
  const moved: unknown[] = [];
  const emit = (event: { kind: string }): void => {
    if (event.kind === "data.revision_moved") moved.push(event);
  };
  const dataset = await fromHub({ repo: "org/set", split: "test" }, { ...options, context: { emit } });
  assertEquals(dataset.info.movedFrom, before);
  assertEquals(moved.length, 1);
  assertEquals((await toArray(dataset)).map((doc) => doc.id), ["new"]);
  assertEquals((await ids({ repo: "org/set", split: "test", revision: before }, options)).length, 3);
});

Deno.test("fromHub: forceDownload fetches again what is cached", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const options = against(hub, dir.path);
  await ids({ repo: "org/set", split: "test" }, options);
  const blobs = () => hub.asked.filter((r) => r.at === "cdn" && r.range === null).length;
  const before = blobs();
  await ids({ repo: "org/set", split: "test" }, { ...options, forceDownload: true });
  assertEquals(blobs(), before + 1);
});

Deno.test("D09: a data set with only a script names repo, findings, local path and columns; nothing is run", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({
    "org/pub": { branches: { main: { files: { "pub.py": "import os", "x.zip": "PK" } } } },
  });
  const error = await assertRejects(
    () =>
      fromHub(
        { repo: "org/pub", config: "fold0", split: "test" },
        against(hub, dir.path, {
          task: "pubmedqa",
          columns: { QUESTION: "string" },
        }),
      ),
    DataError,
  );
  assertEquals(error.code, "hub_no_data");
  for (const part of ["org/pub", "pub.py", "fold0"]) assert(error.message.includes(part), error.message);
  assert(error.hint?.includes("data/benchmarks/pubmedqa/test.jsonl"), error.hint);
  assert(error.hint?.includes("QUESTION (string)"), error.hint);
  assertEquals(hub.asked.filter((r) => r.path.includes("/resolve/")), [], "the script is not even fetched");
});

Deno.test("D09: the branch of converted files is used instead, a partial one is refused", async () => {
  await using dir = await tempDir();
  const parquet = await Deno.readFile(repoPath("tests/dataset/fixtures/snappy.parquet"));
  const converted = {
    files: { "fold0/test/0000.parquet": parquet, "fold0/partial-train/0000.parquet": parquet },
  };
  const repo = {
    branches: { main: { files: { "pub.py": "import os" } }, "refs/convert/parquet": converted },
  };
  await using hub = fakeHub({ "org/pub": repo });
  const options = against(hub, dir.path);
  const dataset = await fromHub({ repo: "org/pub", config: "fold0", split: "test" }, options);
  assertEquals((await toArray(dataset)).length, 7);
  assertEquals(dataset.info.revision, hub.commit("org/pub", "refs/convert/parquet"));
  const error = await assertRejects(
    () => fromHub({ repo: "org/pub", config: "fold0", split: "train" }, options),
    DataError,
  );
  assertEquals(error.code, "hub_partial");
});

Deno.test("fromHub: gated, missing and forbidden are told apart, and not asked again", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/gated": { ...SET, gated: true }, "org/set": SET });
  const code = async (data: HubSplit, token?: string): Promise<string> => {
    const options = against(hub, dir.path, token === undefined ? {} : { token });
    const { token: _, ...anonymous } = options;
    const error = await assertRejects(
      () => fromHub(data, token === undefined ? anonymous : options),
      DataError,
    );
    assertEquals(options.waits, [], "no second attempt");
    return error.code;
  };
  assertEquals(await code({ repo: "org/gated", split: "test" }, "bad"), "hub_gated");
  assertEquals(await code({ repo: "org/none", split: "test" }, "good"), "hub_not_found");
  assertEquals(await code({ repo: "org/none", split: "test" }), "hub_not_found");
  assertEquals(await code({ repo: "org/set", split: "test", revision: "nope" }, "good"), "hub_not_found");
  const good = against(hub, dir.path, { token: "good" });
  assertEquals((await ids({ repo: "org/gated", split: "test" }, good)).length, 3);
  assert(
    hub.asked.filter((r) => r.at === "cdn").every((r) => r.authorization === null),
    "no token to another host",
  );
});

Deno.test("fromHub: 429 waits as long as the server says, up to a minute", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  let left = 1;
  hub.fault = () => left-- > 0 ? { status: 429, headers: { "retry-after": "7" } } : undefined;
  const options = against(hub, dir.path);
  await ids({ repo: "org/set", split: "test" }, options);
  assertEquals(options.waits, [7000]);
  hub.fault = () => ({ status: 429, headers: { "retry-after": "3600" } });
  const later = against(hub, dir.path);
  const error = await assertRejects(
    () => fromHub({ repo: "org/set", split: "test" }, later),
    DataError,
    "3600 s",
  );
  assertEquals([error.code, later.waits.length], ["hub_rate_limited", 0]);
});

Deno.test("fromHub: a server in trouble is asked four times", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  hub.fault = () => ({ status: 503 });
  const options = against(hub, dir.path);
  const error = await assertRejects(() => fromHub({ repo: "org/set", split: "test" }, options), DataError);
  assertEquals([error.code, options.waits.length, hub.asked.length], ["hub_unavailable", 3, 4]);
});

for (
  const [fault, code] of [["cut", "hub_unreachable"], ["short", "wrong_size"], [
    "changed",
    "wrong_content",
  ]] as const
) {
  Deno.test(`fromHub: a file that comes ${fault} is fetched again; if it stays so, ${code} and nothing in the cache`, async () => {
    await using dir = await tempDir();
    await using hub = fakeHub({ "org/set": SET });
    let left = 1;
    const isFile = (r: { at: string; range: string | null }): boolean => r.at === "cdn" && r.range === null;
    hub.fault = (r) => isFile(r) && left-- > 0 ? fault : undefined;
    assertEquals((await ids({ repo: "org/set", split: "test" }, against(hub, dir.join("once")))).length, 3);
    hub.fault = (r) => isFile(r) ? fault : undefined;
    const cache = dir.join("always");
    const error = await assertRejects(
      () => fromHub({ repo: "org/set", split: "test" }, against(hub, cache)),
      DataError,
    );
    assertEquals(error.code, code);
    const [set] = await Array.fromAsync(Deno.readDir(cache));
    assertEquals(
      await Array.fromAsync(Deno.readDir(`${cache}/${set?.name}/blobs`)),
      [],
      "no part of a file stays",
    );
  });
}

Deno.test("fromHub: a small file is checked by git's hash", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": { branches: { main: { files: { "train.json": '[{"a":1}]' } } } } });
  assertEquals((await ids({ repo: "org/set", split: "train" }, against(hub, dir.path))).length, 1);
  hub.fault = (r) => r.path.endsWith(".json") && r.range === null ? "changed" : undefined;
  const error = await assertRejects(
    () => fromHub({ repo: "org/set", split: "train" }, against(hub, dir.join("other"))),
    DataError,
  );
  assertEquals(error.code, "wrong_content");
});

Deno.test("fromHub: a bad row is named by its place in the data set, not in the cache", async () => {
  await using dir = await tempDir();
  const files = { "test.jsonl": '{"id":"a"}\n{bad\n', "train.json": "[{]", "dev.csv": "a,b\n1\n" };
  await using hub = fakeHub({ "org/set": { branches: { main: { files } } } });
  for (
    const [split, place] of [["test", "test.jsonl:2"], ["train", "train.json:1"], [
      "validation",
      "dev.csv:2",
    ]] as const
  ) {
    const error = await assertRejects(
      () => ids({ repo: "org/set", split }, against(hub, dir.path)),
      DataError,
    );
    assert(error.message.includes(`Cannot read ${place}`), error.message);
  }
});

Deno.test("fromHub: a mirror that ignores ranges is read all the same", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const plain: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete("range");
    return fetch(input, { ...init, headers });
  };
  assertEquals(
    (await ids({ repo: "org/set", split: "test" }, against(hub, dir.path, { fetch: plain }))).length,
    3,
  );
});

Deno.test("fromHub: one hub object asks for a revision once, whatever the splits", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const shared = openHub(against(hub, dir.path));
  await Promise.all(["train", "test"].map((split) => ids({ repo: "org/set", split }, { hub: shared })));
  assertEquals(hub.asked.filter((r) => r.path.includes("/revision/")).length, 1);
});

Deno.test("fromHub: a refused host is an error that names it", async () => {
  await using dir = await tempDir();
  const refuse = (): Promise<Response> =>
    Promise.reject(new Deno.errors.NotCapable('Requires net access to "mirror"'));
  const options = { endpoint: "http://mirror.example:81", cacheDir: dir.path, offline: false, fetch: refuse };
  const error = await assertRejects(() => fromHub({ repo: "org/set", split: "test" }, options), DataError);
  assertEquals(error.code, "host_not_allowed");
  assert(error.hint?.includes("--allow-host mirror.example:81"), error.hint);
});

Deno.test("fromHub: an abort stops the waiting", async () => {
  await using dir = await tempDir();
  await using hub = fakeHub({ "org/set": SET });
  const controller = new AbortController();
  hub.fault = () => {
    controller.abort(new Error("enough"));
    return { status: 503 };
  };
  const { wait: _, ...options } = against(hub, dir.path, { context: { signal: controller.signal } });
  await assertRejects(() => fromHub({ repo: "org/set", split: "test" }, options), Error, "enough");
});
