import { assert, assertEquals } from "@std/assert";
import { retrievalScores } from "../../lib/metric/retrieval.ts";
import { scoreGroundedAnswer } from "../../lib/metric/grounded_answer.ts";
import { readSharedJson, readSharedJsonl } from "../support/shared.ts";
import { testWith } from "../support/require.ts";

function same(actual: number | null | undefined, wanted: number | null | undefined, what: string): void {
  if (wanted === null || wanted === undefined) assertEquals(actual ?? null, null, what);
  else {assert(
      typeof actual === "number" && Math.abs(actual - wanted) < 1e-9,
      `${what}: wanted ${wanted}, found ${actual}`,
    );}
}

testWith(
  ["shared"],
  "golden rag_pipeline_eval: retrieval and answer metrics of all 15 questions",
  async () => {
    const base = ["golden", "lmeval", "rag_pipeline_eval"];
    const results = await readSharedJson(...base, "results.json");
    const docs = await readSharedJson(...base, "docs.json");
    const corpus = await readSharedJson(...base, "corpus.json");
    const replies = await readSharedJsonl(...base, "responses.jsonl");
    let ran = 0;
    for (const row of results.rows) {
      const doc = docs.find((one: { id: string }) => one.id === row.id);
      const reply = replies.find((one) => one.id === row.id)?.resp;
      const passages = row.top.map((id: string) => {
        const found = corpus.find((one: { id: string }) => one.id === id);
        return `${found.title} ${found.text}`;
      });
      const ranked = retrievalScores(
        row.ranking.map((pair: [string, number]) => pair[0]),
        doc.gold_ids,
        results.k,
      );
      for (const name of ["hit", "recall", "precision", "mrr", "ndcg", "map"] as const) {
        same(ranked?.[name], row.retrieval?.[`${name}@3`], `${row.id} ${name}`);
      }
      const scores = scoreGroundedAnswer(reply, {
        answers: doc.answers,
        goldIds: doc.gold_ids,
        shownIds: row.top,
        passages,
      });
      same(scores.em, row.em, `${row.id} em`);
      same(scores.f1, row.f1, `${row.id} f1`);
      same(scores.kPrecision, row.k_precision, `${row.id} k_precision`);
      assertEquals(scores.abstained, row.abstained, `${row.id} abstained: ${reply}`);
      same(scores.citationPrecision, row.citation_precision, `${row.id} citation precision`);
      same(scores.citationRecall, row.citation_recall, `${row.id} citation recall`);
      ran++;
    }
    assertEquals([ran, docs.length, results.rows.length], [15, 15, 15]);
  },
);
