"""Axioms as a step of a PyTerrier pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
        self.server = server

    def transform(self, results: pandas.DataFrame) -> pandas.DataFrame:
        if results.empty:
            return results
        results = results.sort_values(["qid", "score"], ascending=[True, False], kind="stable")
        votes: dict[tuple[str, str], int] = {}
        for (_, query), of in results.groupby(["qid", "query"], sort=False):
            for found in self.server.preferences({query: [str(d) for d in of["docno"]]}, texts=True):
                votes[query, found.positive] = votes.get((query, found.positive), 0) + 1
                votes[query, found.negative] = votes.get((query, found.negative), 0) - 1
        pairs: list[tuple[Any, Any]] = list(zip(results["query"], results["docno"], strict=True))
        out = results.assign(score=[float(votes.get((q, str(d)), 0)) for q, d in pairs])
        out = out.sort_values(["qid", "score"], ascending=[True, False], kind="stable")
        return out.assign(rank=out.groupby("qid", sort=False).cumcount())
