import { assertEquals } from "@std/assert";
import { pickConvertedFiles, pickSplitFiles } from "../../lib/dataset/hub_files.ts";

const pick = (
  paths: readonly string[],
  query: { config?: string; split: string; configs?: unknown },
): string[] =>
  pickSplitFiles(paths.map((path) => ({ path })), { ...query, configs: query.configs ?? null }).map((
    { path },
  ) => path);

Deno.test("hub files: a split is a word in the path, never a part of one", () => {
  const paths = [
    "data/test-00000-of-00001.parquet",
    "data/train-0.parquet",
    "contest.jsonl",
    "latest.csv",
    "validation.csv",
  ];
  assertEquals(pick(paths, { split: "test" }), ["data/test-00000-of-00001.parquet"]);
  assertEquals(pick(paths, { split: "validation" }), ["validation.csv"]);
  assertEquals(pick(["dev.jsonl"], { split: "validation" }), ["dev.jsonl"]);
  assertEquals(pick(["dev/0.jsonl"], { split: "dev" }), ["dev/0.jsonl"]);
});

Deno.test("hub files: one kind, the one with types; metadata and hidden files are no data", () => {
  const paths = [
    "test.csv",
    "test.jsonl",
    "b/test.parquet",
    "a/test.parquet",
    ".cache/test.parquet",
    "dataset_infos.json",
    "test.txt",
  ];
  assertEquals(pick(paths, { split: "test" }), ["a/test.parquet", "b/test.parquet"]);
  assertEquals(pick(["dataset_infos.json", "x.py"], { split: "train" }), []);
});

Deno.test("hub files: without any named split all is train, and only train", () => {
  assertEquals(pick(["b.json", "a.json"], { split: "train" }), ["a.json", "b.json"]);
  assertEquals(pick(["b.json", "a.json"], { split: "test" }), []);
  assertEquals(pick(["a.json", "test.json"], { split: "train" }), []);
});

Deno.test("hub files: a config is a folder; an unknown one has no files", () => {
  const paths = ["all/test-0.parquet", "test_law/test-0.parquet", "law/test-0.parquet"];
  assertEquals(pick(paths, { config: "law", split: "test" }), ["law/test-0.parquet"]);
  assertEquals(pick(["data/law/dev.csv"], { config: "law", split: "validation" }), ["data/law/dev.csv"]);
  assertEquals(pick(paths, { config: "physics", split: "test" }), []);
});

Deno.test("hub files: the card decides where it speaks", () => {
  const paths = ["gpqa_main.csv", "gpqa_diamond.csv", "x/a-test.jsonl", "x/deep/b-test.jsonl"];
  const configs = [
    { config_name: "gpqa_main", data_files: "gpqa_main.csv" },
    { config_name: "flat", data_files: [{ split: "test", path: "x/*.jsonl" }] },
    { config_name: "deep", data_files: { test: ["x/**/*.jsonl"], dev: "x/{a,z}-tes?.json[kl]" } },
    { config_name: "dir", data_dir: "x" },
  ];
  assertEquals(pick(paths, { config: "gpqa_main", split: "train", configs }), ["gpqa_main.csv"]);
  assertEquals(pick(paths, { config: "gpqa_main", split: "test", configs }), []);
  assertEquals(pick(paths, { config: "flat", split: "test", configs }), ["x/a-test.jsonl"]);
  assertEquals(pick(paths, { config: "deep", split: "test", configs }), [
    "x/a-test.jsonl",
    "x/deep/b-test.jsonl",
  ]);
  assertEquals(pick(paths, { config: "deep", split: "dev", configs }), ["x/a-test.jsonl"]);
  assertEquals(pick(paths, { config: "dir", split: "test", configs }), [
    "x/a-test.jsonl",
    "x/deep/b-test.jsonl",
  ]);
  assertEquals(pick(paths, { split: "test", configs }), [], "several configs, none the default");
  const oneDefault = configs.map((c) => ({ ...c, default: c.config_name === "flat" }));
  assertEquals(pick(paths, { split: "test", configs: oneDefault }), ["x/a-test.jsonl"]);
});

Deno.test("hub files: the converted branch", () => {
  const files = ["a/test/0001.parquet", "a/test/0000.parquet", "a/partial-train/0000.parquet", "README.md"]
    .map((path) => ({ path }));
  const paths = (query: { config?: string; split: string }): unknown => {
    const { files: picked, partial } = pickConvertedFiles(files, query);
    return [picked.map(({ path }) => path), partial];
  };
  assertEquals(paths({ split: "test" }), [["a/test/0000.parquet", "a/test/0001.parquet"], false]);
  assertEquals(paths({ config: "a", split: "train" }), [[], true]);
  assertEquals(paths({ config: "b", split: "test" }), [[], false]);
});
