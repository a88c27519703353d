"""Rows in the order curriculum, read as a stream: first those of axioms, then the judged ones, each task well mixed inside."""

import datasets
import pytest

PHASES = ["axiom", "judged"]


@pytest.fixture(scope="module")
def shards(axiomine, data, vocab, tmp_path_factory):
    out = tmp_path_factory.mktemp("order") / "out"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 40, "--axioms", "length-safe", "--set", "class_test=0", "--set", "order=curriculum",
             "--mixture", "ranking=400,m-and=200", "--weights", "agreement", "--vocab", vocab, "--max-length", 64, "--set", "max_query_length=24",
             "--output-format", "parquet,st-triplet", "--set", "readers=1", "-o", out)
    axiomine("tokenize", "verify", out / "shards")
    return out / "shards"


def stream(shards, config):
    return list(datasets.load_dataset(str(shards), config, split="train", streaming=True))


def test_phases(shards):
    """Over the borders of shards; other configs hold the same rows in the same order."""
    assert len(list((shards / "mixed").glob("train-*"))) > 2
    pairs = stream(shards, "pairs")
    sources = [row["source"] for row in pairs]
    assert sources == sorted(sources, key=PHASES.index) and set(sources) == set(PHASES)
    uids = [row["uid"] for row in pairs]
    pointwise = list(dict.fromkeys(row["uid"] for row in stream(shards, "cross")))  # a pair may lose a row to one that contradicts it
    assert pointwise == [uid for uid in uids if uid in set(pointwise)] and len(pointwise) > .9 * len(uids)
    assert [row["uid"] for row in stream(shards, "triplet-meta")] == uids
    mixed = stream(shards, "mixed")
    ranking = [row["uid"] for row in mixed if row["task"] == "pairwise"]
    assert ranking[::2] == ranking[1::2] == uids
    judged = {row["uid"] for row in pairs if row["source"] == "judged"}
    last = max(i for i, row in enumerate(mixed) if row["uid"] not in judged)
    assert all(row["uid"] in judged for row in mixed[last + 1:]) and not any(row["uid"] in judged for row in mixed[:last + 1])
    first = [row["task"] for row in mixed[:last + 1]]
    assert len(set(first[:len(first) // 10])) == 2


def test_weights(shards):
    """A judged row weighs 1, an axiom's rows all the same, what its agreement with the judgements is; in every config."""
    weights = {}
    for row in stream(shards, "pairs"):
        weights.setdefault(row["axiom"], set()).add(row["weight"])
    assert weights.pop("") == {1.0} and len(weights) == 3
    assert all(len(w) == 1 and 0 < min(w) < 1 for w in weights.values())
    of = {row["uid"]: row["weight"] for row in stream(shards, "pairs")}
    for config in ("cross", "pairs-tokenized", "triplet-meta"):
        assert all(row["weight"] == of[row["uid"]] for row in stream(shards, config))
