"""Every function takes rows, and texts, in whatever holds them: the answer is that to the list."""

import datasets
import numpy
import pandas
import polars
import pyarrow
import pytest

import axiomine
from axiomine.torch import AxiomPairs


def objects(members):
    array = numpy.empty(len(members), object)
    array[:] = members
    return array


def fields(rows):
    names = list(rows[0])
    return numpy.array([tuple(row.values()) for row in rows], [(name, object) for name in names])


# What holds members of any kind, texts alone, and rows alone.
ANY = {
    "tuple": tuple,
    "array": objects,
    "generator": lambda members: (member for member in members),
    "map": lambda members: map(lambda member: member, members),
    "values of a dict": lambda members: dict(enumerate(members)).values(),
    "polars series": polars.Series,
    "arrow array": pyarrow.array,
    "arrow chunks": lambda members: pyarrow.chunked_array([members[:2], members[2:]]),
    "column": lambda members: datasets.Dataset.from_dict({"a": members})["a"],
    "lazy column": lambda members: datasets.Dataset.from_dict({"a": members}).to_iterable_dataset()["a"],
}
TEXTS = ANY | {
    "array of texts": numpy.array,
    "keys of a dict": lambda texts: dict.fromkeys(texts).keys(),
    "index": pandas.Index,
}
ROWS = ANY | {
    "array with fields": fields,
    "records of numpy": lambda rows: fields(rows).view(numpy.recarray),
    "pandas series": pandas.Series,
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "lazy polars": polars.LazyFrame,
    "arrow": pyarrow.Table.from_pylist,
    "data set": datasets.Dataset.from_list,
}
CORPORA = TEXTS | {
    "pandas series": pandas.Series,
    **{f"one column: {kind}": lambda texts, make=ROWS[kind]: make([{"x": text} for text in texts])
       for kind in ("pandas", "polars", "arrow", "data set")},
}  # fmt: skip

DOCUMENTS = ["a blue whale", "a whale at sea", "blue paint", "a red fox"]
TRAINING = [{"query": f"q{i % 3}", "positive": f"a b{i}", "negative": f"b{i}" if i else "a b1"} for i in range(4)]
JUDGED = [{"qid": "1", "docno": str(i), "label": i % 2} for i in range(1, 4)]
SCORED = [{"qid": "1", "docno": str(i), "score": i / 2} for i in range(1, 4)]
TABLE = [{"query": "blue whale", "passage": text, "label": number % 2} for number, text in enumerate(DOCUMENTS)]
KNOWN = datasets.Dataset.from_dict({"q": ["blue whale"], "d": ["the blue whale"]})


def mine(*args, **options):
    rows = axiomine.mine(*args, **{"axioms": "tfc1", "ratio": "none", **options})
    return [(row["query"], row["positive"], row["negative"], row["axiom"]) for row in rows]


def audited(*args, **options):
    checked = axiomine.audit(*args, **options)
    return checked["rows"], [(f["code"], f["count"]) for f in checked.findings]


def violated(documents):
    with axiomine.serve(documents, ["blue whale"], axioms="tfc1") as server:
        return server.texts(["1", "2"]), list(server.violated({"1": {"1": 0.0, "2": 1.0}}))


def texts_of(ids):
    with axiomine.serve(DOCUMENTS, ["blue whale"], axioms="tfc1") as server:
        return server.texts(ids)


# The function, a list that it takes, and the table of what may stand for that.
CALLS = {
    "mine, documents": (lambda given: mine(given, ["blue whale"]), DOCUMENTS, TEXTS),
    "mine, queries": (lambda given: mine(DOCUMENTS, given), ["blue whale", "red fox", "sea"], TEXTS),
    "mine, rows": (lambda given: mine(given, axioms=[], ratio="1:1"), TABLE, ROWS),
    "mine, qrels": (lambda given: mine(DOCUMENTS, ["blue whale"], given, ratio="1:1"), JUDGED, ROWS),
    "mine, run": (lambda given: mine(DOCUMENTS, ["blue whale"], None, given), SCORED, ROWS),
    "mine, tables": (
        lambda given: mine(given, [{"qid": "1", "query": "blue whale"}]),
        [{"docno": str(i), "text": text} for i, text in enumerate(DOCUMENTS)],
        ROWS,
    ),
    "serve": (violated, DOCUMENTS, TEXTS),
    "texts": (texts_of, ["2", "1", "3"], TEXTS),
    "diagnose": (lambda given: axiomine.diagnose(given, DOCUMENTS, ["blue whale"], axioms="tfc1").to_dict("list"), SCORED, ROWS),
    "evaluate, qrels": (lambda given: axiomine.evaluate(given, SCORED), JUDGED, ROWS),
    "evaluate, run": (lambda given: axiomine.evaluate(JUDGED, given), SCORED, ROWS),
    "mix, a run": (lambda given: dict(axiomine.mix([SCORED, given], weight=0.5)), SCORED, ROWS),
    "mix, qrels": (lambda given: dict(axiomine.mix([SCORED, SCORED], qrels=given)), JUDGED, ROWS),
    "audit": (audited, TRAINING, ROWS),
    "audit, test": (lambda given: audited(TRAINING, test=given), TRAINING[:3], ROWS),
    "mine_hard_negatives": (
        lambda given: axiomine.mine_hard_negatives(KNOWN, corpus=given, num_negatives=2, verbose=False)["negative"][:],
        DOCUMENTS,
        CORPORA,
    ),
    "AxiomPairs": (lambda given: list(AxiomPairs(given, shuffle=False)), TRAINING, {k: v for k, v in ROWS.items() if k != "lazy polars"}),
    "AxiomPairs, texts": (lambda given: list(AxiomPairs(given, shuffle=False)), DOCUMENTS, TEXTS),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", CALLS)
def test_what_stands_for_a_list(call):
    function, members, kinds = CALLS[call]
    want = function(members)
    assert want
    for kind, make in kinds.items():
        assert function(make(members)) == want, kind


@pytest.mark.parametrize("kind", TEXTS)
def test_paths_and_runs_in_what_stands_for_a_list(kind, tmp_path):
    paths = []
    for number in (1, 2, 3):
        path = tmp_path / f"{number}.run"
        path.write_text(f"1 Q0 a 1 {number} x\n1 Q0 b 2 0.5 x\n")
        paths.append(str(path))
    assert dict(axiomine.mix(TEXTS[kind](paths), weight=[0.2, 0.3, 0.5])) == dict(axiomine.mix(paths, weight=[0.2, 0.3, 0.5]))
    for path in paths:
        pandas.DataFrame(TRAINING).to_json(path, orient="records", lines=True)
    assert audited(TEXTS[kind](paths[:2])) == audited(paths[:2])


def test_rows_of_a_generator_are_not_held():
    """The rows of a generator go to the program one by one."""
    alive = most = 0

    class Text(str):
        def __del__(self):
            nonlocal alive
            alive -= 1

    def rows():
        nonlocal alive, most
        for number in range(1000):
            alive, most = alive + 1, max(most, alive + 1)
            yield {"query": Text(f"blue whale {number}"), "positive": f"a{number}", "negative": f"b{number}"}

    assert axiomine.audit(rows())["rows"] == 1000 and most < 100
