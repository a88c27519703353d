"""What a call gives has an effect or is an error that names it: empty lists, what can be read once only, NaN, bytes, for every argument."""

import inspect
import math

import numpy
import pytest

import axiomine
from axiomine import _binary
from axiomine._options import GIVEN_BY
from axiomine.torch import AxiomPairs, LiveMiner

D, Q = {"a": "a blue whale", "b": "a whale at sea", "c": "blue paint"}, {"q": "blue whale"}
J, R = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.5, "b": 0.7}}
# What would say nothing as the value of an option.
NOTHING = {
    "an empty list": list,
    "an empty dict": dict,
    "an empty tuple": tuple,
    "an empty set": set,
    "an empty array": lambda: numpy.array([]),
    "a list of an empty list": lambda: [[]],
    "a list of an empty text": lambda: ["tfc1", ""],
    "a generator": lambda: (word for word in ["tfc1"]),
    "an iterator at its end": lambda: iter(()),
    "an open file": lambda: open(__file__, encoding="utf-8"),  # noqa: SIM115
    "NaN": lambda: math.nan,
    "None in a list": lambda: [None],
    "None in a dict": lambda: {"a": None},
}


@pytest.mark.parametrize("kind", NOTHING)
def test_options(kind):
    """Every option of the table refuses it by name, before the program starts; an empty list of axioms is none of them."""
    for name in GIVEN_BY:
        value = NOTHING[kind]()
        if name == "axioms" and kind in ("an empty list", "an empty dict", "an empty tuple", "an empty set"):
            assert _binary.flags({name: value}, "mine") == ["--axioms="]
            continue
        if kind == "an empty array" and name == "axioms":
            continue  # refused or none, as the array is read
        with pytest.raises(axiomine.UsageError, match=f"^{name} is "):
            _binary.flags({name: value}, "mine")


def test_written():
    """Bytes are their text, a set is sorted, and the words of labels may be empty."""
    assert _binary.written(b"tfc1", "axioms") == "tfc1"
    assert _binary.written({"tfc1", "lnc1"}, "axioms") == "lnc1,tfc1"
    assert _binary.written({"": 0, "yes": ""}, "labels") == "=0,yes="
    assert _binary.written(range(3), "x") == "0,1,2"
    assert _binary.written("", "axioms") == ""


# A call of each public function with the names of the arguments that are tables, for which an empty one may have a meaning.
CALLS = {
    "mine": (axiomine.mine, {"documents": D, "queries": Q}),
    "experiment": (axiomine.experiment, {"documents": D, "queries": Q, "qrels": J}),
    "serve": (axiomine.serve, {"documents": D, "queries": Q}),
    "diagnose": (axiomine.diagnose, {"runs": R, "documents": D, "queries": Q}),
    "evaluate": (axiomine.evaluate, {"qrels": J, "run": R}),
    "mix": (axiomine.mix, {"runs": [R, R], "qrels": J}),
    "audit": (axiomine.audit, {"rows": [{"query": "q", "positive": "p", "negative": "n"}]}),
    "explain": (axiomine.explain, {"axiom": "tfc1", "query": "q", "d1": "q", "d2": "x"}),
}
TABLES = ("documents", "queries", "qrels", "run", "runs", "rows", "test", "test_qrels")
HOSTILE = {name: NOTHING[name] for name in ("an empty list", "an empty dict", "an empty set", "a generator", "an open file", "NaN")}


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_arguments(function, kind):
    """Every argument of a function that is no table is refused by name."""
    call, given = CALLS[function]
    for name, parameter in inspect.signature(call).parameters.items():
        if name in TABLES or parameter.kind is inspect.Parameter.VAR_KEYWORD or (name == "axioms" and kind.startswith("an empty")):
            continue
        if name == "progress" and function == "serve":
            continue
        with pytest.raises(axiomine.Error, match=name):
            call(**{**given, name: HOSTILE[kind]()})


@pytest.mark.parametrize("function", CALLS)
@pytest.mark.parametrize("value", [[], {}, set(), "", b"", math.nan, 3], ids=repr)
def test_tables(function, value, tmp_path):
    """A table without rows is an error; as one that may be left out it may also have a warning, or the meaning of no rows."""
    call, given = CALLS[function]
    for name in inspect.signature(call).parameters:
        if name not in TABLES:
            continue
        with pytest.raises(axiomine.Error):
            opened = call(**{**given, name: value})
            getattr(opened, "close", bool)()
            pytest.fail(f"{function}({name}={value!r}) is {opened!r}")


def test_server():
    """A dict in place of a list of ids would be its keys alone."""
    with axiomine.serve(D, Q, J, axioms="tfc1") as server:
        for call in (
            lambda: server.queries({"q": 1}),
            lambda: server.texts({"a": 1}),
            lambda: server.preferences({"q": {"a": 0.5}}),
            lambda: server.texts(open(__file__, encoding="utf-8")),  # noqa: SIM115
            lambda: server.draw(R, margin=[]),
            lambda: server.draw(R, seed=[]),
            lambda: server.violated(R, texts=[]),
            lambda: LiveMiner(server, len, margin=math.nan),
            lambda: LiveMiner(server, len, candidates=[]),
            lambda: LiveMiner(server, len, queries={}),
            lambda: AxiomPairs([1]).loader(collate_fn=[]),
        ):
            with pytest.raises(axiomine.Error):
                call()
        assert server.texts([]) == [] and server.queries([]) == {}
        assert server.texts(d for d in "ab") == server.texts(["a", "b"])


def test_negatives():
    """mine_hard_negatives refuses such a value of each argument."""
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict({"anchor": ["blue whale", "red fox"], "positive": ["a blue whale", "a red fox"]})
    parameters = inspect.signature(axiomine.mine_hard_negatives).parameters
    for name in parameters:
        for kind in ("an empty list", "an empty dict", "an open file", "NaN"):
            if name == "dataset":
                continue
            with pytest.raises(axiomine.Error, match=name):
                axiomine.mine_hard_negatives(rows, **{"num_negatives": 1, "verbose": False, name: HOSTILE[kind]()})
