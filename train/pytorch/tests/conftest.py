"""The program that the tests run: AXIOMINE_PROGRAM, else built here."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "data"
os.environ.update(HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", HF_DATASETS_DISABLE_PROGRESS_BARS="1")


@pytest.fixture(scope="session", autouse=True)
def program(tmp_path_factory):
    """The path of the program."""
    if "AXIOMINE_PROGRAM" not in os.environ:
        path = tmp_path_factory.mktemp("bin") / "axiomine"
        subprocess.run(["go", "build", "-o", path, "."], cwd=ROOT, check=True)
        os.environ["AXIOMINE_PROGRAM"] = str(path)
    return os.environ["AXIOMINE_PROGRAM"]


@pytest.fixture(scope="session")
def wikiqa():
    """WikiQA's folder."""
    if not SHARED.is_dir():
        pytest.skip("no folder shared beside the checkout")
    return SHARED / "wikiqa"


@pytest.fixture(scope="session")
def frames(wikiqa):
    """WikiQA's training queries as data frames: documents, queries, qrels."""
    import pandas

    def tsv(name, columns):
        rows = [line.split("\t", 1) for line in (wikiqa / name).read_text("utf-8").split("\n") if line]
        return pandas.DataFrame(rows, columns=columns)

    rows = [line.split() for line in (wikiqa / "qrels.train.txt").read_text().splitlines()]
    qrels = pandas.DataFrame([(q, d, int(g)) for q, _, d, g in rows], columns=["qid", "docno", "label"])
    return tsv("collection.tsv", ["docno", "text"]), tsv("queries.train.tsv", ["qid", "query"]), qrels


@pytest.fixture(scope="session")
def whales():
    """Three documents and a query."""
    return {"a": "a blue whale", "b": "a whale at sea", "c": "blue paint"}, {"q": "blue whale"}
