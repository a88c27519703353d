"""Conversions of cells, rows as a collection, warnings, messages in Python's words, what a notebook shows."""

import decimal
import subprocess
import sys
import uuid

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest
from datasets import Dataset, DatasetDict

import axiomine
from axiomine import _html, _messages, _values
from axiomine._options import GIVEN_BY, ExperimentOptions, MineOptions

ROWS = {
    "query": ["blue whale", "blue whale", "blue whale", "red fox", "red fox"],
    "passage": ["a blue whale", "a whale at sea", "blue paint", "a red fox", "a fox"],
    "label": [1, 0, 0, 1, 0],
}


def triples(pairs):
    return [(p["query"], p["positive"], p["negative"], p["axiom"], p["pos_id"]) for p in pairs]


SPELLINGS = [
    (7, "7"),
    (7067032.0, "7067032"),
    (numpy.float64(3), "3"),
    (numpy.uint64(2**63 + 5), "9223372036854775813"),
    ("007", "007"),
    (b"d1", "d1"),
    ("12345678901234567890", "12345678901234567890"),
    (12345678901234567890, "12345678901234567890"),
    (1.5, "1.5"),
    (decimal.Decimal("5.0"), "5"),
    (uuid.UUID(int=7), "00000000-0000-0000-0000-000000000007"),
]


@pytest.mark.parametrize(("value", "want"), SPELLINGS)
def test_ids_have_one_spelling(value, want):
    assert _values.identifier(value, "documents", 1, "docno") == want


@pytest.mark.parametrize("value", [None, float("nan"), pandas.NA, pandas.NaT, "", [1], True, float("inf"), 1e20, "a\0b", "\ud800", b"\xff"])
def test_what_is_no_id_is_an_error_with_its_row(value):
    with pytest.raises(axiomine.InputError, match=r"^documents: row 2: docno "):
        _values.identifier(value, "documents", 2, "docno")


def test_grades():
    for value, want in [(1, 1), (2.0, 2), (numpy.int8(3), 3), (True, 1), ("1", 1), ("2.0", 2), ("yes", 1), ("False", 0), (-2, -2)]:
        assert _values.grade(value, "qrels", 1, "label") == want
    for value in (0.9, "0.9", "0,9", "relevant", None, float("nan"), float("inf"), pandas.NA, decimal.Decimal("1.5"), [1], ""):
        with pytest.raises(axiomine.InputError, match=r"^qrels: row 4: label is "):
            _values.grade(value, "qrels", 4, "label")


def test_cells_keep_their_digits_or_are_refused():
    for value, want in [(decimal.Decimal("12345678901234567890"), 12345678901234567890), (decimal.Decimal("1.00"), 1)]:
        assert _values.cell(value) == want and isinstance(_values.cell(value), int)
    for value in ({"b", "a"}, frozenset("a"), object(), [object()]):  # of no order, or written by its address
        with pytest.raises(axiomine.InputError, match="which is no text, number or list"):
            _values.cell(value)


def test_rows_give_what_their_file_gives(tmp_path):
    frame = pandas.DataFrame(ROWS)
    frame.to_parquet(tmp_path / "rows.parquet", index=False)
    want = triples(axiomine.mine(tmp_path / "rows.parquet", axioms=[], ratio="1:1"))
    assert len(want) == 3
    rows = frame.to_dict("records")
    kinds = [frame, frame.set_index("query"), polars.DataFrame(ROWS), polars.LazyFrame(ROWS), pyarrow.table(ROWS)]
    kinds += [Dataset.from_dict(ROWS), DatasetDict(train=Dataset.from_dict(ROWS)), rows, frame.astype({"label": float})]
    kinds += [duckdb.from_arrow(pyarrow.table(ROWS))]
    for kind in kinds:
        assert triples(axiomine.mine(kind, axioms=[], ratio="1:1")) == want, type(kind)
    named = frame.rename(columns={"query": "a", "passage": "b", "label": "c"})
    assert triples(axiomine.mine(named, columns="query=a,document=b,label=c", axioms=[], ratio="1:1")) == want
    with pytest.raises(axiomine.InputError, match="queries: none are given"):
        axiomine.mine(pandas.DataFrame({"docno": ["a"], "text": ["b"]}))


def test_a_table_of_texts_alone_is_numbered(whales):
    texts, topics = whales
    columns = {"text": list(texts.values())}
    for table, ids in (
        (polars.DataFrame(columns), "123"),
        (Dataset.from_dict(columns), "123"),
        ([{"title": "", "text": text} for text in texts.values()], "123"),
        (pandas.DataFrame(columns), "012"),
        (pandas.DataFrame(columns, index=list(texts)), "abc"),
    ):
        pairs = axiomine.mine(table, polars.DataFrame({"query": list(topics.values())}))
        assert {p["query_id"] for p in pairs} == {"1"} and {p["pos_id"] for p in pairs} == {ids[0]}
    for odd in ({"body": columns["text"]}, {"name": list(texts)}):
        with pytest.raises(axiomine.InputError, match="documents: no column docno or"):
            axiomine.mine(pandas.DataFrame({**columns, **odd}), topics)
    with pytest.raises(axiomine.InputError, match="qrels: no column qid or"):
        axiomine.mine(*whales, qrels=pandas.DataFrame({"docno": ["a"], "label": [1]}))


def test_texts_series_and_an_index(whales):
    texts, topics = whales
    want = sorted((p["positive"], p["negative"]) for p in axiomine.mine(*whales))
    series = pandas.Series(texts)
    index = pandas.DataFrame({"text": series}).rename_axis("docno")
    for kind in (list(texts.values()), series, index, polars.LazyFrame({"docno": list(texts), "text": list(texts.values())})):
        assert sorted((p["positive"], p["negative"]) for p in axiomine.mine(kind, topics)) == want


def test_warnings_are_python_s(whales):
    with pytest.warns(axiomine.Warning, match=r"1 of 2 judged documents are in the collection; qrels row 2 names 'zzz'") as caught:
        pairs = axiomine.mine(*whales, {"q": {"b": 1, "zzz": 1}}, axioms="tfc1", ratio="7:1")
    assert all(w.filename == __file__ for w in caught)
    assert pairs.warnings == [str(w.message) for w in caught] and len(pairs.warnings) > 1
    with pytest.raises(axiomine.ShortfallError, match="0 of 1 judged documents are in the collection"):
        axiomine.mine(*whales, {"q": {"zzz": 1}}, ratio="1:1")


def test_an_amount_that_is_short_is_a_warning(whales):
    with pytest.warns(axiomine.Warning, match="fewer than asked"):
        assert len(axiomine.mine(*whales, axioms="tfc1", pairs=900)) == 2


@pytest.mark.parametrize("form", [pandas.DataFrame, Dataset.from_pandas, lambda frame: frame.to_dict("records")])
def test_a_column_of_splits_is_not_passed_over(form, whales):
    frame = pandas.DataFrame({"qid": ["q", "q"], "docno": ["a", "c"], "label": [1, 0], "Split": ["train", "test"]})
    with pytest.raises(axiomine.InputError, match="qrels: the column Split names the splits train, test"):
        axiomine.mine(*whales, form(frame))
    with pytest.raises(axiomine.InputError, match="qrels: the column Split names the splits train-full,  Test_2"):
        axiomine.mine(*whales, form(frame.assign(Split=["train-full", " Test_2"])))
    for names in (["train", "training"], ["law", "test"], ["law", "health"]):
        assert len(axiomine.mine(*whales, form(frame.assign(Split=names)), axioms="tfc1", pairs=1)) > 0
    for names, split in ((["val", "Dev"], "dev"), (["test", "Testing"], "test")):  # as a file of the same rows
        held = form(frame.assign(Split=names))
        with pytest.raises(axiomine.Error, match=f"there is no training split: the collection has queries of {split} alone"):
            axiomine.mine(*whales, held, axioms="tfc1", pairs=1)
        assert len(axiomine.mine(*whales, held, axioms="tfc1", pairs=1, train_on=names[0])) > 0
    asked = pandas.DataFrame({"qid": ["1", "2"], "query": ["whale", "blue"], "Split": ["dev", "test"]})
    with pytest.raises(axiomine.InputError, match="queries: the column Split"):
        axiomine.mine(whales[0], form(asked), axioms="tfc1", pairs=1)
    with pytest.raises(axiomine.Error, match="the collection has queries of test alone"):
        axiomine.mine(whales[0], form(asked.assign(Split="test")), axioms="tfc1", pairs=1)
    with pytest.raises(axiomine.Error, match="the collection has queries of test alone"):
        axiomine.mine(*whales, DatasetDict({"test": Dataset.from_pandas(frame.drop(columns="Split"))}), axioms="tfc1", pairs=1)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_column_of_splits_in_a_file_is_not_passed_over(ending, whales, tmp_path):
    rows = pandas.DataFrame({"query_id": ["1", "2"], "query": ["whale", "blue"], "doc_id": "a", "label": 1, "Split": ["train", "test"]})
    path = str(tmp_path / f"rows.{ending}")
    if ending == "csv":
        rows.to_csv(path, index=False)
    elif ending == "jsonl":
        rows.to_json(path, orient="records", lines=True)
    else:
        rows.to_parquet(path)
    pairs = axiomine.mine(whales[0], path, path, axioms="tfc1", pairs=1)
    assert {row["query_id"] for row in pairs if row["split"] == "train"} == {"1"}


def test_evaluate_refuses_what_is_no_grade():
    with pytest.raises(axiomine.InputError, match=r"qrels: row 1: the label of q, a is 0.9"):
        axiomine.evaluate({"q": {"a": 0.9}}, {"q": {"a": 1}})
    with pytest.raises(axiomine.InputError, match=r"qrels: row 1: the id 'd2 0\\nq1 0 d1' holds a space"):
        axiomine.evaluate({"q1": {"d2 0\nq1 0 d1": 1}}, {"q1": {"d1": 1}})
    with pytest.raises(axiomine.InputError, match=r"run: row 1: the score of q, a is missing"):
        axiomine.evaluate({"q": {"a": 1}}, {"q": {"a": float("nan")}})


def test_what_is_pasted_together_is_two_arguments():
    said = _messages.translated('paste --columns "query=a,document=b,label=c" --labels "ja=1,nein=0" if that is what the words mean')
    assert said == 'paste columns="query=a,document=b,label=c", labels="ja=1,nein=0" if that is what the words mean'


@pytest.mark.parametrize("flag", sorted(_messages.NAMES))
def test_every_flag_has_its_name_in_python(flag):
    name = _messages.NAMES[flag]
    for line in (f"give --{flag} N, or not", f"leave out --{flag}", f'--{flag}: "x" is wrong', f"(--{flag}=2) and --{flag} a=b|c"):
        said = _messages.translated(line)
        assert "--" not in said and name in said, said
    assert f"{name}=N" in _messages.translated(f"give --{flag} N")


@pytest.mark.parametrize("name", [name for name, words in GIVEN_BY.items() if words.startswith("--set=")])
def test_keys_without_flags_are_keyword_arguments(whales, name):
    """A key without a flag is taken like any other: a fault of its value is told by its name, and it is no unknown option."""
    call = axiomine.experiment if name in ExperimentOptions.__annotations__ and name not in MineOptions.__annotations__ else axiomine.mine
    try:
        call(*whales, **{name: "x\0"})
    except axiomine.OptionError as e:
        raise AssertionError(f"{name} is unknown") from e
    except axiomine.UsageError as e:
        assert name.removesuffix("s") in str(e)  # an unknown measure is called that


def test_a_key_without_a_flag_takes_effect(whales):
    with pytest.raises(axiomine.UsageError, match=r"^k3 has no effect here: "):
        axiomine.mine(*whales, axioms="tfc1", ratio="none", k3=8, retrieval="ql")
    assert len(axiomine.mine(*whales, axioms="tfc1", ratio="none", k3=8)) == 2


def test_messages():
    said = {
        "ask with --pairs N": "ask with pairs=N",
        "say --columns query=NAME,document=NAME": 'say columns="query=NAME,document=NAME"',
        '--hits: "x" is no number; hint: see axiomine gen --help': 'hits: "x" is no number',
        "configuration: gen.hits must be at least 1; hint: see axiomine configs show": "hits must be at least 1",
        "stop words of Spanish; hint: --language es": 'stop words of Spanish; hint: language="es"',
        "gen --set rows_of=train --seed=1 -- out": "gen rows_of=train seed=1 -- out",
        "give --resume or --overwrite": "give resume=True or overwrite=True",
        "raise it with --set k3=N": "raise it with k3=N",
        '--set k3: "x" is not a number; hint: see axiomine configs show': 'k3: "x" is not a number',
        "--hits (gen.hits) has no effect here": "hits has no effect here",
        "a--b --nosuch": "a--b --nosuch",
        "at most 5 (--pairs N: N)": "at most 5 (pairs=N: N)",
        "--columns query=a: there is none": 'columns="query=a": there is none',
        "--fail-on repeated-row=x: no share": 'fail_on="repeated-row=x": no share',
        "--fail-on: no; hint: raise it: --fail-on CODE=5%": 'fail_on: no; hint: raise it: fail_on="CODE=5%"',
        "-c nv-retriever takes them": 'config="nv-retriever" takes them',
    }
    assert {line: _messages.translated(line) for line in said} == said


def test_notebooks_show_escaped_texts():
    pairs = axiomine.mine({"a": "<b>blue</b> whale", "b": "a whale <script>"}, {"q": "blue whale"}, axioms="tfc1")
    shown = pairs._repr_html_()
    assert "&lt;b&gt;blue" in shown and "<b>blue" not in shown and "<script" not in shown
    assert 'nowrap">tfc1</td>' in shown and 'nowrap">&lt;b' in shown  # the name of an axiom is not broken
    assert "normal; min-width: 14em" in _html.table("", ["text"], [["blue " * 6]], 1)
    assert "min-width" not in _html.table("", ["text"], [["blue"]], 1)
    shown = axiomine.explain("tfc1", "blue <whale>", "a blue whale", "a whale")._repr_html_()
    assert "d1 above d2" in shown and "<whale>" not in shown
    with axiomine.serve({"<a>": "a blue whale", "b": "a whale"}, {"q": "blue whale"}, axioms="tfc1") as server:
        assert "&lt;a&gt;" in server.preferences({"q": ["<a>", "b"]})._repr_html_()


def test_versions(program):
    assert axiomine.__version__ == axiomine.version()
    line = [sys.executable, "-m", "axiomine", "--version"]
    said = subprocess.run(line, capture_output=True, text=True, check=True, cwd=axiomine.__path__[0] + "/..").stdout
    assert axiomine.version() in said


def test_lazy_frame_that_cannot_be_collected():
    for frame in (polars.scan_csv("nosuch.csv"), polars.LazyFrame({"docno": ["a"]}).with_columns(polars.col("none"))):
        with pytest.raises(axiomine.InputError, match="a LazyFrame cannot be collected"):
            axiomine.mine(frame, {"q": "whale"})
