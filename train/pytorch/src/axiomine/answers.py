"""Questions with answers at once: what axioms there are, what one says of documents, what a run violates, how good it is."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from axiomine import _binary, _folder, _html
from axiomine._folder import Inputs, Paths

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from axiomine._options import MineOptions


def axioms() -> list[dict[str, Any]]:
    """Every axiom: its name, title, formula, source, parameters and what it needs."""
    listed: list[dict[str, Any]] = json.loads(_binary.output("axioms", "list", "--json"))
    return listed


class Explanation(dict[str, Any]):
    """What an axiom says of two documents, with the conditions that decide.

    `preference` is 1 where the first document ought to rank higher, -1 where the second, 0 where the axiom says nothing.
    """

    def __init__(self, answer: Mapping[str, Any], text: str) -> None:
        super().__init__(answer)
        self.text = text

    @property
    def preference(self) -> int:
        explanations: list[dict[str, Any]] = self["explanations"]
        return int(explanations[0].get("preference") or 0) if explanations else 0

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.explanation(self, self.text)


def explain(
    axiom: str, query: str, d1: str, d2: str, *, documents: Any = None, queries: Any = None, **options: Unpack[MineOptions]
) -> Explanation:
    """Says what an axiom makes of two documents for a query, and why.

    query, d1, d2: texts; with documents (and queries) their ids, and counts of the collection.
    """
    with tempfile.TemporaryDirectory(prefix="axiomine-") as inputs:
        given = Inputs(Path(inputs), documents, queries, options=options)
        asked = [axiom, f"--query={query}", f"--doc={d1}", f"--doc={d2}"]
        line = ["axioms", "explain", *asked, *given.flags, *_binary.flags(options, "explain")]
        answer = json.loads(_binary.output(*line, "--json", name=given.mended))
        return Explanation(answer, _binary.output(*line, name=given.mended))


def diagnose(
    runs: Any,
    documents: Any,
    queries: Any = None,
    qrels: Any = None,
    run: Any = None,
    *,
    axioms: str | Sequence[str] | None = None,
    **options: Unpack[MineOptions],
) -> pandas.DataFrame:
    """Says how far the scores of runs obey axioms: a row for each axiom and run.

    runs: {name: run}, each a path, a frame of qid, docno, score or {query: {document: score}}; or one of them alone.
    documents, queries, qrels, run: as for `mine`; run names the candidates.

    Columns: axiom, run, fulfilled and instances (pairs that the axiom orders), share (of them that the scores obey) and more.
    """
    import pandas

    named = runs if isinstance(runs, Mapping) and all(_is_run(of) for of in runs.values()) else {"run": runs}
    with tempfile.TemporaryDirectory(prefix="axiomine-") as inputs:
        given = Inputs(Path(inputs), documents, queries, qrels, run, options)
        paths = [given.path(f"runs/{name}.txt", f"run {name}", of, partial(_folder.write_run, table=of)) for name, of in named.items()]
        line = _binary.flags({**options, "axioms": axioms}, "diagnose")
        answer = json.loads(
            _binary.output("axioms", "diagnose", *paths, *given.flags, *line, "--json", "--log-level=warn", name=given.mended)
        )
    _binary.warn(given.warnings)
    rows = [
        {"axiom": axiom["axiom"], **{name: value for name, value in of.items() if not isinstance(value, (list, dict))}}
        for axiom in answer["axioms"]
        for of in axiom["fulfilment"]
    ]
    return pandas.DataFrame(rows)


def _is_run(of: Any) -> bool:
    """Whether it is a run, and not what one holds of a query."""
    return isinstance(of, Paths) or hasattr(of, "columns") or (isinstance(of, Mapping) and all(isinstance(v, Mapping) for v in of.values()))


@overload
def evaluate(
    qrels: Any, run: Any, measures: Sequence[str] = ..., *, per_query: Literal[False] = False, complete: bool = ...
) -> dict[str, float]: ...
@overload
def evaluate(
    qrels: Any, run: Any, measures: Sequence[str] = ..., *, per_query: Literal[True], complete: bool = ...
) -> dict[str, dict[str, float]]: ...
def evaluate(
    qrels: Any, run: Any, measures: Sequence[str] = ("map", "nDCG@10"), *, per_query: bool = False, complete: bool = False
) -> dict[str, float] | dict[str, dict[str, float]]:
    """Measures a run as trec_eval does: {measure: mean}, or with per_query {query: {measure: value}}.

    complete: average over all judged queries; one without results scores 0 (trec_eval -c).
    """
    with tempfile.TemporaryDirectory(prefix="axiomine-") as inputs:
        given = Inputs(Path(inputs))
        judged = given.path("qrels.txt", "qrels", qrels, partial(_folder.write_qrels, table=qrels))
        scored = given.path("run.txt", "run", run, partial(_folder.write_run, table=run))
        line = ["train", "eval", *(["-q"] if per_query else []), *(["-c"] if complete else []), *(f"--measure={m}" for m in measures)]
        rows = json.loads(_binary.output(*line, "--json", judged, scored, name=given.mended))
    if not per_query:
        return {row["measure"]: float(row["value"]) for row in rows if row["query"] == "all"}
    values: dict[str, dict[str, float]] = {}
    for row in rows:
        if row["query"] != "all":
            values.setdefault(row["query"], {})[row["measure"]] = float(row["value"])
    return values
