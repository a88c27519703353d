"""Axioms, explanations, diagnoses, measures, experiments."""

import pathlib

import pytest

import axiomine


def test_axioms():
    listed = {a["axiom"]: a for a in axiomine.axioms()}
    assert len(listed) > 30 and listed["tfc1"]["family"] == "term frequency"
    assert axiomine.version() == "0.1.0"


def test_explain():
    said = axiomine.explain("tfc1", "blue whale", "a blue whale", "a whale")
    assert said.preference == 1 and "d1 above d2" in repr(said) and said["terms"][0]["term"] == "blue"
    assert axiomine.explain("tfc1", "blue whale", "a whale", "a blue whale").preference == -1
    assert axiomine.explain("tfc1", "blue whale", "a whale", "whale").preference == 0
    collection = {"a": "a blue whale", "b": "a whale"}
    assert axiomine.explain("tfc1", "q", "a", "b", documents=collection, queries={"q": "blue whale"}).preference == 1


def test_diagnose(whales):
    good, bad = {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"a": 0.0, "b": 1.0, "c": 2.0}}
    table = axiomine.diagnose({"good": good, "bad": bad}, *whales, axioms=["tfc1", "m-tdc"])
    share = table[table.axiom == "tfc1"].set_index("run").share
    assert share["good"] == 1 and share["bad"] == 0
    assert list(axiomine.diagnose(bad, *whales, axioms="tfc1").run) == ["run"]


def test_ties_of_a_diagnosis_are_counted_apart():
    documents, queries = {"a": "blue whale", "b": "blue whale sea"}, {"q": "blue whale"}
    runs = {"alike": {"q": {"a": 1.0, "b": 1.0}}, "shorter": {"q": {"a": 2.0, "b": 1.0}}}
    table = axiomine.diagnose(runs, documents, queries, axioms="lnc1")
    assert table[["run", "fulfilled", "instances", "ties_left_out"]].values.tolist() == [["alike", 0, 0, 1], ["shorter", 1, 1, 0]]


def test_evaluate():
    qrels, run = {"q": {"a": 1}, "r": {"a": 1}}, {"q": {"a": 1.0, "b": 2.0}}
    assert axiomine.evaluate(qrels, run, ["map"]) == {"map": 0.5}  # the first relevant one stands second
    assert axiomine.evaluate(qrels, run, ["map"], complete=True) == {"map": 0.25}
    assert axiomine.evaluate(qrels, run, ["map", "P_5"], per_query=True) == {"q": {"map": 0.5, "P_5": 0.2}}
    with pytest.raises(axiomine.UsageError):
        axiomine.evaluate(qrels, run, ["mup"])
    with pytest.raises(axiomine.InputError, match="holds a space"):
        axiomine.evaluate(qrels, {"q 1": {"a": 1.0}})


def test_experiment(wikiqa, tmp_path):
    result = axiomine.experiment(wikiqa, config="wikiqa", limit=30, judged_queries=5, seeds=1, output=tmp_path / "out")
    assert {"judged", "judged + axioms", "BM25"} <= set(result.table.index)
    main = result.tests[(result.tests.a == "judged") & (result.tests.b == "judged + axioms")].iloc[0]
    assert main.mean_b == pytest.approx(result.table.loc["judged + axioms", "MAP"])
    assert main["diff"] == pytest.approx(result.record["headline"]["diff"])
    assert "MAP" in repr(result) and "<iframe" in result._repr_html_()


DEMO = pathlib.Path(__file__).resolve().parents[3] / "configs" / "demo"


def test_experiment_reaches_less_than_asked():
    options = {"config": "demo", "vectors": "", "choose": "none", "epochs": 1, "pairs_per_epoch": 20, "axioms": "tfc1", "pairs": 100_000}
    with pytest.warns(axiomine.Warning, match="fewer than asked: tfc1 in an epoch"):
        result = axiomine.experiment(DEMO, **options)
    assert any("fewer than asked" in str(w) for w in result.warnings) and result.record["unmet"][0]["wanted"] == 100_000
    with pytest.raises(axiomine.ShortfallError, match="tfc1 in an epoch"):
        axiomine.experiment(DEMO, on_shortage="fail", **options)
