"""Fits the weights by which `axiomine audit` finds false negatives: gen/audit/internal/suspect/weights.json.

    python3 .ci/fit_audit.py --axiomine AXIOMINE --data COLLECTIONS --output OUT

Of each query of five collections one relevant document is kept and the others are hidden (as .ci/cleaning_rows.py says). Thirty negatives
are mined by BM25, and thirty by the cosines of MiniLM over all documents; the hidden ones among them are the false negatives. All queries
take part, those with one relevant document too; of msmarco_dl only the 97 that were judged deeply, since unjudged passages count as not
relevant. `axiomine audit --scores` computes the features. What is printed is of collections that the weights had not seen: the estimated
share over the true one, average precision and precision of the first tenth over all negatives, how many have P >= .5 and how many of
these are relevant; beside it the numbers that people use, and cleanlab where it is installed. The quantiles, the weight of the run and the
median in place of the mean were chosen once, on these five collections.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess

import numpy as np
import pyarrow.parquet as pq

from cleaning_rows import CANDIDATES, DEPTH, Encoder, MAX_ENCODED, by_hash, relevant_documents, write_collection
from reproduce_bert import ROOT, call
from studies import COLLECTIONS, read, run_of

NAMES = ["bm25", "bm25_lead", "bm25_z", "bm25_rank", "held", "likeness", "likeness_z", "length", "run_z", "run_lead", "run_score", "run_difference"]
MODELS = {  # features; weight of the run's score and quantile of the positives
    "text": (NAMES[:8], 0.0, 0.75),
    "run": (NAMES[:10], 0.0, 0.75),
    "cosine": (NAMES, 1.5, 0.9),
}
WAYS = ("bm25", "cosine")
RIDGE = 1.0


def make(name, options):
    """The rows of a collection, mined both ways; a run with the cosines of all that is in them; which negatives were hidden."""
    out = options.output / name
    documents, queries, judged = read(name, options.data / name)
    documents = {i: t for i, t in documents.items() if t}
    relevant = relevant_documents(name, judged)
    if not (out / "collection").exists():
        write_collection(name, options.data / name, out / "collection")
    if not (out / "bm25").exists():
        call(options.axiomine, "gen", "retrieve", "-q", "--data", out / "collection", "--hits", CANDIDATES, "--set", "drop_self=off",
             "-o", out / "bm25", stdout=subprocess.DEVNULL)
    deep = set(judged["test"]) if name == "msmarco_dl" else set(queries)
    candidates = {q: sorted(s, key=lambda d: -s[d]) for q, s in run_of(out / "bm25" / "run.train.txt").items() if q in deep}
    encoder, ids, asked = Encoder(out), list(documents), list(candidates)
    vectors = encoder.vectors("all-documents", [documents[d] for d in ids], MAX_ENCODED)
    place = {d: i for i, d in enumerate(ids)}
    asking = encoder.vectors("all-queries", [queries[q] for q in asked], MAX_ENCODED)
    files = {way: open(out / f"{way}.jsonl", "w") for way in WAYS}
    hidden = {way: [] for way in WAYS}
    with open(out / "cosine.run", "w") as run:
        for number, query in enumerate(asked):
            ranked = candidates[query]
            held = [d for d in ranked[:DEPTH] if d in relevant[query]] or [d for d in ranked if d in relevant[query]]
            if not held:
                continue
            positive = min(held, key=lambda d: by_hash("positive", query, d))
            cosine = vectors @ asking[number]
            nearest = sorted((ids[i] for i in np.argpartition(-cosine, 60)[:60]), key=lambda d: -cosine[place[d]])
            for way, best in zip(WAYS, (ranked, nearest)):
                for negative in [d for d in best if d != positive][:DEPTH]:
                    row = {"query": queries[query], "positive": documents[positive], "negative": documents[negative], "query_id": query}
                    print(json.dumps(row), file=files[way])
                    hidden[way].append(negative in relevant[query])
            for d in sorted({*ranked, *nearest, positive}, key=lambda d: -cosine[place[d]]):
                print(query, "Q0", d, 1, repr(float(cosine[place[d]])), "cosine", file=run)
    for way in WAYS:
        files[way].close()
        audit = [options.axiomine, "audit", out / f"{way}.jsonl", "--run", f"cosine={out / 'cosine.run'}", "--scores", "--overwrite", "-q",
                 "--collection", out / "collection" / "collection.tsv", "--topics", out / "collection" / "queries.train.tsv"]
        call(*audit, "-o", out / f"audit-{way}", stdout=subprocess.DEVNULL)
        table = pq.read_table(out / f"audit-{way}" / "scores.parquet").to_pandas()
        values, right = table[NAMES].to_numpy(float), np.array(hidden[way], float)
        known = np.isfinite(values).all(1)
        inverse = np.unique(np.array([json.loads(line)["query_id"] for line in open(out / f"{way}.jsonl")])[known], return_inverse=True)[1]
        yield (name, way), (values[known], right[known], inverse)


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def fit(parts, columns):
    """Mean, scale, weights and bias of a ridge logistic regression in which every part, and both classes of it, count the same."""
    mean = np.mean([x[:, columns].mean(0) for x, _, _ in parts], 0)
    scale = np.sqrt(np.mean([x[:, columns].var(0) for x, _, _ in parts], 0)) + 1e-9
    z = np.concatenate([np.c_[np.ones(len(y)), (x[:, columns] - mean) / scale] for x, y, _ in parts])
    y = np.concatenate([y for _, y, _ in parts])
    share = np.concatenate([np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean())) / len(y) for _, y, _ in parts]) * 2000 / len(parts)
    weights = np.zeros(z.shape[1])
    for _ in range(50):
        p = sigmoid(z @ weights)
        gradient = z.T @ (share * (y - p))
        gradient[1:] -= RIDGE * weights[1:]
        curve = (z * (share * p * (1 - p))[:, None]).T @ z + np.diag([0] + [RIDGE] * len(columns))
        step = np.linalg.solve(curve, gradient)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return mean, scale, weights


def raw_share(part, run, quantile):
    """How often a negative scores above a quantile of the positives, over how often a positive does."""
    x, _, inverse = part
    first = np.array([np.flatnonzero(inverse == i)[0] for i in range(inverse.max() + 1)])
    of = lambda name: x[:, NAMES.index(name)]
    negatives = of("bm25") + run * of("run_score")
    positives = ((of("bm25") - of("bm25_lead")) + run * (of("run_score") - of("run_difference")))[first]
    return ((negatives >= np.quantile(positives, quantile)).sum() + 0.5) / (len(negatives) + 1) / (1 - quantile)


def probabilities(logits, share):
    low, high = -30.0, 30.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if sigmoid(logits + middle).mean() < share else (low, middle)
    return sigmoid(logits + low)


def average_precision(score, y):
    y = y[np.argsort(-score, kind="stable")]
    return (y * y.cumsum() / np.arange(1, len(y) + 1)).sum() / y.sum()


def first_tenth(score, y):
    return y[np.argsort(-score, kind="stable")[: max(1, round(0.1 * len(y)))]].mean()


def ask_cleanlab(part):
    """How far cleanlab doubts that each negative is not relevant, and which ones it calls label issues. It is asked about the negatives
    and the known positives of a collection, by a logistic regression cross-validated over queries, of the numbers that both have: BM25 and
    the cosine as they are, standardised and ranked among the documents of the query."""
    from cleanlab.filter import find_label_issues
    from cleanlab.rank import get_label_quality_scores
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    x, _, inverse = part
    of = lambda name: x[:, NAMES.index(name)]
    first = np.array([np.flatnonzero(inverse == i)[0] for i in range(inverse.max() + 1)])
    negatives = np.c_[of("bm25"), of("run_score"), of("run_z")]
    positives = np.c_[of("bm25") - of("bm25_lead"), of("run_score") - of("run_difference"), of("run_z") - of("run_lead")][first]
    queries, numbers = np.r_[inverse, np.arange(len(first))], np.r_[negatives, positives]
    among = np.zeros((len(numbers), 4))
    for query in range(len(first)):
        own = np.flatnonzero(queries == query)
        for i in range(2):
            v = numbers[own, i]
            among[own, 2 * i] = (v - v.mean()) / max(v.std(), 1e-9)
            among[own, 2 * i + 1] = (v[:, None] < v).mean(0)
    labels = np.r_[np.zeros(len(negatives), int), np.ones(len(positives), int)]
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    said = cross_val_predict(model, np.c_[numbers, among], labels, groups=queries, cv=GroupKFold(5), method="predict_proba")
    doubt = 1 - get_label_quality_scores(labels, said)
    return doubt[: len(negatives)], find_label_issues(labels, said)[: len(negatives)]


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--weights", type=pathlib.Path, default=ROOT / "gen" / "audit" / "internal" / "suspect" / "weights.json")
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS="1")
    parts = dict(part for name in COLLECTIONS for part in make(name, options))
    models = {}
    for model, (names, run, quantile) in MODELS.items():
        columns = [NAMES.index(name) for name in names]
        raw = {key: raw_share(part, run, quantile) / part[1].mean() for key, part in parts.items()}
        errors = []
        for key, part in parts.items():
            others = [other for other in parts if other[0] != key[0]]
            mean, scale, weights = fit([parts[other] for other in others], columns)
            x, y, _ = part
            logits = weights[0] + (x[:, columns] - mean) / scale @ weights[1:]
            over = np.median([raw[other] for other in others])  # one collection that differs from all moves it little
            share = min(0.9, raw[key] * y.mean() / over)
            p = probabilities(logits, share)
            errors.append(abs(np.log(share / y.mean())))
            likely = p >= 0.5
            right = f"{y[likely].mean():.2f}" if likely.any() else "  - "
            print(f"{model:7}{key[0]:11}{key[1]:7} false {y.mean():.4f} estimated {share:.4f} ({share / y.mean():.2f}x)  AP {average_precision(p, y):.3f} "
                  f"first tenth {first_tenth(p, y):.3f}  P >= .5: {likely.sum():4}, right {right}", flush=True)
        mean, scale, weights = fit(list(parts.values()), columns)
        rounded = lambda values: [float(f"{v:.5g}") for v in values]
        models[model] = {"features": names, "mean": rounded(mean), "scale": rounded(scale), "weights": rounded(weights[1:]), "bias": rounded(weights[:1])[0],
                         "run": run, "quantile": quantile, "over": rounded([np.median(list(raw.values()))])[0],
                         "factor": rounded([np.exp(max(errors))])[0]}
    print("\nalternatives: average precision, precision of the first tenth")
    for key, (x, y, _) in parts.items():
        of = lambda name: x[:, NAMES.index(name)]
        others = {"BM25's rank": -of("bm25_rank"), "BM25 less the positive's": of("bm25_lead"), "TF-IDF cosine to the positive": of("likeness"),
                  "relative margin": of("run_score") / np.maximum(1e-6, of("run_score") - of("run_difference")),
                  "absolute margin": of("run_difference"), "cosine": of("run_score")}
        issues = ""
        if importlib.util.find_spec("cleanlab"):
            others["cleanlab"], called = ask_cleanlab(parts[key])
            issues = f"; issues {called.sum()}, right {y[called].mean():.2f}" if called.any() else "; issues 0"
        print(f"{key[0]:11}{key[1]:7}" + "; ".join(f"{name} {average_precision(v, y):.3f} {first_tenth(v, y):.3f}" for name, v in others.items()) + issues)
    about = "Fitted by make fit-audit on WikiQA, CACM, Cranfield, SciFact and TREC DL 2019 and 2020 over MS MARCO, mined by BM25 and by MiniLM; see .ci/fit_audit.py."
    options.weights.write_text(json.dumps({"about": about, "models": models}, indent=1) + "\n")


if __name__ == "__main__":
    main()
