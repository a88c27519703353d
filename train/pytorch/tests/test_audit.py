"""Audits of training sets."""

import json

import pytest

import axiomine

ROWS = [
    {"query": "q", "positive": "a", "negative": "b"},
    {"query": "q", "positive": "b", "negative": "a"},
    {"query": "r", "positive": "c", "negative": "d"},
    {"query": "r", "positive": "c", "negative": "d"},
]


def test_a_path_and_a_table_have_the_same_audit(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    import datasets
    import pandas

    for rows in (path, str(path), [path], ROWS, pandas.DataFrame(ROWS), datasets.Dataset.from_list(ROWS)):
        found = axiomine.audit(rows)
        assert {f["code"]: f["count"] for f in found.findings} == {"contradiction": 2, "repeated-row": 1}
        assert list(found.flags.columns) == ["row", "code", "score", "reason"]
        assert list(found.flags.row) == [0, 1, 3]
        assert found["rows"] == 4 and "contradict" in repr(found)
    assert found["files"][0]["name"] == "rows.jsonl"


def test_leaks_and_output(tmp_path):
    found = axiomine.audit(ROWS, test=[{"query": "R", "positive": "x", "negative": "y"}], output=tmp_path / "out")
    assert {f["code"] for f in found.findings} >= {"test-query"}
    assert json.loads((tmp_path / "out" / "audit.json").read_text())["rows"] == 4


def test_splits():
    import datasets

    rows = datasets.Dataset.from_list(ROWS)
    found = axiomine.audit(datasets.DatasetDict(train=rows, test=rows))
    assert {f["code"]: f["count"] for f in found.findings}["split-leak"] == 4
    with pytest.raises(axiomine.InputError, match="split 'odd'"):
        axiomine.audit(datasets.DatasetDict(odd=rows))


def test_no_training_set():
    with pytest.raises(axiomine.InputError, match="no training rows"):
        axiomine.audit([{"x": "1", "y": "2"}])
    with pytest.raises(axiomine.UsageError, match="columns"):
        axiomine.audit(ROWS, columns="query=nothing,positive=positive,negative=negative")
