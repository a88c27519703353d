"""Audits of training sets."""

import json
from collections.abc import Iterator

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
        assert list(found.flags.columns) == ["row", "code", "score", "reason", "document"]
        assert list(found.flags.row) == [0, 1, 3]
        assert found["rows"] == 4 and "contradict" in repr(found)
    assert found["files"][0]["name"] == "rows.jsonl"


def test_leaks_and_output(tmp_path):
    found = axiomine.audit(ROWS, test=[{"query": "R", "positive": "x", "negative": "y"}], output=tmp_path / "out")
    assert {f["code"] for f in found.findings} >= {"test-query"}
    assert json.loads((tmp_path / "out" / "audit.json").read_text())["rows"] == 4


def test_evidence():
    rows = [
        {
            "query": f"history of topic{i} in place{i}",
            "pos": [f"the history of topic{i} began in place{i} long ago" + ", they say" * (i % 9)],
            "neg": [f"none{10 * i + j} of it" for j in range(10)],
        }
        for i in range(40)
    ]
    rows[7]["neg"][0] = text = "été: where topic7 of place7 began; history of topic7 in place7."
    first = axiomine.audit(rows)["likeliest"][0]["examples"][0]
    shown = first["documents"][1]
    assert first["row"] == 7 and shown["text"] == text
    assert text[shown["start"] : shown["end"]] == "history of topic7 in place7"


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


def test_runs(tmp_path):
    """A run whose ids are the rows' helps to find false negatives; what is no run is an error of ours."""
    rows, run = [], []
    for i in range(40):
        rows.append(
            {
                "query_id": f"q{i}",
                "query": f"history of topic{i}",
                "document_id": f"yes{i}",
                "document": f"topic{i} began long ago",
                "label": 1,
            }
        )
        rows.append(
            {"query_id": f"q{i}", "query": f"history of topic{i}", "document_id": f"no{i}", "document": f"other things{i}", "label": 0}
        )
        run += [f"q{i} Q0 yes{i} 1 0.8 m", f"q{i} Q0 no{i} 2 {0.9 if i == 3 else 0.1} m"]
    path = tmp_path / "run.txt"
    path.write_text("\n".join(run) + "\n")
    without, with_run = axiomine.audit(rows), axiomine.audit(rows, runs={"minilm": path})
    likeliest = [found["likeliest"][0]["examples"] for found in (without, with_run)]
    assert [len(examples) for examples in likeliest] == [20, 20] and likeliest[1][0]["query"] == "history of topic3"
    for bad in ("run.txt", {"a=b": path}, {"": path}, {3: path}, {"a": 3}):
        with pytest.raises(axiomine.Error):
            axiomine.audit(rows, runs=bad)


def test_warnings_are_the_command_s(tmp_path, program, monkeypatch):
    """What was not read or may mean something else is a warning, once, in the words of the command, whatever a terminal's width is."""
    import os
    import subprocess
    import warnings

    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row | {"more": "x"}) + "\n" for row in ROWS) + "{broken\n")
    whole = os.environ | {"COLUMNS": ""}
    said = subprocess.run([program, "audit", path, "-q"], check=True, capture_output=True, text=True, env=whole).stdout.splitlines()
    lines = [line for line in said if line.startswith(("read ", "not read, ", "noted, "))]
    assert len(lines) == 2 and lines[0].endswith("; not used: more")
    monkeypatch.setenv("COLUMNS", "40")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        axiomine.audit(path)
        axiomine.audit([row | {"more": "x"} for row in ROWS])
        axiomine.audit(ROWS)
    assert all(w.category is axiomine.Warning and w.filename == __file__ for w in caught)
    shown = [str(w.message) for w in caught]
    assert shown == [*lines, lines[0]]


def test_what_is_not_read_warns_and_strict_refuses(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(ROWS[0]) + '\n{"query": "q", "positive": "b", "neg\n' + json.dumps(ROWS[2]) + "\n")
    with pytest.warns(axiomine.Warning, match=r"not read, 1 row: malformed JSON \(.*rows\.jsonl:2\)"):
        found = axiomine.audit(path)
    assert {f["code"]: f["severity"] for f in found.findings}["unreadable-row"] == "error"
    assert "1 of 3 rows cannot be read" in repr(found)
    with pytest.raises(axiomine.InputError, match="malformed JSON"):
        axiomine.audit(path, strict=True)
    assert axiomine.audit(ROWS, strict=True)["rows"] == 4


def test_texts_report_and_notebook():
    """An audit shows the texts of the rows that it flags, in the record, on its page and in a notebook."""
    import copy
    import pickle

    rows = [{"query": "what <b>", "positive": f"up {i}", "negative": f"down {i}"} for i in range(2)]
    rows += [{"query": "what <b>", "positive": "down 1", "negative": "up 1"}]
    found = axiomine.audit(rows)
    (example, _) = found.findings[0]["examples"]
    assert example["query"] == "what <b>" and [d["text"] for d in example["documents"]] == ["up 1", "down 1"]
    for one in (found, pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        shown = one._repr_html_()
        assert "down 1" in shown and "what &lt;b&gt;" in shown and "what <b>" not in shown and "contradict" in shown
        page = one.report()
        assert "down 1" in page.path.read_text() and "axiomine" in page._repr_html_()
    assert "Nothing was found in 1 row" in axiomine.audit(ROWS[2:3])._repr_html_()


def test_clean():
    """What was audited comes back without the flagged rows, as the same type; without codes those of exact findings go."""
    import datasets
    import pandas
    import polars
    import pyarrow

    for rows in (ROWS, tuple(ROWS), pandas.DataFrame(ROWS), polars.DataFrame(ROWS), pyarrow.Table.from_pylist(ROWS),
                 datasets.Dataset.from_list(ROWS)):  # fmt: skip
        found = axiomine.audit(rows)
        assert len(found.clean()) == 1 and len(found.clean("repeated-row")) == 3 and len(found.clean("contradiction")) == 2
        assert isinstance(found.clean(), list if isinstance(rows, tuple) else type(rows))
    train = datasets.Dataset.from_list(ROWS)
    splits = datasets.DatasetDict(train=train, test=datasets.Dataset.from_list([{"query": "s", "positive": "x", "negative": "y"}]))
    cleaned = axiomine.audit(splits).clean()
    assert {name: list(rows["query"]) for name, rows in cleaned.items()} == {"train": ["r"], "test": ["s"]}
    with pytest.raises(axiomine.UsageError, match="no check 'odd'"):
        axiomine.audit(ROWS).clean("odd")


def test_clean_after_a_change():
    """The rows that were audited are dropped, not what came in their places; a table that grew or shrank is refused."""
    import pandas

    def turn(table):
        table.reverse() if isinstance(table, list) else table.sort_index(ascending=False, ignore_index=True, inplace=True)

    for rows in (list(ROWS), pandas.DataFrame(ROWS)):
        found = axiomine.audit(rows)
        want = len(found.clean()), len(found.clean("contradiction"))
        kept = pandas.DataFrame(found.clean()).values.tolist()
        turn(rows)
        assert pandas.DataFrame(found.clean()).values.tolist() == kept and (len(found.clean()), len(found.clean("contradiction"))) == want
        rows.pop(0) if isinstance(rows, list) else rows.drop(index=0, inplace=True)
        with pytest.raises(axiomine.UsageError, match=r"4 rows were audited, and there are 3 now"):
            found.clean()


def test_texts_of_test_queries(tmp_path):
    import pandas

    query = ROWS[0]["query"]
    for test in ([query], (query for _ in "a"), pandas.Series([query]), pandas.DataFrame({"query": [query]}), [{"query": query}]):
        assert "test-query" in [f["code"] for f in axiomine.audit(ROWS, test=test).findings]
    for test in (query, ["a.tsv", "b.tsv"], [query, str(tmp_path)]):
        with pytest.raises(axiomine.InputError, match="cannot open"):
            axiomine.audit(ROWS, test=test)


def test_clean_of_files(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    for rows in (path, [path]):
        with pytest.raises(axiomine.UsageError, match="--fix drop"):
            axiomine.audit(rows).clean()


def test_errors_name_the_row_of_the_frame():
    """A line of a file that the caller never had is a row of the table."""
    import datasets
    import pandas

    broken = [{"query": "q", "document": f"d{i}", "label": label} for i, label in enumerate([1, 0, 1, "?"])]
    with pytest.warns(axiomine.Warning) as caught:
        axiomine.audit(broken)
        axiomine.audit(datasets.DatasetDict(train=datasets.Dataset.from_list(ROWS), test=datasets.Dataset.from_list(ROWS)), columns=None)
    for given, test, says in ((pandas.DataFrame({"query": [], "positive": []}), None, "^rows: "), (ROWS, [{"odd": 1}], "^test: ")):
        with pytest.raises(axiomine.InputError, match=says):
            axiomine.audit(given, test=test)
    assert any("rows, row 3" in str(w.message) for w in caught) and not any(".jsonl" in str(w.message) for w in caught)


def test_scores_and_clean_of_every_kind():
    """Scores are in the order of the rows, as a column; clean rows come back as they were given."""
    import datasets
    import pandas

    rows = [{"query": f"q{i} here", "positive": f"q{i} here there", "negative": f"q{i} here" if i == 7 else f"not {i}"} for i in range(40)]
    rows.append(rows[0])
    for given in (rows, pandas.DataFrame(rows), datasets.Dataset.from_list(rows), iter(rows)):
        found = axiomine.audit(given)
        scores = found.scores()
        assert len(scores) == 41 and scores.argmax() == 7
        clean = found.clean("repeated-row")
        assert len(clean) == 40 and isinstance(clean, list if isinstance(given, Iterator) else type(given))
    split = datasets.DatasetDict(train=datasets.Dataset.from_list(rows[:10]), test=datasets.Dataset.from_list(rows[10:]))
    found = axiomine.audit(split)
    assert {name: len(scores) for name, scores in found.scores().items()} == {"train": 10, "test": 31}
    assert found.scores()["train"].argmax() == 7


def test_fail_on():
    found = axiomine.audit(ROWS, fail_on=["repeated-row=25%", "cycle"])
    assert found.findings
    with pytest.raises(axiomine.ShortfallError, match="contradiction") as raised:
        axiomine.audit(ROWS, fail_on="error")
    assert raised.value.audit.findings[0]["code"] == "contradiction" and raised.value.code == 4
    with pytest.raises(axiomine.UsageError, match="no check is called"):
        axiomine.audit(ROWS, fail_on="contradicton")
    with pytest.raises(axiomine.UsageError, match="no check is called"):
        axiomine.audit(ROWS, fail_on=3)


def test_callback(tmp_path):
    """The trainer of sentence-transformers audits its rows before the first step."""
    import datasets

    transformers = pytest.importorskip("transformers")
    st = pytest.importorskip("sentence_transformers")
    from sentence_transformers.sentence_transformer import losses
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    def train(rows, **options):
        tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0, "a": 1, "b": 2}, unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
        model = st.SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=4)], device="cpu")
        args = st.SentenceTransformerTrainingArguments(str(tmp_path), max_steps=1, report_to="none", save_strategy="no", use_cpu=True)
        callback = axiomine.AuditCallback(**options)
        loss = losses.MultipleNegativesRankingLoss(model)
        trainer = st.SentenceTransformerTrainer(model, args, train_dataset=rows, loss=loss, callbacks=[callback])
        trainer.train()
        return callback, trainer.state.global_step

    assert issubclass(axiomine.AuditCallback, transformers.TrainerCallback)
    rows = datasets.Dataset.from_list(ROWS)
    callback, steps = train(rows, fail_on="cycle")
    assert steps == 1 and callback.audits[0].findings[0]["code"] == "contradiction"
    callback, _ = train({"one": rows, "two": rows.select([2, 3])}, fail_on=None)
    assert [found["rows"] for found in callback.audits] == [4, 2]
    with pytest.raises(axiomine.ShortfallError, match="contradiction"):
        train(rows)
