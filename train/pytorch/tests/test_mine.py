"""Pairs from what Python holds collections in."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections import namedtuple

import pandas
import pytest
from datasets import Dataset

import axiomine

SOURCE = str(pathlib.Path(axiomine.__file__).parents[1])


def ids(pairs):
    return [(p["query_id"], p["pos_id"], p["neg_id"], p["axiom"]) for p in pairs]


def test_three_documents(whales):
    pairs = axiomine.mine(*whales)
    assert sorted(ids(pairs)) == [
        ("q", "a", "b", "m-and(delta_star=0.1)"),
        ("q", "a", "c", "tfc1(delta_star=0.1)"),
    ]  # a alone has both terms, and more of them: both axioms prefer it, and each pair stands once
    assert pairs[0]["positive"] == "a blue whale" and pairs[0]["query"] == "blue whale" and pairs[0]["split"] == "train"
    assert len(axiomine.Pairs(pairs.folder)) == 2  # counted without reading them
    assert repr(pairs) == "Pairs(2: 1 tfc1(delta_star=0.1), 1 m-and(delta_star=0.1))"
    assert [r["axiom"] for r in pairs.account["rows"] if r["what"] == "pairs" and "axiom" in r] == [
        "m-and(delta_star=0.1)",
        "m-tdc(delta_star=0.1)",
        "tfc1(delta_star=0.1)",
    ]
    assert "<iframe" in pairs.report()._repr_html_() and "m-and" in pairs.report()._repr_html_()
    assert [tuple(p) for p in pairs.docpairs()] == [i[:3] for i in ids(pairs)]


def test_the_length_bound_changes_the_pairs():
    demo = pathlib.Path(__file__).resolve().parents[3] / "configs" / "demo"
    drawn = [[i[:3] for i in sorted(ids(axiomine.mine(demo, **bound)))] for bound in ({}, *({"delta_star": d} for d in (0.02, 0.1, 0.5)))]
    assert drawn[0] == drawn[2]  # .1 is the default set's own bound
    assert all(drawn) and all(a != b for i, a in enumerate(drawn[1:]) for b in drawn[1 : i + 1])


def test_what_stands_in_two_splits_is_told_and_left_out(tmp_path):
    texts = {f"d{i}": f"whales swim and {'sing' if i % 2 else 'dive'} far {i}" for i in range(12)}
    (tmp_path / "collection.tsv").write_text("".join(f"{i}\t{t}\n" for i, t in texts.items()))
    (tmp_path / "queries.train.tsv").write_text("a\twhales sing\nb\twhales dive\n")
    (tmp_path / "queries.test.tsv").write_text("t\tWhales  SING\n")  # the text of a
    (tmp_path / "qrels.train.txt").write_text("a 0 d1 1\nb 0 d2 1\n")
    (tmp_path / "qrels.test.txt").write_text("t 0 d3 1\n")
    with pytest.warns(axiomine.Warning, match="1 query of test is in train too"):
        pairs = axiomine.mine(tmp_path, axioms="tfc1", pairs=2)
    assert {p["query_id"] for p in pairs if p["split"] == "train"} == {"b"}
    assert any("overlap" in text for text in pairs.warnings)
    kept = axiomine.mine(tmp_path, axioms="tfc1", pairs=2, on_overlap="keep")
    assert {p["query_id"] for p in kept if p["split"] == "train"} == {"a", "b"}
    with pytest.raises(axiomine.InputError, match="overlap"):
        axiomine.mine(tmp_path, axioms="tfc1", pairs=2, on_overlap="error")


def test_every_kind_of_table_gives_the_same_pairs(whales):
    texts, topics = whales
    documents = [{"doc_id": i, "text": t} for i, t in texts.items()]
    Doc, Query = namedtuple("Doc", "doc_id text"), namedtuple("Query", "query_id text")

    class Irds:
        def docs_iter(self):
            return (Doc(i, t) for i, t in texts.items())

        def queries_iter(self):
            return (Query(i, t) for i, t in topics.items())

    import polars

    kinds = [
        (texts, topics),
        (documents, [{"qid": "q", "query": "blue whale"}]),
        ([tuple(d.values()) for d in documents], [("q", "blue whale")]),
        (pandas.DataFrame(documents), pandas.DataFrame([{"qid": "q", "query": "blue whale"}])),
        (polars.DataFrame(documents), polars.DataFrame([{"qid": "q", "query": "blue whale"}])),
        (Dataset.from_list(documents), Dataset.from_list([{"_id": "q", "text": "blue whale"}])),
        ({i: {"title": t.split()[0], "text": t.split(" ", 1)[1]} for i, t in texts.items()}, topics),
        (Irds(), None),
    ]
    want = ids(axiomine.mine(*whales))
    for kind in kinds:
        assert ids(axiomine.mine(*kind)) == want, kind


def test_judgements_and_runs(whales):
    for qrels in ({"q": {"b": 1}}, pandas.DataFrame({"qid": ["q"], "docno": ["b"], "label": [1]}), [("q", "b", 1)]):
        judged = ids(axiomine.mine(*whales, qrels, axioms=[], ratio="1:1"))
        assert sorted(judged) == [("q", "b", "a", ""), ("q", "b", "c", "")]
    run = pandas.DataFrame({"qid": ["q", "q"], "docno": ["a", "c"], "score": [2.0, 1.0]})
    assert sorted(ids(axiomine.mine(*whales, run=run))) == [
        ("q", "a", "c", "m-and(delta_star=0.1)"),
    ]


def test_numbers_as_ids():
    documents = pandas.DataFrame({"id": [1.0, 2.0, 3.0], "text": ["a blue whale", "a whale", None]})
    rows = axiomine.mine(documents, ["blue whale", "whale"], {2: {2: 1}}, axioms="tfc1")
    assert sorted(ids(rows)) == [("1", "1", "2", "tfc1"), ("2", "2", "1", "")]


def test_a_folder_gives_what_the_command_gives(wikiqa, program, tmp_path):
    pairs = axiomine.mine(wikiqa, config="wikiqa", judged_queries=10, output=tmp_path / "a")
    line = f"{program} gen -q -c wikiqa --data {wikiqa} --judged-queries 10 --set rows_of=train --output-format jsonl -o {tmp_path / 'b'}"
    subprocess.run(line.split(), check=True, capture_output=True)
    files = sorted((tmp_path / "b/shards/jsonl").iterdir())
    rows = [json.loads(line) for file in files for line in file.read_text("utf-8").split("\n") if line]
    assert len(rows) > 500 and [r["uid"] for r in rows] == [p["uid"] for p in pairs]


def test_frames_give_what_files_give(frames, wikiqa):
    documents, queries, qrels = frames
    ours = axiomine.mine(documents, queries, qrels, hits=20, drop_self="off")
    theirs = axiomine.mine(
        wikiqa / "collection.tsv", wikiqa / "queries.train.tsv", wikiqa / "qrels.train.txt", hits=20, drop_self="off", threads=1
    )
    assert len(ours) > 1000 and ids(ours) == ids(theirs)


def test_shards_and_datasets(whales, tmp_path):
    pairs = axiomine.mine(*whales)
    folder = pairs.shards("st-triplet,tevatron", tmp_path / "out", group_size=2)
    assert (folder / "tevatron").is_dir()
    rows = pairs.dataset("pairs")
    assert {(r["query"], r["positive"], r["negative"]) for r in rows} == {(p["query"], p["positive"], p["negative"]) for p in pairs}
    (tmp_path / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\nwhales\n")
    assert {"input_ids", "token_type_ids"} <= set(pairs.dataset("cross", vocab=tmp_path, max_length=32, max_query_length=16).column_names)
    triplets = pairs.dataset()
    assert triplets.column_names == ["anchor", "positive", "negative"]
    assert {(r["anchor"], r["positive"], r["negative"]) for r in triplets} == {(r["query"], r["positive"], r["negative"]) for r in rows}
    assert pairs.dataset("labeled-pair").column_names == ["anchor", "positive", "label"]
    with pytest.warns(axiomine.Warning, match="st-ntuple: 1 of 1 groups of train hold fewer than 7 different negatives"):
        pairs.dataset("n-tuple")
    with pytest.raises(axiomine.UsageError, match=r"no output format holds groups; hint: leave it out$"):
        pairs.dataset(group_size=2)
    with pytest.raises(ValueError, match=r"there are cross-encoder, .*pairs, triplet; hint: name one of them; token ids need vocab="):
        pairs.dataset("pair")


@pytest.mark.filterwarnings("ignore")
def test_more_negatives_of_a_group(whales):
    """group_size makes mine look for more negatives of each positive than the pairs have."""
    documents = {**whales[0], "d": "a whale is not blue paint", "e": "whale whale blue"}

    def different(**options):
        rows = axiomine.mine(documents, whales[1], axioms="tfc1", pairs=2, **options).dataset("n-tuple", group_size=4)
        return [len({row[f"negative_{i}"] for i in (1, 2, 3)}) for row in rows]

    assert sum(different(group_size=4)) == sum(different(group_size=4, output_format="st-ntuple")) > sum(different())


def test_errors_are_the_programs_line(whales, tmp_path):
    with pytest.raises(axiomine.UsageError, match="there is no axiom") as caught:
        axiomine.mine(*whales, axioms="tfc9")
    assert caught.value.code == 2 and caught.value.hint == "did you mean tfc1?" and isinstance(caught.value, ValueError)
    with pytest.raises(TypeError, match="no option 'hitts'; hint: did you mean 'hits'"):
        axiomine.mine(*whales, hitts=3)
    with pytest.raises(axiomine.InputError, match=r"documents: no column docno or .* among a, b"):
        axiomine.mine(pandas.DataFrame({"a": [1], "b": [2]}), {"q": "x"})
    with pytest.raises(axiomine.InputError, match=r'^documents: row 2: document "a" stands twice'):
        axiomine.mine([("a", "x y"), ("a", "z")], {"q": "x"})
    with pytest.raises(axiomine.InputError, match="give a data frame"):
        axiomine.mine(3, {"q": "x"})
    with pytest.raises(axiomine.InputError, match="holds a tab"):
        axiomine.mine(*whales, {"q\t": {"a": 1}})
    axiomine.mine(*whales, output=tmp_path / "out")
    with pytest.raises(axiomine.UsageError, match="overwrite"):
        axiomine.mine(*whales, output=tmp_path / "out")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    with pytest.raises(axiomine.UsageError, match="there is no axiom"):
        axiomine.mine(*whales, axioms="tfc9", output=tmp_path / "out", overwrite=True)
    with pytest.raises(axiomine.UsageError, match="overwrite is 'inplace'"):
        axiomine.mine(*whales, output=tmp_path / "out", overwrite="inplace")
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    axiomine.mine(*whales, output=tmp_path / "out", overwrite=True)
    assert set(before) == {path for path in (tmp_path / "out").rglob("*") if path.is_file()}


def test_interrupt_ends_the_program(tmp_path):
    """Ctrl-C in the middle: KeyboardInterrupt, and no program is left."""
    script = f"""
import axiomine, os
documents = {{str(i): "whale " + " ".join(str(j * i % 997) for j in range(300)) for i in range(60000)}}
print("go", flush=True)
try:
    axiomine.mine(documents, {{"q": "whale"}}, output={str(tmp_path / "out")!r})
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": SOURCE}, start_new_session=True
    )
    assert process.stdout.readline() == "go\n"
    for _ in range(600):
        if (tmp_path / "out").exists():
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert out == "stopped\n" and process.returncode == 0
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_progress_line():
    from axiomine._progress import Bar, line

    event = {"msg": "progress", "step": 2, "steps": 5, "step_title": "sorting", "done": 50, "total": 200, "unit": "documents"}
    assert line(event | {"eta_ms": 3200}) == "step 2 of 5: sorting [######                  ] 50 of 200 documents, 3 s left"
    assert line({"stage": "sort", "done": 4, "total": 0, "unit": "pairs"}) == "sort 4 pairs"
    bar = Bar(False)
    bar.show(event)
    assert not bar.drawn


def test_notebooks_show_progress(monkeypatch, capsys):
    """Where IPython has a kernel, the line is a display that is updated and emptied."""
    import types

    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data["text/plain"])

    def display(data, raw, display_id):
        shown.append(data["text/plain"])
        return Handle()

    fake = types.SimpleNamespace(get_ipython=lambda: types.SimpleNamespace(kernel=1), display=types.SimpleNamespace(display=display))
    monkeypatch.setitem(sys.modules, "IPython", fake)
    axiomine.mine({"a": "a blue whale", "b": "a whale at sea"}, {"q": "blue whale"})
    assert shown[0].startswith("step 1 of 5") and shown[-1] == ""
    assert "\r" not in capsys.readouterr().err


def test_weights_and_margins_are_those_asked_for(whales):
    frame = axiomine.mine(*whales, axioms="tfc1", axiom_weight=0.5, axiom_margin=0.25).to_pandas()
    assert set(frame["weight"]) == {0.5} and set(frame["margin"]) == {0.25}
