"""Prints how well `axiomine audit` finds exchanged labels in sets of labelled pairs, beside confident learning as cleanlab does it.

    python3 .ci/label_errors.py --axiomine AXIOMINE --data COLLECTIONS

WikiQA's pairs are all that people judged. Of the other four collections, a query has at most 20 relevant documents, and as many that are not:
judged ones where there are enough, else random ones. A share of the labels is exchanged at random. Confident learning (Northcutt et al. 2021)
has the features that the audit has: shared words, shared stretches of two words, the cosine of TF-IDF and the lengths. Its probabilities
are of a logistic regression that is cross-validated over queries. Of each: rows flagged, the share of them that were exchanged, the share
of the exchanged that were flagged. The last two columns are average precision of the order: of the audit where it flags, and of cleanlab's.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import tempfile

import numpy as np
import pyarrow.parquet as pq
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from studies import COLLECTIONS, read

SHARES, MOST = (0, 0.05, 0.1, 0.2), 20


def pairs(name, data):
    """[(query, text, label)] of a collection, in random order."""
    documents, queries, judged = read(name, data)
    chosen, rows, everything = random.Random(7), [], sorted(d for d, text in documents.items() if text)
    if name == "wikiqa":
        relevant = {(q, d) for split in judged.values() for q, grades in split.items() for d, grade in grades.items() if grade > 0}
        lines = (line.split() for file in sorted(data.glob("judged.*.txt")) for line in file.open())
        rows = [(queries[f[0]], documents[f[2]], int((f[0], f[2]) in relevant)) for f in lines]
    for split, of in judged.items() if name != "wikiqa" else ():
        least = 2 if (name, split) == ("msmarco_dl", "test") else 1
        for query, grades in of.items():
            relevant = [d for d, grade in grades.items() if grade >= least and documents.get(d)][:MOST]
            others = [d for d, grade in grades.items() if grade <= 0 and documents.get(d)]
            if len(others) < len(relevant):
                others = [d for d in chosen.sample(everything, 2 * MOST) if d not in grades]
            negatives = chosen.sample(others, min(len(relevant), len(others)))
            rows += [(queries[query], documents[d], label) for label, ids in ((1, relevant), (0, negatives)) for d in ids]
    chosen.shuffle(rows)
    return rows


def features(rows):
    """The features of each pair."""
    lists = [[re.findall(r"\w+", text.lower()) for text in row[:2]] for row in rows]
    vectors = TfidfVectorizer(token_pattern=r"\w+").fit(text for row in rows for text in row[:2])
    cosine = np.asarray(vectors.transform(r[0] for r in rows).multiply(vectors.transform(r[1] for r in rows)).sum(1)).ravel()

    def shares(a, b):
        common = len({*a} & {*b})
        steps = [{*zip(words, words[1:])} for words in (a, b)]
        both = len(steps[0] & steps[1]) / max(1, len(steps[0] | steps[1]))
        return common / max(1, len({*a})), common / max(1, len({*b})), common / max(1, len({*a, *b})), both, abs(np.log((1 + len(a)) / (1 + len(b))))

    return np.c_[[shares(*both) for both in lists], cosine, cosine**2]


def confident(x, labels, groups):
    """Which labels confident learning doubts, and how far: the probability of a class is held against its mean over the rows of the class."""
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000))
    p = cross_val_predict(model, x, labels, groups=groups, cv=GroupKFold(5), method="predict_proba")
    sure = p >= [p[labels == label, label].mean() for label in (0, 1)]
    other = 1 - labels
    at = np.arange(len(labels))
    return sure[at, other] & (~sure[at, labels] | (p[at, other] > p[at, labels])), p[at, other]


def average_precision(score, wrong):
    wrong = wrong[np.argsort(-score, kind="stable")]
    return (wrong * wrong.cumsum() / np.arange(1, len(wrong) + 1)).sum() / max(1, wrong.sum())


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=pathlib.Path(__file__).parents[1] / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    options = flags.parse_args()
    print(f"{'':11}  rows  share    audit  right  found   cleanlab  right  found      order of audit, cleanlab")
    for name in COLLECTIONS:
        rows = pairs(name, options.data / name)
        x, right = features(rows), np.array([row[2] for row in rows])
        _, groups = np.unique([row[0] for row in rows], return_inverse=True)
        for share in SHARES:
            wrong = np.zeros(len(rows), int)
            wrong[random.Random(11).sample(range(len(rows)), round(share * len(rows)))] = 1
            labels = right ^ wrong
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "pairs.jsonl"
                file.write_text("".join(json.dumps({"query": q, "passage": d, "label": int(labels[i])}) + "\n" for i, (q, d, _) in enumerate(rows)))
                subprocess.run([options.axiomine, "audit", "-q", file, "-o", file.with_suffix("")], check=True, stdout=subprocess.DEVNULL)
                found = [row for row in pq.read_table(file.with_suffix("") / "flags.parquet").to_pylist() if row["code"] == "label-error"]
            score = np.zeros(len(rows))
            score[[row["row"] for row in found]] = [row["score"] for row in found]
            doubted, doubt = confident(x, labels, groups)
            numbers = []
            for flagged in (score > 0, doubted):
                hits = wrong[flagged].sum()
                numbers += [flagged.sum(), hits / max(1, flagged.sum()), hits / max(1, wrong.sum())]
            orders = [average_precision(s, wrong) for s in (score, doubt)] if wrong.any() else []
            text = "{:9} {:6.2f} {:6.2f}  {:9} {:6.2f} {:6.2f}".format(*numbers)
            print(f"{name:11} {len(rows):5}  {share:5.2f}{text}   " + " ".join(f"{v:12.3f}" for v in orders), flush=True)


if __name__ == "__main__":
    main()
