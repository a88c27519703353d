"""Every argument of every public function, given what nobody expects there: a value, or an axiomine.Error, and no other exception."""

import inspect
import itertools
import os
import random

import datasets
import pandas
import pytest
import torch

import axiomine
from axiomine.terrier import Preferences
from axiomine.torch import AxiomPairs, LiveMiner

DOCUMENTS, QUERIES = {"a": "a blue whale", "b": "a whale at sea", "c": "blue paint"}, {"q": "blue whale"}
QRELS, RUN = {"q": {"a": 1, "c": 0}}, {"q": {"a": 0.5, "b": 0.7}}
TWICE = pandas.DataFrame([["a", "x", "y"]], columns=["docno", "text", "text"])


def nested():
    value = []
    value.append(value)
    return value


# Values, made anew for each call.
HOSTILE = {
    "none": lambda: None,
    "int": lambda: 3,
    "negative": lambda: -1,
    "float": lambda: 2.5,
    "nan": lambda: float("nan"),
    "huge": lambda: 10**5000,
    "bool": lambda: True,
    "complex": lambda: 1j,
    "bytes": lambda: b"x\xff",
    "empty": lambda: "",
    "dash": lambda: "-",
    "help": lambda: "--help",
    "nul": lambda: "a\0b",
    "surrogate": lambda: "\ud800",
    "line ends": lambda: "a\r\nb\u2028c",
    "long": lambda: "x" * 50_000,
    "climbing": lambda: "../../x",
    "list": list,
    "nones": lambda: [None],
    "ints": lambda: [3],
    "nested": nested,
    "dict": dict,
    "no name": lambda: {None: None},
    "numbers": lambda: {1: {2: 3}},
    "no members": lambda: {"q": None},
    "lists": lambda: {"q": ["a", "a"]},
    "huge score": lambda: {"q": {"a": 10**5000}},
    "object": object,
    "class": lambda: dict,
    "function": lambda: len,
    "generator": lambda: (i for i in [3]),
    "set": lambda: {"a"},
    "range": lambda: range(2),
    "frame": pandas.DataFrame,
    "twice": lambda: TWICE,
    "array": lambda: TWICE.to_numpy(),
    "tensor": lambda: torch.zeros(2, 2),
    "missing": lambda: pandas.NA,
}


ROWS = [{"query": "blue whale", "positive": "a blue whale", "negative": "a whale"}]


def live(server, **arguments):
    return LiveMiner(server, **{"score": lambda texts: [1.0] * len(texts), **arguments}).refresh(0)


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """Every public function with arguments that are right, and names of its options."""
    server = axiomine.serve(DOCUMENTS, QUERIES, QRELS, axioms="tfc1")
    pairs = axiomine.mine(DOCUMENTS, QUERIES, axioms="tfc1")
    folder = tmp_path_factory.mktemp("pairs") / "out"
    axiomine.mine(DOCUMENTS, QUERIES, axioms="tfc1", output=folder)
    inputs = {"documents": DOCUMENTS, "queries": QUERIES, "qrels": QRELS}
    options = {"hits": 5, "columns": None, "delta_star": None, "splits": None}
    frame = pandas.DataFrame({"qid": "q", "query": "blue whale", "docno": ["b", "a"], "score": [3.0, 2.0]})
    quick = {"splits": "hash 40/30/30", "epochs": 1, "seeds": 1, "pairs_per_epoch": 10}
    yield {
        "mine": (axiomine.mine, {**inputs, "axioms": "tfc1", **options}),
        "serve": (lambda *a, **k: axiomine.serve(*a, **k).close(), {**inputs, "axioms": "tfc1", **options}, axiomine.serve),
        "experiment": (axiomine.experiment, {**inputs, **quick}),
        "explain": (axiomine.explain, {"axiom": "tfc1", "query": "blue whale", "d1": "a blue whale", "d2": "a whale"}),
        "diagnose": (axiomine.diagnose, {"runs": RUN, **inputs, "axioms": "tfc1"}),
        "audit": (axiomine.audit, {"rows": ROWS, "output": None, "columns": None, "labels": None, "test": None}),
        "mix": (axiomine.mix, {"runs": [RUN, RUN], "weight": 0.5, "qrels": None, "measures": ["map"], "output": None}),
        "mine_hard_negatives": (
            axiomine.mine_hard_negatives,
            {
                "dataset": datasets.Dataset.from_list([{"query": "blue whale", "answer": text} for text in DOCUMENTS.values()]),
                "range_min": 0,
            },
        ),
        "evaluate": (axiomine.evaluate, {"qrels": QRELS, "run": RUN}),
        "axioms": (axiomine.axioms, {}),
        "version": (axiomine.version, {}),
        "Pairs": (lambda folder: list(axiomine.Pairs(folder)), {"folder": folder}),
        "Result": (axiomine.Result, {"folder": folder}),
        "Page": (lambda path: axiomine.Page(path)._repr_html_(), {"path": folder / "pairs.html"}),
        "Pairs.shards": (pairs.shards, {"output_format": "st-triplet", "output": "out", "overwrite": True, "group_size": None}),
        "Pairs.dataset": (pairs.dataset, {"name": "pairs", "max_length": None}),
        "Server.request": (server.request, {"op": "texts", "documents": ["a"], "id": 7}),
        "Server.queries": (server.queries, {}),
        "Server.texts": (server.texts, {"documents": ["a"]}),
        "Server.preferences": (server.preferences, {"candidates": {"q": ["a", "b"]}}),
        "Server.violated": (server.violated, {"scores": RUN}),
        "Server.draw": (server.draw, {"scores": RUN}),
        "AxiomPairs": (lambda *a, **k: list(AxiomPairs(*a, **k)), {"rows": [1, 2]}, AxiomPairs),
        "LiveMiner": (lambda *a, **k: live(server, **k), {"score": lambda texts: [1.0] * len(texts)}, LiveMiner),
        "Preferences": (Preferences(server).transform, {"results": frame}),
    }
    server.close()


KINDS = {"Error", "InputError", "OptionError", "ProgramError", "ServerError", "ShortfallError", "UsageError", "Warning"}
VALUES = {"Audit", "AuditCallback", "Mixture", "Server", "Violations", "Explanation", "__version__"}  # made by functions or trainers


def test_every_public_name_is_walked(functions):
    assert set(axiomine.__all__) == KINDS | VALUES | {name for name in functions if name in axiomine.__all__}
    methods = {
        name for kind in (axiomine.Pairs, axiomine.Server) for name, of in vars(kind).items() if inspect.isfunction(of) and name[0] != "_"
    }
    plain = {"close", "docpairs", "report", "to_pandas"}  # without arguments
    assert methods == plain | {name.partition(".")[2] for name in functions if "." in name}


def cases(functions):
    """Every function with every argument, and every value there."""
    for name, (call, right, *shown) in functions.items():
        signature = inspect.signature(shown[0] if shown else call)
        given = [p.name for p in signature.parameters.values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
        for argument in dict.fromkeys([*given, *right]):
            if argument not in ("server", "self") and not argument.startswith("_"):
                yield from itertools.product([name], [call], [right], [argument], HOSTILE)


@pytest.mark.filterwarnings("ignore")
def test_hostile_arguments(functions, tmp_path, monkeypatch):
    """A random tenth of all; AXIOMINE_HOSTILE=1 is all of them."""
    monkeypatch.chdir(tmp_path)
    everything = list(cases(functions))
    share = float(os.environ.get("AXIOMINE_HOSTILE", "0.1"))
    wrong, made = [], 0
    for name, call, right, argument, value in random.Random(1).sample(everything, int(share * len(everything))):
        made += 1
        try:
            call(**{**right, argument: HOSTILE[value]()})
        except axiomine.Error as e:
            if not e.message:
                wrong.append(f"{name}({argument}={value}): an error without a line")
        except Exception as e:
            wrong.append(f"{name}({argument}={value}): {type(e).__name__}: {str(e)[:150]}")
    assert made > 100 and not wrong, f"{len(wrong)} of {made}:\n" + "\n".join(wrong)
    assert functions["Server.texts"][0](["a"]) == ["a blue whale"]  # it goes on
