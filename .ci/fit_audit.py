"""Fits the weights by which `axiomine audit` finds false negatives, gen/audit/internal/suspect/weights.json, and prints how well it does.

    python3 .ci/fit_audit.py --axiomine AXIOMINE --data COLLECTIONS --output OUT [--fitted] [--texts]

Of each query of five collections, at most 400 of each, one relevant document is kept and the others are hidden (as .ci/cleaning_rows.py
says). Negatives are mined in the ways of WAYS; the hidden documents among them are the false negatives. Queries with one relevant document
take part too; of msmarco_dl only the 97 that were judged deeply, since unjudged passages count as not relevant. MiniLM ranks all documents,
of msmarco_dl BM25's 50, the relevant ones and 2,000 others. `axiomine audit --scores` computes the features, which are standardised over
the set as model.go does.

What is printed is of collections that the weights had not seen: average precision and precision of the 5 % that are likeliest, of the audit
without and with MiniLM's cosines as a run, and of the numbers that people use; cleanlab too where it is installed. The way `like` is adversarial and is not
fitted on: the negatives are the nearest to the positive that are not relevant, and one that is. --fitted leaves weights.json as it is.
--texts needs no MiniLM: it fits the weights of the texts alone, on the ways that BM25 mines, and prints what they reach without the nearest
query elsewhere too. Then come bounds, of which all but the first have seen the labels that they are tried on: gradient boosting of the same
features on the other collections, and on other queries of the same rows (five folds); the audit's regression fitted on the rows themselves; and
the feature that is best on them.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import subprocess

import numpy as np
import pyarrow.parquet as pq

from cleaning_rows import CANDIDATES, DEPTH, Encoder, by_hash, relevant_documents, write_collection
from reproduce_bert import ROOT, call
from studies import COLLECTIONS, read, run_of

TEXT = ["bm25", "bm25_lead", "likeness", "likeness_z", "elsewhere"]
NAMES = {"text": TEXT, "run": [*TEXT, "run_score", "run_lead"]}
WAYS, TEXT_WAYS = ("bm25", "cosine", "half", "mixed", "few"), ("bm25", "mixed", "few")
QUERIES, PIECES, OTHERS = 400, 112, 2000
RIDGE, LIMIT = 1.0, 4.0  # the limit as the audit has it


def hashed(kind, query, documents):
    return sorted(documents, key=lambda d: by_hash(kind, query, d))


def mined(query, positive, relevant, ranked, nearest, like, ids):
    """{way: negatives}: BM25's and the cosine's first 30, 15 of each, hidden ones with 12 of BM25's 50 and 8 random, 4 of BM25's 30, and the
    nearest to the positive."""
    ranked, nearest, like = ([d for d in best if d != positive] for best in (ranked, nearest, like))
    half, hidden = ranked[: DEPTH // 2], hashed("hidden", query, [d for d in relevant if d != positive])
    half += [d for d in nearest if d not in half][: DEPTH // 2]
    share = len(hidden) // 2 if len(hidden) > 1 else len(hidden) * (by_hash("half", query)[0] % 2)
    mixed = hidden[: min(5, share)] + hashed("mixed", query, [d for d in ranked if d not in relevant])[:12]
    random = np.random.default_rng(int.from_bytes(by_hash("random", query)[:4], "big")).choice(len(ids), 40, replace=False)
    mixed += [d for d in (ids[i] for i in random) if d != positive and d not in relevant and d not in mixed][:8]
    return {"bm25": ranked[:DEPTH], "cosine": nearest[:DEPTH], "half": half, "mixed": mixed, "few": hashed("few", query, ranked[:DEPTH])[:4],
            "like": [d for d in like if d not in relevant][:11] + hashed("like", query, hidden)[:1]}


def prepared(name, options):
    """Texts of documents and queries, {query: relevant documents}, {query: BM25's candidates}, and the vectors of documents and queries, by id."""
    out = options.output / name
    documents, queries, judged = read(name, options.data / name)
    documents = {i: t for i, t in documents.items() if t}
    relevant = relevant_documents(name, judged)
    if not (out / "collection").exists():
        write_collection(name, options.data / name, out / "collection")
    if not (out / "bm25").exists():
        call(options.axiomine, "gen", "retrieve", "-q", "--data", out / "collection", "--hits", CANDIDATES, "--set", "drop_self=off",
             "-o", out / "bm25", stdout=subprocess.DEVNULL)
    bm25, ids = run_of(out / "bm25" / "run.train.txt"), sorted(documents)
    if name == "msmarco_dl":
        bm25 = {q: scores for q, scores in bm25.items() if q in judged["test"]}
        pool = {d for q in bm25 for d in [*bm25[q], *relevant[q]]}
        ids = sorted({*pool, *sorted(set(ids) - pool, key=by_hash)[:OTHERS]} & set(ids))
    asked = sorted(hashed("query", name, bm25)[:QUERIES])
    candidates = {q: sorted(bm25[q], key=lambda d: -bm25[q][d]) for q in asked}
    if options.texts:
        return documents, queries, relevant, candidates, ids, np.zeros((len(ids), 1)), np.zeros((len(asked), 1))
    encoder = Encoder(out)
    vectors = encoder.vectors("all-documents", [documents[d] for d in ids], PIECES)
    return documents, queries, relevant, candidates, ids, vectors, encoder.vectors("all-queries", [queries[q] for q in asked], PIECES)


def known_positive(query, ranked, relevant):
    """The relevant document that keeps its label; None if BM25 finds none."""
    held = [d for d in ranked[:DEPTH] if d in relevant] or [d for d in ranked if d in relevant]
    return min(held, key=lambda d: by_hash("positive", query, d), default=None)


def make(name, options):
    """The rows of a collection, mined in all ways; yields (name, way) with the features, and with the numbers that people use."""
    out = options.output / name
    documents, queries, relevant, candidates, ids, vectors, asking = prepared(name, options)
    place, rows = {d: i for i, d in enumerate(ids)}, {way: [] for way in (TEXT_WAYS if options.texts else (*WAYS, "like"))}
    with open(out / "cosine.run", "w") as run:
        for number, (query, ranked) in enumerate(candidates.items()):
            positive = known_positive(query, ranked, relevant[query])
            if positive is None:
                continue
            cosine, likeness = vectors @ asking[number], vectors @ vectors[place[positive]]
            nearest, like = ([ids[i] for i in np.argsort(-values, kind="stable")[:60]] for values in (cosine, likeness))
            scored = {*ranked, *nearest[:CANDIDATES], positive}
            for way, negatives in mined(query, positive, set(relevant[query]) & set(ids), ranked, nearest, like, ids).items():
                if way not in rows:
                    continue
                numbers = lambda d: (d in relevant[query], number, cosine[place[d]], cosine[place[positive]], likeness[place[d]])
                rows[way] += [(query, positive, d, *numbers(d)) for d in negatives]
                scored.update(negatives)
            for d in sorted(scored, key=lambda d: (-cosine[place[d]], d)):
                print(query, "Q0", d, 1, repr(float(cosine[place[d]])), "cosine", file=run)
    for way, of in rows.items():
        with open(out / f"{way}.jsonl", "w") as file:
            for query, positive, negative, *_ in of:
                print(json.dumps({"query": queries[query], "positive": documents[positive], "negative": documents[negative], "query_id": query}), file=file)
        run = ["--run", f"cosine={out / 'cosine.run'}", "--collection", out / "collection" / "collection.tsv",
               "--topics", out / "collection" / "queries.train.tsv"]
        call(options.axiomine, "audit", out / f"{way}.jsonl", *([] if options.texts else run), "--scores", "--overwrite", "-q",
             "-o", out / f"audit-{way}", stdout=subprocess.DEVNULL)
        table = pq.read_table(out / f"audit-{way}" / "scores.parquet").to_pandas()
        part = {column: table[column].to_numpy(float) for column in table}
        numbers = np.array([row[3:] for row in of], float)[table["row"]]
        part |= dict(zip(("false", "asked", "cosine", "positive", "likeness_of_cosine"), numbers.T))
        yield (name, way), part


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def standardised(part, names):
    columns = [part[name] for name in names]
    return np.stack([np.clip((x - x.mean()) / max(x.std(), 1e-9), -LIMIT, LIMIT) for x in columns], 1)


def joined(parts):
    """Features, labels and weights of the rows of parts, of which every part, and both classes of it, count the same."""
    share = [np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean())) / len(y) * 2000 / len(parts) for _, y in parts]
    return np.concatenate([x for x, _ in parts]), np.concatenate([y for _, y in parts]), np.concatenate(share)


def fit(parts):
    """Bias and weights of a ridge logistic regression. A part is features and labels."""
    z, y, share = joined(parts)
    z = np.c_[np.ones(len(y)), z]
    weights = np.zeros(z.shape[1])
    for _ in range(50):
        p = sigmoid(z @ weights)
        gradient = z.T @ (share * (y - p))
        gradient[1:] -= RIDGE * weights[1:]
        curve = (z * (share * p * (1 - p))[:, None]).T @ z + np.diag([0] + [RIDGE] * (z.shape[1] - 1))
        step = np.linalg.solve(curve, gradient)
        weights += step
        if abs(step).max() < 1e-9:
            break
    return weights


def boosted(parts, z):
    """Scores of rows by gradient boosting that is fitted on parts."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    model = HistGradientBoostingClassifier(max_iter=100, learning_rate=0.05, max_leaf_nodes=6, min_samples_leaf=40, early_stopping=False, random_state=0)
    features, labels, share = joined(parts)
    return model.fit(features, labels, sample_weight=share).predict_proba(z)[:, 1]


def bounds(part, others, names):
    """Scores of the rows of a part that tell what its features can reach."""
    z, y, folds = standardised(part, names), part["false"], part["asked"] % 5
    inside = np.zeros(len(y))
    for fold in range(5):
        inside[folds == fold] = boosted([(z[folds != fold], y[folds != fold])], z[folds == fold])
    return {"boosted": boosted([(standardised(p, names), p["false"]) for p in others], z), "boosted inside": inside,
            "fitted on rows": z @ fit([(z, y)])[1:], "best feature": max((part[n] for n in names), key=lambda x: average_precision(x, y))}


def average_precision(score, y):
    y = y[np.argsort(-score, kind="stable")]
    return (y * y.cumsum() / np.arange(1, len(y) + 1)).sum() / y.sum()


def first_part(score, y, part):
    return y[np.argsort(-score, kind="stable")[: max(1, round(part * len(y)))]].mean()


def ask_cleanlab(part):
    """How far cleanlab doubts that each negative is not relevant. It is asked about the negatives and the known positives of a collection, by
    a logistic regression cross-validated over queries, of the numbers that both have: BM25 and the cosine as they are, standardised and
    ranked among the documents of the query."""
    from cleanlab.rank import get_label_quality_scores
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    _, first, asked = np.unique(part["asked"], return_index=True, return_inverse=True)
    negatives, positives = np.c_[part["bm25"], part["cosine"]], np.c_[part["bm25"] - part["bm25_lead"], part["positive"]][first]
    queries, numbers = np.r_[asked, np.arange(len(first))], np.r_[negatives, positives]
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
    return 1 - get_label_quality_scores(labels, said)[: len(negatives)]


def rivals(part):
    """The numbers that people use; without MiniLM those of the texts."""
    cosine = part["cosine"]
    if not cosine.any():
        return {"TF-IDF": part["likeness"], "BM25": part["bm25"]}
    found = {"two cosines": cosine + part["likeness_of_cosine"], "cosine": cosine, "relative margin": cosine / np.maximum(1e-6, part["positive"]),
             "TF-IDF": part["likeness"], "BM25": part["bm25"]}
    return found | ({"cleanlab": ask_cleanlab(part)} if importlib.util.find_spec("cleanlab") else {})


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--fitted", action="store_true")
    flags.add_argument("--texts", action="store_true")
    flags.add_argument("--weights", type=pathlib.Path, default=ROOT / "gen" / "audit" / "internal" / "suspect" / "weights.json")
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS="1")
    parts = dict(part for name in COLLECTIONS for part in make(name, options))
    logits, bound, fitted_models = {}, {}, {"text": TEXT} if options.texts else NAMES
    tried = {"texts": TEXT, "without": TEXT[:-1]} if options.texts else {"texts": TEXT, "run": NAMES["run"]}
    for key, part in parts.items():
        others = [parts[other] for other in parts if other[0] != key[0] and other[1] != "like"]
        for model, names in tried.items():
            weights = fit([(standardised(p, names), p["false"]) for p in others])
            logits[key, model] = weights[0] + standardised(part, names) @ weights[1:]
        bound[key] = rivals(part) | bounds(part, others, TEXT if options.texts else NAMES["run"])
    columns = ["share", *tried, *next(iter(bound.values()))]
    for title, measure in (("average precision", average_precision), ("precision of the likeliest 5 %", lambda s, y: first_part(s, y, 0.05))):
        print(f"\n{title}\n{'':19}" + " ".join(f"{column:>15}" for column in columns))
        table = {}
        for key, part in parts.items():
            y, scores = part["false"], {model: logits[key, model] for model in tried} | bound[key]
            table[key] = [y.mean(), *(measure(score, y) for score in scores.values())]
            print(f"{key[0]:11}{key[1]:8}" + " ".join(f"{v:15.3f}" for v in table[key]), flush=True)
        for way in dict.fromkeys(way for _, way in parts):
            print(f"{'mean':11}{way:8}" + " ".join(f"{v:15.3f}" for v in np.mean([table[key] for key in table if key[1] == way], 0)))
    if options.fitted:
        return
    fitted = [part for key, part in parts.items() if key[1] != "like"]
    rounded = lambda values: [float(f"{v:.5g}") for v in values]
    models = json.loads(options.weights.read_text())["models"]
    for model, names in fitted_models.items():
        weights = rounded(fit([(standardised(p, names), p["false"]) for p in fitted]))
        models[model] = {"features": names, "weights": weights[1:], "bias": weights[0]}
    about = "Fitted by make fit-audit on WikiQA, CACM, Cranfield, SciFact and TREC DL 2019 and 2020 over MS MARCO; see .ci/fit_audit.py."
    if options.texts:
        about += " The text model was fitted later, with --texts."
    options.weights.write_text(json.dumps({"about": about, "models": models}, indent=1) + "\n")


if __name__ == "__main__":
    main()
