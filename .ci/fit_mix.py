"""Makes the runs from which the predictor of `axiomine train mix --weight auto` is fitted, then fits it and tries it.

Each collection's judged queries have the first --hits documents of BM25, and of the cosine of two encoders over the whole collection: MiniLM (the
weights of reproduce_bert.py, texts cut at 256 pieces) and means of GloVe vectors, each word weighted by its inverse document frequency. Vectors and
runs are kept, so that the command goes on where it was stopped.

For each collection it prints the result of a predictor that was fitted on the others. The one fitted on all becomes predictor.json. What is fitted on
MiniLM's cosines is tried on those of GloVe too, which it is to refuse.
"""

import argparse
import gzip
import json
import math
import os
import pathlib
import re
import subprocess
from collections import Counter

import numpy as np

from reproduce_bert import ROOT, call, weights
from studies import COLLECTIONS, read, run_of

PREDICTOR = ROOT / "internal/experiment/mix/predictor.json"
GRID = np.arange(21) / 20  # weights of the second run, as in weights.go
USUAL = 0.65
PENALTIES = [0.0001, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
# What features returns, in order: the names and formulas of features.go. a is the run of BM25, b the encoder's.
FEATURES = ["top_a", "mean_a", "deviation_a", "top_z_a", "gap_a", "top_b", "mean_b", "deviation_b", "top_z_b", "gap_b",
            "overlap_10", "overlap", "rank_correlation", "a_of_top_b", "b_of_top_a"]


def write_collection(name, data, out):
    """All judged queries of a collection as one split, in the layout of MS MARCO. Returns its texts."""
    documents, queries, judged = read(name, data)
    documents = {i: text for i, text in documents.items() if text}
    merged = {}
    for split, of in judged.items():
        least = 2 if name == "msmarco_dl" and split == "test" else 1  # TREC's graded queries: 2 is relevant
        for query, grades in of.items():
            merged.setdefault(query, {}).update({d: grade - least + 1 for d, grade in grades.items()})
    merged = {q: grades for q, grades in merged.items() if max(grades.values()) > 0}
    if not out.exists():
        out.mkdir(parents=True)
        (out / "collection.tsv").write_text("".join(f"{i}\t{text}\n" for i, text in documents.items()))
        (out / "queries.train.tsv").write_text("".join(f"{q}\t{queries[q]}\n" for q in merged))
        (out / "qrels.train.txt").write_text("".join(f"{q} 0 {d} {max(g, 0)}\n" for q, of in merged.items() for d, g in of.items()))
    return documents, {q: queries[q] for q in merged}


def minilm(texts):
    """The vectors of texts by MiniLM."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(weights()), device="cpu")
    model.max_seq_length = 256
    return model.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False)


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def glove(path, documents):
    """A function that returns the vectors of texts: means of their words' vectors, weighted by inverse document frequency."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        table = {word: np.array(values, dtype=np.float32) for word, *values in map(str.split, lines)}
    counts = Counter(word for text in documents for word in set(words(text)))
    weight = {word: math.log(1 + len(documents) / n) for word, n in counts.items()}

    def encode(texts):
        out = np.zeros((len(texts), 100), np.float32)
        rarest = max(weight.values())
        for i, text in enumerate(texts):
            for word in words(text):
                if word in table:
                    out[i] += weight.get(word, rarest) * table[word]
        return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)

    return encode


def kept(file, make):
    """The vectors that make() returns, kept in a file."""
    if not file.exists():
        np.save(file, make())
    return np.load(file)


def write_cosines(out, documents, queries, of_document, of_query, hits):
    """The run of the first documents by cosine over the whole collection."""
    ids = list(documents)
    with open(out, "w") as file:
        for query, vector in zip(queries, of_query):
            scores = of_document @ vector
            for rank, i in enumerate(np.argsort(-scores, kind="stable")[:hits], 1):
                file.write(f"{query} Q0 {ids[i]} {rank} {scores[i]:.6f} cosine\n")


def ranked(scores):
    """The documents of a query as trec_eval orders them: by falling score in single precision, ties by falling id."""
    return sorted(scores, key=lambda d: (np.float32(scores[d]), d.encode()), reverse=True)


def standard(scores):
    """The z-scores of a run's documents of a query, and that of a document that the run lacks."""
    values = np.array(list(scores.values()))
    deviation = values.std()
    values = (values - values.mean()) / deviation if deviation > 0 else np.zeros(len(values))
    return dict(zip(scores, values)), min(0.0, *values)


def shape(scores, order):
    """A list's highest score, mean, deviation, the highest one's z-score, and its distance to the second in deviations."""
    values = np.array(list(scores.values()))
    top, mean, deviation = scores[order[0]], values.mean(), values.std()
    if deviation == 0:
        return [top, mean, 0.0, 0.0, 0.0]
    return [top, mean, deviation, (top - mean) / deviation, (top - scores[order[1]]) / deviation]


def features(a, b):
    """What two runs say of a query without judgements; None where either run has fewer than two documents of it."""
    if len(a) < 2 or len(b) < 2:
        return None
    order_a, order_b = ranked(a), ranked(b)
    (z_a, least_a), (z_b, least_b) = standard(a), standard(b)
    common = [d for d in order_a if d in b]
    depth = min(10, len(a), len(b))
    correlation, n = 0.0, len(common)
    if n >= 3:
        place = {d: i for i, d in enumerate(d for d in order_b if d in a)}
        correlation = 1 - 6 * sum((i - place[d]) ** 2 for i, d in enumerate(common)) / (n * (n * n - 1))
    return [*shape(a, order_a), *shape(b, order_b), len(set(order_a[:depth]) & set(order_b[:depth])) / depth, n / min(len(a), len(b)),
            correlation, z_a.get(order_b[0], least_a), z_b.get(order_a[0], least_b)]


def average_precision(scores, relevant):
    found, total = 0, 0.0
    for rank, document in enumerate(ranked(scores), 1):
        if document in relevant:
            found += 1
            total += found / rank
    return total / len(relevant)


class Sample:
    """One collection with one encoder: by query the features, and the average precision at every weight of the grid."""

    def __init__(self, folder, collection, encoder):
        self.collection, self.encoder = collection, encoder
        relevant = {}
        for line in open(folder / collection / "collection/qrels.train.txt"):
            query, _, document, grade = line.split()
            if int(grade) > 0:
                relevant.setdefault(query, set()).add(document)
        first, second = (run_of(folder / collection / f"{name}.txt") for name in ("bm25", encoder))
        alone = lambda run: np.mean([average_precision(run[q], wanted) for q, wanted in relevant.items() if q in run])
        self.first, self.second = alone(first), alone(second)
        rows, curves = [], []
        for query in [q for q in first if q in second and q in relevant]:
            row = features(first[query], second[query])
            if row is None:
                continue
            (a, least_a), (b, least_b) = standard(first[query]), standard(second[query])
            mixed = lambda w, a=a, b=b, x=least_a, y=least_b: {d: (1 - w) * a.get(d, x) + w * b.get(d, y) for d in a | b}
            rows.append(row)
            curves.append([average_precision(mixed(w), relevant[query]) for w in GRID])
        self.features, self.curves = np.array(rows), np.array(curves)
        self.means, self.curve = self.features.mean(0), self.curves.mean(0)

    def precision(self, weight):
        return self.curve[int(np.argmin(np.abs(GRID - weight)))]


def fit(samples, penalty):
    """Fits the coefficients of the weight and of its square by ridge regression; every sample counts the same."""
    means = np.array([s.means for s in samples])
    p = {"features": FEATURES, "mean": means.mean(0)}
    p["deviation"] = np.sqrt(np.mean([((s.features - p["mean"]) ** 2).mean(0) for s in samples], 0))
    p["least"], p["most"] = means.min(0), means.max(0)
    gram = penalty * np.diag([0.0] + [1.0] * len(FEATURES))
    right = np.zeros((len(FEATURES) + 1, 2))
    parabola = np.linalg.pinv(np.vander(GRID, 3, increasing=True))[1:]
    for s in samples:
        z = np.divide(s.features - p["mean"], p["deviation"], out=np.zeros_like(s.features), where=p["deviation"] > 0)
        rows = np.hstack([np.ones((len(z), 1)), z])
        gram += rows.T @ rows / len(rows)
        right += rows.T @ (s.curves @ parabola.T) / len(rows)
    p["linear"], p["squared"] = np.linalg.solve(gram, right).T
    return {name: value if name == "features" else [significant(v) for v in value] for name, value in p.items()}


def significant(x):
    return float(f"{x:.6g}")


def predicted(p, means):
    """The predicted weight of the second run, as predict.go finds it."""
    mean, deviation = np.array(p["mean"]), np.array(p["deviation"])
    z = np.divide(np.clip(means, p["least"], p["most"]) - mean, deviation, out=np.zeros(len(means)), where=deviation > 0)
    row = np.concatenate([[1.0], z])
    gains = row @ p["linear"] * GRID + row @ p["squared"] * GRID**2
    return float(min(GRID[gains == gains.max()], key=lambda w: abs(w - USUAL)))


def outside(p, means):
    """The features whose means lie more than half of the range away from what the predictor was fitted on."""
    least, most = np.array(p["least"]), np.array(p["most"])
    room = (most - least) / 2
    return [FEATURES[k] for k in np.flatnonzero((means < least - room) | (means > most + room))]


def others(samples, s):
    return [other for other in samples if other is not s]


def best_penalty(samples):
    """The penalty whose predictors do best on collections that they were not fitted on."""
    gain = lambda penalty: sum(s.precision(predicted(fit(others(samples, s), penalty), s.means)) for s in samples)
    best, best_gain = 0.0, -math.inf
    for penalty in PENALTIES:
        if (value := gain(penalty)) > best_gain + 1e-12:
            best, best_gain = penalty, value
    return best


def fit_all(folder, to):
    """Fits the predictor, writes it with what it did on collections that were held out, and prints that."""
    from scipy.stats import ttest_rel

    samples = [Sample(folder, name, "minilm") for name in COLLECTIONS]
    held_out = []
    for s in samples:
        rest = others(samples, s)
        weight = predicted(fit(rest, best_penalty(rest)), s.means)
        values = {"first": s.first, "second": s.second, "usual": s.precision(USUAL), "auto": s.precision(weight), "best": s.curve.max()}
        held_out.append({"collection": s.collection, "encoder": s.encoder, "queries": len(s.features), "weight": weight}
                        | {name: significant(v) for name, v in values.items()})
        print(f"{s.collection:11} {s.encoder}", " ".join(f"{name} {v:.4f}" for name, v in values.items()), f"weight {weight:.2f}",
              "shape", *(f"{v:.3f}" for v in s.curve[::5]))
    auto, usual = ([s[of] for s in held_out] for of in ("auto", "usual"))
    gains = np.subtract(auto, usual)
    summary = {"collections": len(samples), "up": int((gains > 1e-9).sum()), "down": int((gains < -1e-9).sum()),
               "mean": significant(gains.mean()), "p": significant(ttest_rel(auto, usual).pvalue)}
    penalty = best_penalty(samples)
    print(f"auto - {USUAL}:", summary, "penalty of all", penalty)
    p = fit(samples, penalty)
    for name in COLLECTIONS:
        s = Sample(folder, name, "glove")
        print(f"{name:11} glove outside: {outside(p, s.means)}  BM25 {s.first:.4f}  encoder {s.second:.4f}  {USUAL} {s.precision(USUAL):.4f}")
    to.write_text(json.dumps(p | {"held_out": held_out, "summary": summary}, indent=1) + "\n")


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--hits", type=int, default=100)
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    import torch

    torch.set_num_threads(1)
    for name in COLLECTIONS:
        out = options.output / name
        documents, queries = write_collection(name, options.data / name, out / "collection")
        if not (out / "bm25.txt").exists():
            call(options.axiomine, "gen", "retrieve", "-q", "--data", out / "collection", "--hits", options.hits, "--set", "drop_self=off",
                 "--overwrite", "-o", out / "bm25", stdout=subprocess.DEVNULL)
            (out / "bm25/run.train.txt").rename(out / "bm25.txt")
        encoders = {"glove": glove(options.data / "glove/glove.6B.100d.subset.txt.gz", list(documents.values())), "minilm": minilm}
        for encoder, encode in encoders.items():
            if not (out / f"{encoder}.txt").exists():
                of_document = kept(out / f"{encoder}.documents.npy", lambda encode=encode: encode(list(documents.values())))
                of_query = encode(list(queries.values()))
                write_cosines(out / f"{encoder}.txt", documents, queries, of_document, of_query, options.hits)
        print(name, len(queries), "queries,", len(run_of(out / "bm25.txt")), "with candidates of BM25", flush=True)
    fit_all(options.output, PREDICTOR)


if __name__ == "__main__":
    main()
