"""Which candidates become negatives, and the rows that hold them, in the forms of sentence-transformers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from axiomine._candidates import Block, Pairs


@dataclass
class Request:
    """What is asked of a call, checked."""

    anchor: str
    positive: str
    range_min: int
    range_max: int
    max_score: float | None
    min_score: float | None
    absolute_margin: float | None
    relative_margin: float | None
    num_negatives: int
    sampling_strategy: str
    include_positives: bool
    output_format: str
    output_scores: bool
    drop_same_text: bool
    weight: float
    random: Any
    counts: Counter[str] = field(default_factory=Counter)


class Query(NamedTuple):
    """A query with its positives and their scores."""

    number: int
    positives: list[int]
    scores: list[float]


def rows(blocks: Iterator[Block], pairs: Pairs, r: Request) -> Iterator[dict[str, list[Any]]]:
    """Yields the rows of a block of queries, as columns."""
    for block in blocks:
        batch: dict[str, list[Any]] = {name: [] for name in schema(r)}
        for i, of_positives in enumerate(block.positives):
            query = Query(block.start + i, pairs.positives[block.start + i], of_positives)
            _add(batch, query, _chosen(query, block, i, pairs, r), pairs, r)
        yield batch


def _chosen(query: Query, block: Block, row: int, pairs: Pairs, r: Request) -> list[tuple[int, float]]:
    """Returns the negatives of a query with their scores; -inf in place of one that is not there."""
    import numpy as np

    scores, numbers, order = block.scores[row], block.numbers[row], np.array(block.order[row], np.float32)
    order[numbers < 0] = -np.inf

    def drop(reason: str, is_out: Any) -> None:
        is_out &= ~np.isneginf(order)
        r.counts[reason] += int(is_out.sum())
        order[is_out] = -np.inf

    if not r.include_positives:
        for positive in query.positives:
            order[numbers == positive] = -np.inf
    if r.drop_same_text:
        folded = {_fold(pairs.corpus[d]) for d in query.positives}
        drop("same_text", np.array([d >= 0 and _fold(pairs.corpus[int(d)]) in folded for d in numbers]))
    if block.vetoed is not None:
        drop("axioms", block.vetoed[row].copy())
    hardest = np.float32(min(query.scores))
    if r.absolute_margin is not None:
        drop("absolute_margin", scores + np.float32(r.absolute_margin) > hardest)
    if r.relative_margin is not None:
        # A positive that BM25 does not find is below all candidates.
        least = hardest - np.abs(hardest) * np.float32(r.relative_margin) if np.isfinite(hardest) else hardest
        drop("relative_margin", scores > least)
    if r.max_score is not None:
        drop("max_score", scores > r.max_score)
    if r.min_score is not None:
        drop("min_score", scores < r.min_score)
    best = np.argsort(-order, kind="stable")[: r.range_max][r.range_min :]
    if r.sampling_strategy == "top":
        best = best[: r.num_negatives]
    else:
        options = max(int((~np.isneginf(order[best])).sum()), r.num_negatives)
        drawn = r.random.sample(range(options), k=r.num_negatives)
        best = best[sorted(place for place in drawn if place < len(best))]
    negatives = [(int(numbers[place]), float(scores[place]) if np.isfinite(order[place]) else -np.inf) for place in best]
    return negatives + [(-1, -np.inf)] * (r.num_negatives - len(negatives))


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def schema(r: Request) -> dict[str, Any]:
    """Returns the columns of the result with their types."""
    import pyarrow

    text = pyarrow.string()
    return {r.anchor: text, r.positive: pyarrow.list_(text) if r.output_format == "labeled-list" else text} | made(r)


def made(r: Request) -> dict[str, Any]:
    """Returns the columns beside those of the anchor and the positive."""
    import pyarrow

    text, number, whole = pyarrow.string(), pyarrow.float64(), pyarrow.int64()
    scores = {"scores": pyarrow.list_(number)} if r.output_scores else {}
    if r.output_format == "triplet":
        return {"negative": text} | scores
    if r.output_format == "n-tuple":
        return {f"negative_{i}": text for i in range(1, r.num_negatives + 1)} | scores
    if r.output_format == "labeled-pair":
        return {"score": number} if r.output_scores else {"label": whole}
    return scores or {"labels": pyarrow.list_(whole)}


def _add(batch: dict[str, list[Any]], query: Query, chosen: list[tuple[int, float]], pairs: Pairs, r: Request) -> None:
    """Adds the rows of a query."""
    real = [(d, score) for d, score in chosen if math.isfinite(score)]
    r.counts["negatives"] += len(real)
    r.counts["missing"] += r.num_negatives - len(real)
    r.counts["queries_without"] += not real
    anchor, documents, of_positives = pairs.queries[query.number], query.positives, query.scores

    def row(**values: Any) -> None:
        for name, value in zip(batch, values.values(), strict=True):
            batch[name].append(value)

    if r.output_format == "labeled-pair":
        for members, label in ((zip(documents, of_positives, strict=True), 1), (real, 0)):
            for d, score in members:
                row(anchor=anchor, document=pairs.corpus[d], value=score if r.output_scores else label)
        return
    for d, positive_score in zip(documents, of_positives, strict=True):
        positive = pairs.corpus[d]
        scores = {"scores": [positive_score, *(score for _, score in real)]}
        if r.output_format == "triplet":
            for negative, score in real:
                scored = {"scores": [positive_score, score]} if r.output_scores else {}
                row(anchor=anchor, positive=positive, negative=pairs.corpus[negative], **scored)
        elif r.output_format == "n-tuple":
            if len(real) == r.num_negatives:
                named = {f"negative_{i}": pairs.corpus[negative] for i, (negative, _) in enumerate(real)}
                row(anchor=anchor, positive=positive, **named, **(scores if r.output_scores else {}))
        elif real:
            texts = [positive, *(pairs.corpus[negative] for negative, _ in real)]
            row(anchor=anchor, documents=texts, **(scores if r.output_scores else {"labels": [1] + [0] * len(real)}))
