"""Columns get their roles alike in every kind of table."""

import re

import pandas
import polars
import pyarrow
import pytest
from datasets import Dataset

import axiomine

KINDS = [pandas.DataFrame, polars.DataFrame, lambda columns: pyarrow.table(columns), Dataset.from_dict, lambda columns: rows_of(columns)]


def rows_of(columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


CASES = {
    "an unknown query": (
        {
            "claim_no": [1, 2],
            "Frage": ["who runs here", "who sings here"],
            "positive": ["a fox runs", "a hen sings"],
            "negative": ["a cow runs", "a cat sings"],
        },
        "query = Frage (the only other text), positive = positive, negative = negative; not used: claim_no",
    ),
    "words": (
        {
            "premise": ["a fox runs"] * 3,
            "hypothesis": ["it moves", "it is late", "it sleeps"],
            "gold_label": ["entailment", "neutral", "contradiction"],
        },
        "query = premise, document = hypothesis, label = gold_label (contradiction = 0, neutral = 0, entailment = 1)",
    ),
    "lists": (
        {"query": ["who runs", "who sings"], "pos": [["a fox"], ["a hen"]], "neg": [["a cow"], None]},
        "query = query, positive = pos, negative = neg",
    ),
    "answers": (
        {"question": ["who runs", "who sings"], "answer": ["a fox", "a hen"]},
        "query = question, document = answer (the positive of its query)",
    ),
}


@pytest.mark.parametrize("columns, want", CASES.values(), ids=CASES)
def test_tables_are_read_alike(columns, want):
    for kind in KINDS:
        found = axiomine.audit(kind(columns))
        rows = len(next(iter(columns.values())))
        assert found.reading == [f"{rows} rows: {want}"] and repr(found).startswith(found.reading[0])
        assert not any(f["code"] == "empty-text" for f in found.findings)
        if "Frage" in columns:
            assert repr(axiomine.mine(kind(columns), axioms=[], ratio="1:1")) == f"Pairs(2: 2 judged)\nread 2 rows: {want}"


def test_refusals_are_alike_and_their_line_reads():
    columns = {"aside": ["it is late today"] * 2, "positive": ["a fox", "a hen"], "negative": ["a cow", "a cat"],
               "told": ["who runs here", "who sings here"]}  # fmt: skip
    texts = set()
    for kind in KINDS:
        for call in (axiomine.audit, axiomine.mine):
            with pytest.raises(axiomine.InputError, match="hold texts and have no role") as refused:
                call(kind(columns))
            line = re.search(r'paste columns="([^"]*)"', str(refused.value))[1]
            texts.add(line)
            if call is axiomine.audit:
                found = axiomine.audit(kind(columns), columns=line)
                assert found.reading == ["2 rows: query = told, positive = positive, negative = negative; not used: aside"]
    assert texts == {"query=told,positive=positive,negative=negative,unused=aside"}
