"""Questions with answers at once: what axioms there are, what one says of documents, what a run violates, how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, overload

from axiomine import _binary, _folder, _html, _program, _values
from axiomine._folder import Inputs, Paths
from axiomine._scratch import Folder
from axiomine.errors import InputError, ProgramError, UsageError, answered, packages

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from axiomine._options import MineOptions


def axioms() -> list[dict[str, Any]]:
    """Every axiom: its name, title, formula, source, parameters and what it needs."""
    with Folder() as folder:
        listed: list[dict[str, Any]] = _program.output("axioms", "list", "--json", folder=folder).json()
    return listed


def version() -> str:
    """The program's version: 0.1.0."""
    with Folder() as folder:
        words = _program.output("--version", folder=folder).output.split()
    if words[:2] != ["axiomine", "version"] or len(words) < 3:
        raise ProgramError(f"the program {_binary.find()} is not axiomine", "name it in AXIOMINE_PROGRAM")
    return words[2]


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
    for name, value in [("axiom", axiom), ("query", query), ("d1", d1), ("d2", d2)]:
        if _values.plain(value) is None:
            raise UsageError(f"{name} is {_values.shortened(value)}", "give a text")
    asked = {name: _values.text(value, "explain", 1, name) for name, value in [("axiom", axiom), ("query", query), ("d1", d1), ("d2", d2)]}
    if not asked["query"]:
        raise UsageError("the query is empty", "give its text, or its id with documents and queries")
    with Folder() as inputs:
        given = Inputs(inputs, documents, queries, options=options)
        flags = [f"--query={asked['query']}", f"--doc={asked['d1']}", f"--doc={asked['d2']}", *given.flags]
        ask = partial(
            _program.output, "axioms", "explain", *flags, *_binary.flags(options, "explain"), files=[asked["axiom"]], folder=inputs
        )
        answer = ask("--json", name=given.mended).json()
        text = ask(name=given.mended).output
        with answered():
            explanation = Explanation(answer, text)
            int(explanation.preference)  # an answer that lacks it is told here
        return explanation


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

    Columns: axiom, run, instances (pairs that the axiom orders), fulfilled (the preferred document scores higher), share (fulfilled of
    instances) and more. Pairs of a weak axiom with equal scores are in ties_left_out, not in instances.
    """
    with packages("hf"):
        import pandas

    named = runs if isinstance(runs, Mapping) and all(_is_run(of) for of in runs.values()) else {"run": runs}
    names = _names(named)
    with Folder() as inputs:
        given = Inputs(inputs, documents, queries, qrels, run, options)
        paths = [
            given.path(f"runs/{place}.txt", f"run {name!r}", of, partial(_folder.write_run, table=of))
            for place, (name, of) in enumerate(zip(names, named.values(), strict=True), 1)
        ]
        line = [*given.flags, *_binary.flags({**options, "axioms": axioms}, "diagnose")]
        done = _program.output("axioms", "diagnose", *line, "--json", "--log-level=warn", files=paths, folder=inputs, name=given.mended)
    _binary.warn(given.warnings)
    rows = []
    with answered():
        for axiom in done.json()["axioms"] or []:
            for name, of in zip(names, axiom["fulfilment"], strict=True):  # in the order of the command line
                plain = {column: value for column, value in of.items() if not isinstance(value, (list, dict))}
                rows.append({"axiom": axiom["axiom"], **plain, "run": name})
    table = pandas.DataFrame(rows)
    if "ties_left_out" in table:
        table["ties_left_out"] = table["ties_left_out"].fillna(0).astype(int)  # the program leaves out a count of none
    return table


def _names(runs: Mapping[Any, Any]) -> list[str]:
    """Returns what runs are called. Two of one name are an error, and so is none."""
    names = [str(name) for name in runs]
    if not names:
        raise InputError("runs: there is none", "give {name: run}")
    if broken := next((name for name in names if _values.broken(name)), None):
        raise InputError(f"runs: the name {broken!r} holds half of a surrogate pair", "rename it")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"runs: two are called {twice!r}", "give each a name of its own")
    return names


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
    measures = _binary.written(measures, "measures").split(",") if measures is not None else []
    if not any(measures):
        raise UsageError("measures: there is none", "name some, as map or nDCG@10")
    per_query, complete = _values.truth(per_query, "per_query"), _values.truth(complete, "complete")
    with Folder() as inputs:
        given = Inputs(inputs)
        judged = given.path("qrels.txt", "qrels", qrels, partial(_folder.write_qrels, table=qrels))
        scored = given.path("run.txt", "run", run, partial(_folder.write_run, table=run))
        line = ["train", "eval", *(["-q"] if per_query else []), *(["-c"] if complete else []), *(f"--measure={m}" for m in measures)]
        rows = _program.output(*line, "--json", files=[judged, scored], folder=inputs, name=given.mended).json()
    with answered():
        if not per_query:
            return {row["measure"]: float(row["value"]) for row in rows if row["query"] == "all"}
        values: dict[str, dict[str, float]] = {}
        for row in rows:
            if row["query"] != "all":
                values.setdefault(row["query"], {})[row["measure"]] = float(row["value"])
        return values
