"""audit finds exchanged labels of pairs as well as confident learning does over scikit-learn's regression of the same kind of features."""

import json
import random

import numpy as np
import pyarrow.parquet as pq
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict

PAIRS = 2000


def pairs(r):
    """Pairs of texts with a label each: the second repeats words of the first, fewer where the label is 0."""
    for _ in range(PAIRS):
        first, label = [f"w{r.randrange(3000)}" for _ in range(r.randrange(8, 25))], int(r.random() < .4)
        share = r.uniform(.4, .95) if label else r.uniform(0, .5)
        yield " ".join(first), " ".join(w if r.random() < share else f"w{r.randrange(3000)}" for w in first), label


def confident(rows):
    """The rows that confident learning prunes (Northcutt et al. 2021, by class): those whose held-out probability of the other label reaches the mean
    of that label's rows, the farthest first."""
    tfidf = TfidfVectorizer().fit([a for a, _, _ in rows] + [b for _, b, _ in rows])
    cosine = np.asarray(tfidf.transform([a for a, _, _ in rows]).multiply(tfidf.transform([b for _, b, _ in rows])).sum(1)).ravel()
    words = [(set(a.split()), set(b.split())) for a, b, _ in rows]
    x = np.array([[c, len(a & b) / len(a | b), abs(np.log(len(a) / len(b)))] for c, (a, b) in zip(cosine, words)])
    y = np.array([label for _, _, label in rows])
    p = cross_val_predict(LogisticRegression(), x, y, cv=5, method="predict_proba")
    threshold = [p[y == label, label].mean() for label in (0, 1)]
    return {i for i in range(len(rows)) if p[i, 1 - y[i]] >= max(.5, threshold[1 - y[i]])}


@pytest.mark.parametrize("share", [.03, .1])
def test_exchanged_labels(axiomine, tmp_path, share):
    r = random.Random(4)
    rows, exchanged = [], set()
    for i, (first, second, label) in enumerate(pairs(r)):
        if r.random() < share:
            exchanged.add(i)
            label = 1 - label
        rows.append((first, second, label))
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps({"sentence1": a, "sentence2": b, "label": label}) + "\n" for a, b, label in rows))
    axiomine("audit", path, "-q", "-o", tmp_path / "out", capture_output=True)
    flags = pq.read_table(tmp_path / "out" / "flags.parquet").to_pylist()
    ours = {flag["row"] for flag in flags if flag["code"] == "label-error"}

    theirs = confident(rows)

    def right(found):
        return len(found & exchanged) / len(found)

    def f1(found):
        return 2 * len(found & exchanged) / (len(found) + len(exchanged))
    assert right(ours) > right(theirs) and f1(ours) > f1(theirs) - .02, (right(ours), f1(ours), right(theirs), f1(theirs))
