"""Mixing runs."""

import statistics

import pandas
import pytest

import axiomine

FIRST = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}, "r": {"a": 1.0, "b": 5.0, "c": 0.0}}
SECOND = {"q": {"a": 0.1, "b": 0.2, "c": 0.9}, "r": {"b": 0.3, "a": 0.4, "c": 0.2}}


def z(scores):
    """The definition: the population's standard deviation."""
    return {d: (s - statistics.mean(scores.values())) / statistics.pstdev(scores.values()) for d, s in scores.items()}


def test_sum_of_z_scores():
    mixed = axiomine.mix([FIRST, SECOND], weight=0.65)
    assert mixed.weights == [0.35, 0.65] and mixed.chosen_by == "given" and mixed.verdict == ""
    for query, scores in mixed.items():
        first, second = z(FIRST[query]), z(SECOND[query])
        assert scores == pytest.approx({d: 0.35 * first[d] + 0.65 * second[d] for d in first})
        assert list(scores.values()) == sorted(scores.values(), reverse=True)


def test_forms_of_runs_and_judgements(tmp_path):
    frame = pandas.DataFrame([(q, d, s) for q, of in FIRST.items() for d, s in of.items()], columns=["qid", "docno", "score"])
    frame.to_parquet(tmp_path / "first.parquet")
    qrels = {"q": {"c": 1}, "r": {"a": 1}}
    mixed = axiomine.mix({"BM25": tmp_path / "first.parquet", "cosine": SECOND}, qrels=qrels, output=tmp_path / "mixed.txt")
    assert mixed.weights[1] > 0.5 and mixed.chosen_by == "the best map on 2 judged queries"  # the second run is right on both
    assert [row["system"] for row in mixed.answer["measures"]][:2] == ["BM25", "cosine"] or mixed.answer["runs"][1] == "cosine"
    assert "cosine" in repr(mixed) and mixed.verdict == "mixture and cosine have the same map for every query: 1.000 on 2 queries."
    assert axiomine.evaluate(qrels, tmp_path / "mixed.txt", ["map"]) == {"map": 1.0}
    assert list(mixed.to_pandas().columns) == ["qid", "docno", "score", "rank"]
    measured = axiomine.mix([frame, SECOND], qrels={"q": {"c": 1}}, test_qrels={"r": {"a": 1}})
    assert measured.answer["measured_on"] == "1 judged query"


def test_one_file_under_two_names(tmp_path):
    (tmp_path / "run.txt").write_text("q Q0 a 1 2.0 x\nq Q0 b 2 1.0 x\n")
    for again in (tmp_path / "run.txt", tmp_path / "." / ".." / tmp_path.name / "run.txt"):
        with pytest.raises(axiomine.UsageError, match=r"run.txt (is named twice|and .* are the same)"):
            axiomine.mix({"one": tmp_path / "run.txt", "two": again}, weight=0.5)


def test_refused(tmp_path):
    with pytest.raises(axiomine.UsageError, match="2 weights for 3 runs"):
        axiomine.mix([FIRST, SECOND, FIRST], weight=[0.5, 0.5])
    with pytest.raises(axiomine.UsageError, match="unknown method"):
        axiomine.mix([FIRST, SECOND], method="sum")
    with pytest.raises(axiomine.InputError, match="score of q, a is missing"):
        axiomine.mix([FIRST, {"q": {"a": float("nan")}}])
    with pytest.raises(axiomine.InputError, match="list of runs"):
        axiomine.mix("run.txt")
    with pytest.raises(axiomine.InputError, match='id "q 1" cannot stand in a run; hint: rename it'):
        spaced = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
        for path in spaced:
            path.write_text('{"query_id": "q 1", "doc_id": "a", "score": 1.0}\n')
        axiomine.mix(spaced, weight=0.5)
    with pytest.raises(axiomine.UsageError, match="two runs"):
        axiomine.mix([FIRST])
