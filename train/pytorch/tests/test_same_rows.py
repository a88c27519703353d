"""One table of conversions: the same random rows give the same pairs, whatever holds them: a frame, dicts, a data set, a file."""

import random

import pandas
import polars
import pyarrow
import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, List, Value

import axiomine
from axiomine import _tables

WORDS = ["blue", "whale", "sea", "red", "fox", "paint", "number", "river", "stone", "sky"]
KINDS = {
    "pandas": lambda rows, place: pandas.DataFrame(rows),
    "floats": lambda rows, place: pandas.DataFrame(rows).astype({"label": "float64"}),
    "nullable": lambda rows, place: pandas.DataFrame(rows).convert_dtypes(),
    "categories": lambda rows, place: pandas.DataFrame(rows).astype({"query": "category"}),
    "another index": lambda rows, place: pandas.DataFrame(rows, index=range(5, 5 + len(rows))),
    "an index with a name": lambda rows, place: pandas.DataFrame(rows).set_index("query"),
    "polars": lambda rows, place: polars.DataFrame(rows),
    "lazy": lambda rows, place: polars.LazyFrame(rows),
    "arrow": lambda rows, place: pyarrow.Table.from_pylist(rows),
    "data set": lambda rows, place: Dataset.from_list(rows),
    "splits": lambda rows, place: DatasetDict(train=Dataset.from_list(rows)),
    "dicts": lambda rows, place: rows,
    "parquet": lambda rows, place: written(rows, place / "rows.parquet", "to_parquet"),
    "csv": lambda rows, place: written(rows, place / "rows.csv", "to_csv"),
}


def written(rows, path, method):
    getattr(pandas.DataFrame(rows), method)(path, index=False)
    return path


def drawn(seed):
    """Draws the rows of a table: ids as numbers or texts, or without ids; texts with commas, quotes and accents; grades, some missing."""
    draw = random.Random(seed)
    texts = [" ".join(draw.choices(WORDS, k=draw.randint(2, 9))) + draw.choice(["", ', "so"', " é", " 7"]) for _ in range(12)]
    queries = [" ".join(draw.sample(WORDS, 2)) for _ in range(3)]
    ids = draw.choice(["none", "numbers", "texts"])
    rows = []
    for number, query in enumerate(dict.fromkeys(queries), 1):
        for place in draw.sample(range(12), draw.randint(4, 9)):
            row = {"query": query, "passage": texts[place], "label": draw.choice([0, 1, 2, 2, None])}
            if ids != "none":
                spell = (lambda n: n) if ids == "numbers" else (lambda n: f"x{n}")
                row |= {"query_id": spell(number), "doc_id": spell(100 + place)}
            rows.append(row)
    draw.shuffle(rows)
    return rows


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(2))
def test_the_same_rows_give_the_same_pairs(seed, tmp_path):
    options = {"axioms": "tfc1", "ratio": "1:1", "seed": seed, "on_shortage": "accept"}
    rows = drawn(seed)
    columns = (
        "query_id",
        "query",
        "pos_id",
        "positive",
        "neg_id",
        "negative",
        "axiom",
        "pos_grade",
        "neg_grade",
        "negative_source",
        "weight",
    )
    want, first = None, ""
    for kind, make in KINDS.items():
        pairs = axiomine.mine(make(rows, tmp_path), **options)
        found = [tuple(p[name] for name in columns) for p in pairs]
        if want is None:
            want, first = found, kind
        assert found == want and len(found) > 3, f"{kind} is not {first}"


# What is no value of a column: its column, the value, and what the error says of it.
WRONG = [
    ("docno", float("nan"), "docno is missing"),
    ("docno", None, "docno is missing"),
    ("docno", 1.5e300, "docno is 1.5e.300: a float has lost digits"),
    ("label", 0.5, "label is 0.5, which is no grade"),
    ("label", float("nan"), "label is missing"),
    ("label", "relevant", "label is 'relevant', which is no grade"),
    ("label", "1.5", "label is '1.5', which is no grade"),
    ("qid", None, "qid is missing"),
]


@pytest.mark.parametrize(("column", "value", "says"), WRONG)
def test_what_is_no_value_is_an_error_with_row_column_and_value(column, value, says, whales):
    rows = [{"qid": "q", "docno": "a", "label": 1}, {"qid": "q", "docno": "b", "label": 0}]
    rows[1][column] = value
    tables = [rows, pandas.DataFrame(rows).astype({column: object}), [tuple(row.values()) for row in rows]]
    for table in tables:
        with pytest.raises(axiomine.InputError, match=rf"^qrels: row 2: {says}"):
            axiomine.mine(*whales, table)


# Labels that a table of judgements spells, in a file and in Python: those with a grade, and those without.
GRADES = ["1", "0", "-1", " 2 ", "+2", "2.0", "2.", "1e1", "20e-1", "2,0", "-2,0", "0,000", "true", "Yes", "FALSE", "no"]
NO_GRADES = ["1,5", "1.5", "maybe", "", "NaN", "None", "NA", "null", "1_0", "0x1", "inf", "٣", "1,2,3", ",5", "1e"]


def judged(label, number):
    """Returns judgements of a query: the last label is spelled."""
    return [{"qid": str(number), "docno": name, "label": given} for name, given in (("a", "1"), ("b", "0"), ("c", label))]


def test_labels_have_one_spelling_in_files_and_in_python(tmp_path):
    documents = pandas.DataFrame({"docno": list("abc"), "text": ["red fox", "red sea", "red sky"]})
    queries = pandas.DataFrame({"qid": [str(n) for n in range(len(GRADES))], "query": [f"red {n}" for n in range(len(GRADES))]})
    rows = [row for number, label in enumerate(GRADES) for row in judged(label, number)]
    tables = {kind: KINDS[kind](rows, tmp_path) for kind in ("csv", "pandas", "polars", "arrow", "data set", "dicts")}
    tables["a dict"] = {q: {row["docno"]: row["label"] for row in rows if row["qid"] == q} for q in queries["qid"]}
    found = {
        kind: [
            (p["query_id"], p["pos_id"], p["neg_id"], p["pos_grade"], p["neg_grade"])
            for p in axiomine.mine(documents, queries, t, axioms="")
        ]
        for kind, t in tables.items()
    }
    assert {pair[0] for pair in found["csv"]} == set(queries["qid"])
    for kind, pairs in found.items():
        assert pairs == found["csv"], kind


def test_labels_without_a_grade_are_counted_in_files_and_errors_in_python(tmp_path, whales):
    for label in NO_GRADES:
        rows = judged(label, 1)
        for table in (rows, pandas.DataFrame(rows), Dataset.from_list(rows), {"1": {row["docno"]: row["label"] for row in rows}}):
            with pytest.raises(axiomine.InputError, match=r"^qrels: row 3: .* is '.*', which is no grade"):
                axiomine.mine(*whales, table, axioms="")
    documents = pandas.DataFrame({"docno": list("abc"), "text": ["red fox", "red sea", "red sky"]})
    rows = [row for number, label in enumerate(NO_GRADES) for row in judged(label, number)]
    queries = pandas.DataFrame({"qid": [str(n) for n in range(len(NO_GRADES))], "query": [f"red {n}" for n in range(len(NO_GRADES))]})
    with pytest.warns(axiomine.Warning):
        pairs = axiomine.mine(documents, queries, KINDS["csv"](rows, tmp_path), axioms="")
    counts = [int(line.split()[1].rstrip(":")) for line in pairs.warnings if line.startswith(("skipped", "noted"))]
    assert sum(counts) == len(NO_GRADES), pairs.warnings


@pytest.mark.parametrize("word", ["1_0", "٣", "0x1", "2,5", "true", ""])
def test_a_score_is_a_number_as_in_a_file(word, whales):
    with pytest.raises(axiomine.InputError, match=r"^run: row 1: the score of 1, a is '.*', which is no score"):
        axiomine.mine(*whales, None, {"1": {"a": word}}, axioms="")


def test_class_labels_are_their_names():
    """The rows of a data set have the names of its class labels, as its own int2str says, at any depth; -1 is no label."""
    label = ClassLabel(names=["entailment", "not_entailment"])
    passage = {"text": Value("string"), "label": label}
    features = Features({"label": label, "labels": List(label), "one": passage, "all": List(passage)})
    row = {"label": 0, "labels": [1, -1], "one": {"text": "a", "label": 1}, "all": [{"text": "b", "label": 0}]}
    (got,) = _tables.rows(Dataset.from_list([row], features=features))
    assert got == {
        "label": "entailment",
        "labels": ["not_entailment", None],
        "one": {"text": "a", "label": "not_entailment"},
        "all": [{"text": "b", "label": "entailment"}],
    }
