"""What is wrong with a call is an axiomine.Error of its kind, with one line that says it in Python's words."""

import itertools
import json
import os
import sys

import datasets
import numpy
import pandas
import polars
import pytest

import axiomine
from axiomine.terrier import Preferences
from axiomine.torch import AxiomPairs, LiveMiner

D, Q = {"a": "a blue whale", "b": "a whale at sea", "c": "blue paint"}, {"q": "blue whale"}
J, R = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.5, "b": 0.7}}
TWICE = pandas.DataFrame([["a", "x", "y"]], columns=["docno", "text", "text"])
USAGE, INPUT = axiomine.UsageError, axiomine.InputError


def frame(**columns):
    return pandas.DataFrame(columns)


class Unseen:
    """What raises where it is shown."""

    def __repr__(self):
        raise TypeError("no text")


def deep():
    value = []
    for _ in range(5000):
        value = [value]
    return value


def mine(*args, **options):
    return lambda s: axiomine.mine(*(args or (D, Q)), **options)


# The call (of a server), the kind of error, and what its line says.
WRONG = {
    "no such axiom": (mine(axioms="tfc9"), USAGE, r'there is no axiom "tfc9"; hint: did you mean tfc1\?'),
    "no such option": (mine(hitts=3), axiomine.OptionError, r"mine\(\) has no option 'hitts'; hint: did you mean 'hits'"),
    "an option that is no number": (mine(hits="many"), USAGE, 'hits: "many" is not a number|hits.*many'),
    "an option below its bound": (mine(hits=0), USAGE, "hits"),
    "an option that is an object": (mine(hits=object()), USAGE, "hits is <object object"),
    "an option in itself": (mine(hits=frame(a=[1])), USAGE, "hits is .*a DataFrame"),
    "a number without end": (mine(seed=10**5000), USAGE, "seed is a int that is too large"),
    "a word that is true": (mine(overwrite="no"), USAGE, "overwrite is 'no'; hint: give True or False"),
    "standard input": (mine("-", Q), USAGE, "documents is '-'"),
    "no such file": (mine("/nosuch/file.tsv", Q), INPUT, "/nosuch/file.tsv"),
    "no such configuration": (mine(config="nosuch"), USAGE, "nosuch"),
    "documents of a wrong type": (mine(3, Q), INPUT, "documents: cannot be read from int"),
    "no columns that are known": (mine(frame(a=[1], b=[2]), Q), INPUT, "documents: no column docno or .* among a, b"),
    "two columns of a name": (
        mine(pandas.DataFrame([["a", "x", "y"]], columns=["docno", "text", "text"]), Q),
        INPUT,
        "2 columns are called text",
    ),
    "a missing id": (mine(frame(docno=["a", None], text=["x", "y"]), Q), INPUT, "documents: row 2: docno is missing"),
    "an id that is NaN": (mine(frame(docno=[1.0, numpy.nan], text=["x", "y"]), Q), INPUT, "documents: row 2: docno is missing"),
    "an id that is no id": (mine([{"docno": [1], "text": "x"}], Q), INPUT, r"documents: row 1: docno is \[1\], which is no id"),
    "an id of a half": (mine({"a\ud800": "x"}, Q), INPUT, "documents: row 1: the id is .* no file can hold"),
    "an id that lost digits": (mine(frame(docno=[1e17], text=["x"]), Q), INPUT, "a float has lost digits"),
    "an id that stands twice": (mine([("a", "x y"), ("a", "z")], Q), INPUT, r'documents: row 2: document "a" stands twice'),
    "a text that is a list": (mine({"a": ["x"]}, Q), INPUT, r"documents: row 1: the text is \['x'\], which is no text"),
    "a row of another form": (mine([("a", "x"), 3], Q), INPUT, "documents: row 2 is 3"),
    "no queries": (mine(frame(docno=["a"], text=["b"])), INPUT, "queries: none are given"),
    "a grade that is no whole number": (mine(D, Q, {"q": {"a": 0.9}}), INPUT, "qrels: row 1: the label of q, a is 0.9"),
    "a grade that is a word": (mine(D, Q, frame(qid=["q"], docno=["a"], label=["relevant"])), INPUT, "qrels: row 1: label is 'relevant'"),
    "a grade that is missing": (mine(D, Q, frame(qid=["q"], docno=["a"], label=[numpy.nan])), INPUT, "qrels: row 1: label is missing"),
    "a grade without end": (mine(D, Q, {"q": {"a": 10**400}}), INPUT, "which is no grade"),
    "judgements of no dict": (mine(D, Q, {"q": 3}), INPUT, "qrels: the query 'q' has int"),
    "a score that is no number": (mine(D, Q, None, {"q": {"a": "high"}}), INPUT, "run: row 1: the score of q, a is 'high'"),
    "a score that is infinite": (mine(D, Q, None, {"q": {"a": float("inf")}}), INPUT, "run: row 1: the score of q, a is inf"),
    "a judgement with a tab": (mine(D, Q, {"q\t": {"a": 1}}), INPUT, "qrels: row 1: the id .* holds a tab"),
    "a run with a space": (lambda s: axiomine.evaluate(J, {"q 1": {"a": 1.0}}), INPUT, "run: row 1: the id 'q 1' holds a space"),
    "no such measure": (lambda s: axiomine.evaluate(J, R, ["mup"]), USAGE, "mup"),
    "no measure": (lambda s: axiomine.evaluate(J, R, []), USAGE, r"measures is \[\], a list; hint: give .* not empty"),
    "an empty name of a measure": (lambda s: axiomine.evaluate(J, R, ""), USAGE, "measures: there is none"),
    "weights of three runs": (lambda s: axiomine.mix([R, R, R], weight=[0.5, 0.5]), USAGE, "2 weights for 3 runs"),
    "weights without judgements": (lambda s: axiomine.mix([R, R], weight="dev"), USAGE, 'to choose by, as asked with weight="dev"'),
    "weights that are none": (lambda s: axiomine.mix([R, R], weight=[2]), USAGE, "weight=.* at most 1"),
    "what chooses measures": (lambda s: axiomine.mix([R, R], qrels=J, test_qrels=J), USAGE, "could choose the weights measures too"),
    "no run": (lambda s: axiomine.diagnose({}, D, Q), INPUT, "runs: there is none"),
    "runs of one name": (lambda s: axiomine.diagnose({1: R, "1": R}, D, Q), INPUT, "two are called '1'"),
    "an empty query": (lambda s: axiomine.explain("tfc1", "", "a", "b"), USAGE, "the query is empty"),
    "a half of a character": (lambda s: axiomine.explain("\ud800", "q", "a", "b"), USAGE, "axiom"),
    "an expression that is a flag": (lambda s: axiomine.explain("--help", "q", "a", "b"), USAGE, "help"),
    "two configurations": (lambda s: axiomine.serve(D, Q, config="demo", like="x"), USAGE, "config and like"),
    "no shards": (lambda s: axiomine.serve(D, Q, like="/nosuch"), INPUT, "/nosuch/manifest.json: No such file"),
    "an axiom that compares nothing": (lambda s: axiomine.serve(D, Q, axioms="lnc2"), USAGE, "does not compare two documents"),
    "no such document": (lambda s: s.texts(["x"]), USAGE, 'there is no document "x"'),
    "a document alone": (lambda s: s.texts("a"), INPUT, "documents: 'a' is no list of ids"),
    "no such query": (lambda s: s.queries(["x"]), USAGE, 'the topics have no query "x"'),
    "no such operation": (lambda s: s.request("nosuch"), USAGE, 'there is no operation "nosuch"'),
    "an unknown field": (lambda s: s.request("texts", documents=["a"], more=1), USAGE, "more"),
    "an id of a request": (lambda s: s.request("texts", documents=["a"], id=1), USAGE, "the id of a request"),
    "no JSON": (lambda s: s.request("texts", documents=[object()]), USAGE, "cannot be written as JSON"),
    "a score of NaN": (lambda s: s.violated({"q": {"a": float("nan")}}), INPUT, "the score of 'q', 'a' is missing"),
    "a score of None": (lambda s: s.draw({"q": {"a": None}}), INPUT, "the score of 'q', 'a' is missing"),
    "scores of no dict": (lambda s: s.violated({"q": [1]}), INPUT, r"scores\['q'\]: is of the type list"),
    "a margin without scores": (lambda s: s.draw(margin=1.0), USAGE, "margin has no meaning without scores"),
    "a seed that is no number": (lambda s: s.draw(seed="x"), USAGE, "seed is 'x', which is no whole number"),
    "no pairs": (lambda s: axiomine.Pairs("/nosuch"), INPUT, "/nosuch/shards/manifest.json: No such file"),
    "no result": (lambda s: axiomine.Result("/nosuch"), INPUT, "/nosuch/result.json: No such file"),
    "no batch": (lambda s: AxiomPairs([1], batch_size=0), USAGE, "batch_size is 0; hint: give at least 1"),
    "rows of one text": (lambda s: AxiomPairs("rows"), INPUT, "'rows' is no list of rows"),
    "a corpus of two columns": (
        lambda s: axiomine.mine_hard_negatives(datasets.Dataset.from_dict({"q": ["x"], "d": ["y"]}), corpus=frame(a=["x"], b=["y"])),
        INPUT,
        "corpus has the columns a, b; hint: give the one that holds the texts",
    ),
    "half of a place": (lambda s: AxiomPairs([1], rank=1), USAGE, "rank and world_size go together"),
    "too few scores": (lambda s: LiveMiner(s, lambda texts: [1.0]).refresh(0), INPUT, "score: it returned 1 numbers for"),
    "results of no frame": (lambda s: Preferences(s).transform([1]), INPUT, "results: no column qid"),
}


WRONG |= {
    "no server": (lambda s: LiveMiner(None, len), USAGE, "server: None has no method queries, texts, draw"),
    "no server of a step": (lambda s: Preferences(axiomine.Server), USAGE, "server: .* is a class"),
    "a query that is a list": (
        lambda s: Preferences(s).transform(frame(qid=["q"], query=[["x"]], docno=["a"], score=[1.0])),
        INPUT,
        "results: row 1: query is .'x'., which is no text",
    ),
    "a score that is a word": (
        lambda s: Preferences(s).transform(frame(qid=["q"], query=["x"], docno=["a"], score=["high"])),
        INPUT,
        "results: row 1: score is 'high', which is no score",
    ),
    "another kind of frame": (
        lambda s: Preferences(s).transform(polars.DataFrame({"qid": ["q"], "query": ["x"], "docno": ["a"], "score": [1.0]})),
        INPUT,
        "results are of the type DataFrame; hint: give a data frame of pandas",
    ),
    "a state of no number": (
        lambda s: AxiomPairs([1]).load_state_dict({**AxiomPairs([1]).state_dict(), "done": "x"}),
        USAGE,
        "done is 'x', which is no whole number",
    ),
    "workers below none": (lambda s: AxiomPairs([1]).loader(-1), USAGE, "num_workers is -1; hint: give at least 0"),
    "a name of half a character": (lambda s: axiomine.diagnose({"\ud800": R}, D, Q), INPUT, "runs: the name .* holds half"),
    "a class of its own": (mine(hits=Unseen()), USAGE, "hits is a Unseen that cannot be shown, a Unseen"),
    "documents of one number": (mine(numpy.array(3), Q), INPUT, "documents: cannot be read from ndarray"),
    "judgements of one number": (mine(D, Q, numpy.array(3)), INPUT, "qrels: cannot be read from ndarray"),
    "a run of one number": (lambda s: axiomine.evaluate(J, numpy.array(3)), INPUT, "run: cannot be read from ndarray"),
    "rows of one number": (lambda s: axiomine.audit(numpy.array(3)), INPUT, "rows cannot be read from ndarray"),
    "an option that torch lacks": (lambda s: AxiomPairs([1]).loader(hits=1), USAGE, "unexpected keyword argument 'hits'"),
    "options that torch refuses together": (
        lambda s: AxiomPairs([1]).loader(shuffle=True),
        USAGE,
        "shuffle.*; hint: give options of torch",
    ),
    "a sampler of torch": (lambda s: AxiomPairs([1]).loader(sampler=[1]), USAGE, "sampler"),
    "no way to start workers": (lambda s: AxiomPairs([1]).loader(1, multiprocessing_context="nosuch"), USAGE, "multiprocessing_context"),
    "shards in a folder of two lines": (lambda s: axiomine.serve(D, Q, like="a\nb"), INPUT, r"^'a\\nb/manifest.json': No such file"),
    "a folder of two lines": (lambda s: axiomine.Pairs("a\nb"), INPUT, r"^'a\\nb/shards/manifest.json': No such file"),
    "a result in a long folder": (lambda s: axiomine.Result("x" * 99999), INPUT, r"^x{1000}\.\.\.: File name too long"),
    "rows without a bottom": (mine([{"query": "q", "passage": "p", "label": 1, "more": deep()}]), INPUT, "rows: a value holds lists"),
}


@pytest.fixture(scope="module")
def server():
    with axiomine.serve(D, Q, J, axioms="tfc1") as server:
        yield server


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", WRONG)
def test_wrong_calls(name, server):
    call, kind, says = WRONG[name]
    with pytest.raises(kind, match=says) as caught:
        call(server)
    e = caught.value
    assert isinstance(e, axiomine.Error) and e.code in (2, 3) and "--" not in e.message.replace("--help", ""), e
    assert server.texts(["a"]) == ["a blue whale"]  # it goes on


def test_errors_of_the_program_itself(monkeypatch, tmp_path):
    monkeypatch.setenv("AXIOMINE_PROGRAM", str(tmp_path / "nosuch"))
    with pytest.raises(axiomine.ProgramError, match=r"nosuch cannot be started: No such file"):
        axiomine.version()
    for script, says in [("echo no JSON", "the program's answer is no JSON"), ("kill -9 $$", "ended by the signal SIGKILL")]:
        path = tmp_path / "program"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        monkeypatch.setenv("AXIOMINE_PROGRAM", str(path))
        with pytest.raises(axiomine.Error, match=says):
            axiomine.axioms()
        with pytest.raises(axiomine.Error):
            axiomine.serve(D, Q)
    monkeypatch.setenv("AXIOMINE_PROGRAM", "/bin/echo")
    with pytest.raises(axiomine.ProgramError, match="is not axiomine"):
        axiomine.version()


def test_answers_of_another_version(monkeypatch, tmp_path):
    """A program that answers with other members than this package knows."""
    path = tmp_path / "program"
    monkeypatch.setenv("AXIOMINE_PROGRAM", str(path))

    def says(*lines):
        path.write_text("#!/bin/sh\n" + "read l\n".join(f"echo '{line}'\n" for line in lines))
        path.chmod(0o755)

    calls = [
        lambda: axiomine.explain("tfc1", "q", "a", "b"),
        lambda: axiomine.diagnose({"x": R}, D, Q),
        lambda: axiomine.evaluate(J, R),
        lambda: axiomine.mix([R, R], weight=0.5),
    ]
    for answer, call in itertools.product(["[3]", '{"axioms": [{}], "explanations": 3}'], calls):
        says(answer)
        with pytest.raises(axiomine.Error):
            call()
    first, ids = '{"axioms": ["x"], "documents": 3}', itertools.count(1)
    says(first, *(f'{{"id": {next(ids)}, "texts": [], "queries": 3, "pairs": [{{"list": 9}}], "obeyed": 0}}' for _ in range(3)))
    with axiomine.serve(D, Q) as server:
        for call in (server.queries, server.draw, lambda: list(server.violated(R))):
            with pytest.raises(axiomine.ProgramError, match="the program's answer lacks a member"):
                call()


def test_a_package_that_is_not_there(monkeypatch):
    """None in sys.modules is how Python says that a module is not to be found."""
    for name, call in {
        "ir_datasets": lambda: axiomine.mine("irds:nosuch"),
        "pandas": lambda: axiomine.diagnose({"x": R}, D, Q),
        "datasets": lambda: axiomine.mine_hard_negatives([]),
    }.items():
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, name, None)
            with pytest.raises(axiomine.Error, match=rf"a package is needed: .*{name}.*; hint: pip install 'axiomine\["):
                call()


def test_a_working_folder_that_is_gone(monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(axiomine.InputError, match="the working folder: No such file"):
        axiomine.serve(D, Q, axioms="tfc1")
    assert len(axiomine.mine(D, Q, axioms="tfc1")) == 2


@pytest.mark.parametrize("name", ["a,b", "train=a", "a b'c"])
def test_names_of_temporary_folders(name, monkeypatch, tmp_path):
    import tempfile

    (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
    assert len(axiomine.mine(D, Q, J, R, axioms="tfc1")) == 1
    assert list(axiomine.mix([R, R], qrels=J)["q"]) == ["b", "a"]
    assert list(axiomine.diagnose({"x": R}, D, Q, J, R, axioms="tfc1").run) == ["x"]


def test_no_room_for_temporary_files(monkeypatch, tmp_path):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nosuch"))
    with pytest.raises(axiomine.Error, match="there is no room for temporary files: No such file"):
        axiomine.axioms()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
def test_a_full_disk(monkeypatch, tmp_path):
    """What Python writes for the program, on a device that is full."""
    from axiomine import _folder

    with pytest.raises(axiomine.Error, match="/dev/full cannot be written: No space left"):
        _folder.lines(_folder.Path("/dev/full"), [{"a": "b" * 10_000}] * 10)


def test_what_a_caller_s_iterator_raises_is_the_caller_s(whales):
    def documents():
        yield "a", "blue"
        raise FileNotFoundError(2, "No such file", "/nosuch/file")

    with pytest.raises(FileNotFoundError):
        axiomine.mine(documents(), whales[1])


def test_a_folder_that_is_not_whole(whales, tmp_path):
    axiomine.mine(*whales, axioms="tfc1", output=tmp_path / "out")
    (shard,) = (tmp_path / "out/shards/jsonl").glob("train-*")
    whole = shard.read_bytes()
    for content, says in [(whole[:-5], "of 2 rows"), (whole[: len(whole) // 3], "of 2 rows"), (b"x\n" * 2, "a row is no object of JSON")]:
        shard.write_bytes(content)
        with pytest.raises(axiomine.InputError, match=says):
            list(axiomine.Pairs(tmp_path / "out"))
    for manifest in (
        [sys.path],
        {"shards": 3},
        {"shards": [{"format": "jsonl"}]},
        {"shards": [{"format": "jsonl", "path": "x", "rows": "y"}]},
    ):
        (tmp_path / "out/shards/manifest.json").write_text(json.dumps(manifest))
        with pytest.raises(axiomine.InputError, match=r"lacks a member|no object"):
            axiomine.Pairs(tmp_path / "out")
    (tmp_path / "out/result.json").write_text("{}")
    with pytest.raises(axiomine.InputError, match=r"result\.json lacks a member: KeyError: 'controls'"):
        axiomine.Result(tmp_path / "out").table  # noqa: B018
