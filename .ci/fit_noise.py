"""Fits the weights by which `axiomine audit` finds positives that are wrong: gen/audit/internal/suspect/positives.json.

    python3 .ci/fit_noise.py --axiomine AXIOMINE --data COLLECTIONS --output OUT

OUT is that of .ci/fit_audit.py, which goes first. A query of its five collections has its known positive and negatives in two ways: the
first 30 of BM25, and the first 30 of MiniLM's cosines. In VERSIONS further versions of each query the positive is exchanged with a random
document of the first 50 that is not relevant; its own place among the negatives is then that of the true positive, if it ranks there.
`axiomine audit --scores` computes the features, which are standardised over the positives as judged. The weights tell the exchanged
positives from the others.
What is printed is of collections that the weights had not seen. 5 % of the queries have an exchanged positive, in 40 draws: average
precision over all positives, and beside it that of the numbers that people use.
"""

import argparse
import json
import os
import pathlib
import subprocess

import numpy as np
import pyarrow.parquet as pq

from cleaning_rows import CANDIDATES, DEPTH, by_hash
from fit_audit import LIMIT, average_precision, fit, known_positive, prepared
from reproduce_bert import ROOT, call
from studies import COLLECTIONS

TEXT = ["bm25_rank", "bm25_z", "bm25_lead", "like_top", "like_most"]
MODELS = {"text": TEXT, "run": [*TEXT, "length", "run_lead", "run_score"]}
NAMES = ["bm25", *MODELS["run"]]
ALTERNATIVES = {"BM25's rank": ("bm25_rank", 1), "BM25 less the best negative's": ("bm25_lead", -1), "run": ("run_score", -1),
                "run less the best negative's": ("run_lead", -1)}
WAYS = ("bm25", "cosine")
VERSIONS, SHARE, DRAWS = 5, 0.05, 40


def make(name, options):
    """{way: features}, an array of versions, queries and features; version 0 is as judged."""
    out = options.output / name
    documents, queries, relevant, candidates, ids, vectors, asking = prepared(name, options)
    place, pools = {d: i for i, d in enumerate(ids)}, {}
    with open(out / "noise.run", "w") as run:
        for number, (query, ranked) in enumerate(candidates.items()):
            positive, cosine = known_positive(query, ranked, relevant[query]), vectors @ asking[number]
            if positive is None:
                continue
            nearest = [ids[i] for i in np.argsort(-cosine, kind="stable")[:CANDIDATES]]
            pools[query] = (positive, {"bm25": ranked, "cosine": nearest})
            for d in sorted({*ranked, *nearest, positive}, key=lambda d: (-cosine[place[d]], d)):
                print(query, "Q0", d, 1, repr(float(cosine[place[d]])), "cosine", file=run)
    for way in WAYS:
        with open(out / f"noise-{way}.jsonl", "w") as file:
            for version in range(VERSIONS + 1):
                for query, (positive, pool) in pools.items():
                    others = [d for d in pool[way] if d not in relevant[query]]
                    if version and others:
                        positive = min(others, key=lambda d: by_hash("noise", str(version), query, d))
                    negatives = [d for d in pool[way] if d != positive][:DEPTH]
                    print(json.dumps({"query": queries[query], "query_id": query, "pos": [documents[positive]], "neg": [documents[d] for d in negatives]}), file=file)
        call(options.axiomine, "audit", out / f"noise-{way}.jsonl", "--run", f"cosine={out / 'noise.run'}", "--scores", "-q", "--overwrite", "--collection",
             out / "collection" / "collection.tsv", "--topics", out / "collection" / "queries.train.tsv", "-o", out / f"noise-{way}",
             stdout=subprocess.DEVNULL)
        table = pq.read_table(out / f"noise-{way}" / "positives.parquet").to_pandas()
        values = np.full(((VERSIONS + 1) * len(pools), len(NAMES)), np.nan)
        values[table["row"]] = table[NAMES].to_numpy(float)
        values = values.reshape(VERSIONS + 1, len(pools), len(NAMES))
        yield (name, way), values[:, np.isfinite(values).all(2).all(0)]


def standardised(part, columns):
    """Features standardised over the positives as judged."""
    part = part[:, :, columns]
    return np.clip((part - part[0].mean(0)) / np.maximum(part[0].std(0), 1e-9), -LIMIT, LIMIT)


def labelled(part, columns):
    """Features and labels of all versions, for fit."""
    return standardised(part, columns).reshape(-1, len(columns)), np.repeat([0.0, 1.0], [part.shape[1], part.shape[1] * VERSIONS])


def draws(scores, share):
    """Scores and labels of positives of which a share is exchanged, DRAWS times; scores is an array of versions and queries."""
    random, n = np.random.default_rng(0), scores.shape[1]
    for _ in range(DRAWS):
        wrong = random.choice(n, round(share * n), replace=False)
        drawn, right = scores[0].copy(), np.zeros(n)
        drawn[wrong], right[wrong] = scores[random.integers(1, VERSIONS + 1, len(wrong)), wrong], 1
        order = random.permutation(n)
        yield drawn[order], right[order]


def precision(scores):
    return np.mean([average_precision(*drawn) for drawn in draws(scores, SHARE)])


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--weights", type=pathlib.Path, default=ROOT / "gen" / "audit" / "internal" / "suspect" / "positives.json")
    options = flags.parse_args()
    os.environ.update(OMP_NUM_THREADS="1")
    parts = dict(part for name in COLLECTIONS for part in make(name, options))
    models = {}
    for model, names in MODELS.items():
        columns = [NAMES.index(name) for name in names]
        for key, part in parts.items():
            weights = fit([labelled(parts[other], columns) for other in parts if other[0] != key[0]])
            logits = weights[0] + standardised(part, columns) @ weights[1:]
            print(f"{model:7}{key[0]:11}{key[1]:7} {part.shape[1]:4} positives, AP {precision(logits):.3f}", flush=True)
        weights = [float(f"{v:.5g}") for v in fit([labelled(part, columns) for part in parts.values()])]
        models[model] = {"features": names, "weights": weights[1:], "bias": weights[0]}
    print("\nalternatives: average precision")
    for key, part in parts.items():
        print(f"{key[0]:11}{key[1]:7}" + "; ".join(f"{name} {precision(sign * part[:, :, NAMES.index(of)]):.3f}" for name, (of, sign) in ALTERNATIVES.items()))
    about = "Fitted by make fit-audit on WikiQA, CACM, Cranfield, SciFact and TREC DL 2019 and 2020 over MS MARCO, with exchanged positives; see .ci/fit_noise.py."
    options.weights.write_text(json.dumps({"about": about, "models": models}, indent=1) + "\n")


if __name__ == "__main__":
    main()
