"""Candidates of negatives: by BM25, by a model's vectors, by both, and what a cross-encoder says of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from axiomine import _folder, _program
from axiomine._scratch import Folder
from axiomine._vectors import Texts, encoded, nearest, on_disk

if TYPE_CHECKING:
    import numpy as np

# Queries whose rows are made at once.
BLOCK = 1024


@dataclass
class Pairs:
    """The different queries, documents and pairs of a data set."""

    queries: Texts
    corpus: Texts
    positives: list[list[int]]  # by query, in the order of the rows
    rows: int
    most: int  # rows of a query


class Block(NamedTuple):
    """Candidates of a block of queries, a row each: numbers of documents (-1: none), and their scores."""

    start: int  # the first query
    scores: Any  # for margins and bounds
    order: Any  # higher ones come first
    numbers: Any
    positives: list[list[float]]  # the scores of each query's positives


def encode(model: Any, pairs: Pairs, cache: Path, batch_size: int, processes: Any, query: Sequence[Any], document: Sequence[Any]) -> Any:
    """Returns the vectors of queries and of documents."""
    pool = model.start_multi_process_pool(target_devices=None if isinstance(processes, bool) else processes) if processes else None
    name = model.model_card_data.base_model or ""

    def vectors(texts: Texts, kind: str, encode: Any, prompts: Sequence[Any]) -> Any:
        key = hashlib.sha256(repr((name, *prompts, texts.digest)).encode()).hexdigest()[:32]

        def some(chunk: list[str]) -> Any:
            return encode(chunk, pool=pool, batch_size=batch_size, normalize_embeddings=True, convert_to_numpy=True,
                          show_progress_bar=False, prompt_name=prompts[0], prompt=prompts[1])  # fmt: skip

        return encoded(texts, cache / f"{kind}-{key}.npy", some)

    try:
        documents = vectors(pairs.corpus, "corpus", model.encode_document, document)
        return vectors(pairs.queries, "queries", model.encode_query, query), documents
    finally:
        if pool is not None:
            model.stop_multi_process_pool(pool)


def bm25(pairs: Pairs, depth: int, folder: Folder) -> Any:
    """Returns the first documents of every query by BM25: scores and numbers, on disk; a number of -1 is none."""
    import numpy as np

    home = folder.path / "bm25"
    home.mkdir()
    for name, texts in (("corpus", pairs.corpus), ("queries", pairs.queries)):
        _folder.lines(home / f"{name}.jsonl", ({"_id": str(i), "text": texts[i]} for i in range(len(texts))))
    line = [f"--collection={home / 'corpus.jsonl'}", f"--topics={home / 'queries.jsonl'}", f"--hits={depth}", "--drop-self=off",
            f"--output={home / 'out'}"]  # fmt: skip
    _program.run("gen", "retrieve", *line, folder=folder)
    shape = (len(pairs.queries), depth)
    scores = on_disk(home / "scores.npy", np.float32, shape)
    numbers = on_disk(home / "numbers.npy", np.int32, shape)
    scores[:], numbers[:] = -np.inf, -1
    for path in sorted((home / "out").glob("run.*.txt")):
        with open(path, encoding="utf-8") as lines:
            for entry in lines:
                query, _, document, rank, score, _ = entry.split()
                place = (int(query), int(rank) - 1)
                scores[place], numbers[place] = float(score), int(document)
    return scores, numbers


def candidates(pairs: Pairs, model: Any, vectors: Any, lexical: Any, depth: int, most: int, weight: float) -> Iterator[Block]:
    """Yields the candidates of a block of queries at a time."""
    import numpy as np

    if vectors is None:
        for start in range(0, len(pairs.queries), BLOCK):
            scores, numbers = (np.array(part[start : start + BLOCK]) for part in lexical)
            found = [dict(zip(row.tolist(), values.tolist(), strict=True)) for row, values in zip(numbers, scores, strict=True)]
            positives = [[of.get(d, -np.inf) for d in pairs.positives[start + i]] for i, of in enumerate(found)]
            yield Block(start, scores, scores, numbers, positives)
        return
    queries, documents = vectors
    import torch

    for start, scores, numbers in nearest(queries, documents, depth, model.similarity, most):
        block = torch.from_numpy(np.array(queries[start : start + len(scores)]))
        of_positives = []
        for i, vector in enumerate(block):
            wanted = torch.from_numpy(np.array(documents[pairs.positives[start + i]]))
            of_positives.append(model.similarity(vector[None], wanted)[0].to("cpu").tolist())
        made = Block(start, scores, scores, numbers, of_positives)
        yield made if lexical is None else _fused(made, block, documents, model, lexical, weight)


def _fused(block: Block, vectors: Any, documents: Any, model: Any, lexical: Any, weight: float) -> Block:
    """Returns the first candidates of the model's list and of BM25's, in the order of weighted z-scores, with the model's scores."""
    import numpy as np
    import torch

    shape = block.scores.shape
    order, model_scores = np.full(shape, -np.inf, np.float32), np.full(shape, -np.inf, np.float32)
    numbers = np.full(shape, -1, np.int64)
    for i in range(len(numbers)):
        mine = block.numbers[i][block.numbers[i] >= 0]
        theirs = lexical[1][block.start + i]
        theirs = np.array(theirs[theirs >= 0])
        by_model = block.scores[i][: len(mine)]
        z_mine, z_theirs = _z(by_model), _z(np.array(lexical[0][block.start + i][: len(theirs)]))
        more = theirs[~np.isin(theirs, mine)]
        if len(more) > 0:
            similar = model.similarity(vectors[i][None], torch.from_numpy(np.array(documents[more])))
            by_model = np.concatenate([by_model, similar[0].to("cpu").numpy()])
        union = np.concatenate([mine, more])
        place = dict(zip(theirs.tolist(), z_theirs.tolist(), strict=True))
        least = min(z_theirs, default=0.0)
        first = np.concatenate([z_mine, np.full(len(more), min(z_mine, default=0.0))])
        sums = weight * first + (1 - weight) * np.array([place.get(d, least) for d in union.tolist()])
        best = np.argsort(-sums, kind="stable")[: shape[1]]
        n = len(best)
        order[i, :n], model_scores[i, :n], numbers[i, :n] = sums[best], by_model[best], union[best]
    return Block(block.start, model_scores, order, numbers, block.positives)


def _z(scores: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns z-scores; zeros of equal scores."""
    deviation = scores.std() if len(scores) else 0.0
    return (scores - scores.mean()) / deviation if deviation > 0 else scores * 0.0


def rescored(blocks: Iterator[Block], pairs: Pairs, cross_encoder: Any, batch_size: int) -> Iterator[Block]:
    """Replaces scores and order by those of a cross-encoder."""
    import numpy as np

    def predicted(query: int, numbers: Iterable[int]) -> Any:
        rows = [(pairs.queries[query], pairs.corpus[d]) for d in numbers]
        return cross_encoder.predict(rows, batch_size=batch_size, convert_to_numpy=True, show_progress_bar=False) if rows else np.zeros(0)

    for block in blocks:
        new = np.full(block.scores.shape, -np.inf, np.float32)
        for i, row in enumerate(block.numbers):
            new[i, row >= 0] = predicted(block.start + i, row[row >= 0].tolist())
        of_positives = [predicted(block.start + i, pairs.positives[block.start + i]).tolist() for i in range(len(block.numbers))]
        yield Block(block.start, new, new, block.numbers, of_positives)
