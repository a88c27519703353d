"""Axioms as a step of a PyTerrier pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axiomine import _values
from axiomine.errors import InputError

if TYPE_CHECKING:
    import pandas

    from axiomine.server import Server

try:
    from pyterrier import Transformer
except ImportError:  # a frame can be transformed without PyTerrier
    Transformer = object


class Preferences(Transformer):  # type: ignore[misc]
    """Re-ranks by aggregated axioms: a document's score is the preferences it wins less those it loses (Copeland), over all axioms of the
    server and all candidates of the query; ties keep the order of before. As in ir_axioms (Bondarenko et al., SIGIR 2022), whose
    KwikSort orders by the same votes.

    server: an open `axiomine.serve(..)`; it holds the documents, by docno.

    Takes and gives frames of qid, query, docno, score, rank.
    """

    def __init__(self, server: Server) -> None:
        super().__init__()
        self.server = _values.having(server, "server", "preferences")

    def transform(self, results: pandas.DataFrame) -> pandas.DataFrame:
        if lacking := [name for name in ("qid", "query", "docno", "score") if name not in getattr(results, "columns", ())]:
            raise InputError(f"results: no column {', '.join(lacking)}", "give a data frame of qid, query, docno, score")
        if not callable(getattr(results, "sort_values", None)):
            raise InputError(f"results are of the type {type(results).__name__}", "give a data frame of pandas")
        if results.empty:
            return results
        for name in ("qid", "query", "docno", "score"):
            if list(results.columns).count(name) > 1 or results[name].isna().any():
                raise InputError(f"results: {name} is missing in a row, or stands twice", "give each row one value")
        given = {
            name: [convert(value, "results", row, name) for row, value in enumerate(results[name], 1)]
            for name, convert in (("docno", _values.identifier), ("score", _values.score), ("qid", _values.text), ("query", _values.text))
        }
        results = results.assign(docno=given["docno"], score=given["score"])
        results = results.sort_values(["qid", "score"], ascending=[True, False], kind="stable")
        votes: dict[tuple[str, str], int] = {}
        for (_, query), of in results.groupby(["qid", "query"], sort=False):
            for found in self.server.preferences({query: list(of["docno"])}, texts=True):
                votes[query, found.positive] = votes.get((query, found.positive), 0) + 1
                votes[query, found.negative] = votes.get((query, found.negative), 0) - 1
        pairs: list[tuple[Any, Any]] = list(zip(results["query"], results["docno"], strict=True))
        out = results.assign(score=[float(votes.get((q, d), 0)) for q, d in pairs])
        out = out.sort_values(["qid", "score"], ascending=[True, False], kind="stable")
        return out.assign(rank=out.groupby("qid", sort=False).cumcount())
