"""Scores pairs of texts with the Python package rouge_score; one JSON pair a line in, scores and CPU seconds out."""
import json
import sys
import time

from rouge_score import rouge_scorer

TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    found = {}
    for stemmer in (False, True):
        scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=stemmer)
        start = time.process_time()
        scores = [scorer.score(reference, prediction) for reference, prediction in pairs]
        seconds = time.process_time() - start
        found["stem" if stemmer else "plain"] = {
            "seconds": seconds,
            "scores": [[[s[t].precision, s[t].recall, s[t].fmeasure] for t in TYPES] for s in scores],
        }
    json.dump(found, sys.stdout)


main()
