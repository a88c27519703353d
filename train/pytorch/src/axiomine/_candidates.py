"""Candidates of negatives: by BM25, by a model's vectors, by both, and what a cross-encoder says of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from axiomine import _folder, _messages, _program
from axiomine._scratch import Folder
from axiomine._vectors import Texts, digest, encoded, nearest, numbers_of, on_disk, pairwise
from axiomine.server import serve

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
    vetoed: Any = None  # candidates that an axiom prefers to a positive; None: no axiom is asked


def encode(
    model: Any, pairs: Pairs, cache: Path | None, own: Path, batch_size: int, processes: Any, query: Sequence[Any], document: Sequence[Any]
) -> tuple[Any, int]:
    """Returns the vectors of queries and of documents, and how many of them an earlier call left in the cache.

    cache: a folder that stays; None: there is none, and the vectors lie in the own one.
    """
    pool = model.start_multi_process_pool(target_devices=None if isinstance(processes, bool) else processes) if processes else None

    def vectors(texts: Texts, kind: str, encode: Any, prompts: Sequence[Any]) -> tuple[Any, int]:
        def some(chunk: list[str]) -> Any:
            return encode(chunk, pool=pool, batch_size=batch_size, normalize_embeddings=True, convert_to_numpy=True,
                          show_progress_bar=False, prompt_name=prompts[0], prompt=prompts[1])  # fmt: skip

        if cache is None:
            return encoded(texts, own / f"{kind}.npy", some)
        key = hashlib.sha256(repr((digest(texts, some), *prompts, texts.digest)).encode()).hexdigest()[:32]
        return encoded(texts, cache / f"{kind}-{key}.npy", some)

    try:
        documents, kept = vectors(pairs.corpus, "corpus", model.encode_document, document)
        queries, more = vectors(pairs.queries, "queries", model.encode_query, query)
        return (queries, documents), kept + more
    finally:
        if pool is not None:
            model.stop_multi_process_pool(pool)


def bm25(pairs: Pairs, depth: int, folder: Folder) -> Any:
    """Returns the first documents of every query by BM25: scores and numbers, on disk; a number of -1 is none."""
    import numpy as np

    home = folder.path / "bm25"
    for name, texts in (("corpus", pairs.corpus), ("queries", pairs.queries)):
        _lines(folder, name, texts)
    corpus, queries = str(home / "corpus.jsonl"), str(home / "queries.jsonl")
    line = [f"--collection={corpus}", f"--topics={queries}", f"--hits={depth}", "--set=drop_self=off", f"--output={home / 'out'}"]

    def mended(said: str) -> str:
        return _messages.translated(said.replace(corpus, "corpus").replace(queries, "dataset"))

    _program.run("gen", "retrieve", *line, folder=folder, name=mended)
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


def _lines(folder: Folder, name: str, texts: Texts) -> Path:
    """Returns the file of texts as a collection's documents or queries, whose ids are their numbers."""
    path = folder.path / "bm25" / f"{name}.jsonl"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        _folder.lines(path, ({"_id": str(i), "text": texts[i]} for i in range(len(texts))))
    return path


def vetoed(blocks: Iterator[Block], pairs: Pairs, axioms: str | Sequence[str], folder: Folder) -> Iterator[Block]:
    """Marks the candidates that an axiom prefers to a positive of their query."""
    import numpy as np

    documents, queries = _lines(folder, "corpus", pairs.corpus), _lines(folder, "queries", pairs.queries)
    # The server retrieves for some queries at its start; the lists below name others by their texts.
    with serve(documents, queries, axioms=axioms, drop_self="off", hits=1, limit=1000) as server:
        for block in blocks:
            marked = np.zeros(block.numbers.shape, bool)
            lists: list[dict[str, Any]] = []
            places: list[tuple[int, int, Any]] = []
            for i, row in enumerate(block.numbers):
                positives = pairs.positives[block.start + i]
                others = np.flatnonzero((row >= 0) & ~np.isin(row, positives))
                text = pairs.queries[block.start + i]
                if text.strip() and len(others):
                    places.append((i, len(positives), others))
                    ids = [str(d) for d in (*positives, *row[others])]
                    lists.append({"text": text, "documents": ids, "scores": [1.0] * len(positives) + [0.0] * len(others)})
            for found in server.request("violated", lists=lists, margin=0.0)["pairs"] if lists else ():
                i, number, others = places[found["list"]]
                better, worse = np.array(found["pos"], np.int64), np.array(found["neg"], np.int64)
                marked[i, others[better[(better >= number) & (worse < number)] - number]] = True
            yield block._replace(vetoed=marked)


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
    import torch

    queries, documents = vectors
    for start, scores, numbers in nearest(queries, documents, depth, model, most):
        block = torch.from_numpy(np.array(queries[start : start + len(scores)]))
        of_positives = _pairwise(model, block, documents, pairs.positives[start : start + len(scores)])
        made = Block(start, scores, scores, numbers, of_positives)
        yield made if lexical is None else _fused(made, block, documents, model, lexical, weight)


def _pairwise(model: Any, queries: Any, documents: Any, wanted: Sequence[Sequence[int]]) -> list[list[float]]:
    """Returns the similarity of each query to each of its documents."""
    import numpy as np

    rows = [row for row, numbers in enumerate(wanted) for _ in numbers]
    flat = [number for numbers in wanted for number in numbers]
    similar = pairwise(model, queries, documents, rows, flat).tolist()
    ends = np.cumsum([len(numbers) for numbers in wanted]).tolist()
    return [similar[end - len(numbers) : end] for end, numbers in zip(ends, wanted, strict=True)]


def _fused(block: Block, vectors: Any, documents: Any, model: Any, lexical: Any, weight: float) -> Block:
    """Returns the first candidates of the model's list and of BM25's, in the order of weighted z-scores, with the model's scores."""
    import numpy as np

    n, depth = block.scores.shape
    scores, theirs = (np.array(part[block.start : block.start + n]) for part in lexical)
    mine = block.numbers
    # The places of BM25's documents in the model's list.
    order = np.argsort(mine, axis=1, kind="stable")
    more = np.array([~np.isin(row, other) & (row >= 0) for row, other in zip(theirs, mine, strict=True)])
    added = _pairwise(model, vectors, documents, [row[new].tolist() for row, new in zip(theirs, more, strict=True)])
    z_mine, z_theirs = _z(block.scores, mine >= 0), _z(scores, theirs >= 0)
    union = np.concatenate([mine, np.where(more, theirs, -1)], axis=1)
    by_model = np.concatenate([block.scores, np.full(theirs.shape, -np.inf, np.float32)], axis=1)
    by_model[:, depth:][more] = [score for row in added for score in row]
    lexical_of_mine = np.repeat(np.where(theirs >= 0, z_theirs, np.inf).min(axis=1, keepdims=True), depth, axis=1)
    lexical_of_mine[~np.isfinite(lexical_of_mine)] = 0
    for i in range(n):
        found = np.searchsorted(mine[i], theirs[i], sorter=order[i]).clip(max=depth - 1)
        place = order[i][found]
        known = (mine[i][place] == theirs[i]) & (theirs[i] >= 0)
        lexical_of_mine[i, place[known]] = z_theirs[i, known]
    least = np.where(mine >= 0, z_mine, np.inf).min(axis=1, keepdims=True)
    least[~np.isfinite(least)] = 0
    sums = np.concatenate([weight * z_mine + (1 - weight) * lexical_of_mine, weight * least + (1 - weight) * z_theirs], axis=1)
    sums[union < 0] = -np.inf
    best = np.argsort(-sums, axis=1, kind="stable")[:, :depth]
    take = [np.take_along_axis(part, best, axis=1) for part in (by_model, sums.astype(np.float32), union)]
    take[0][take[2] < 0] = -np.inf
    return Block(block.start, take[0], take[1], take[2], block.positives)


def _z(scores: np.ndarray[Any, Any], real: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns the z-scores of each row's real scores; zeros of equal ones."""
    import numpy as np

    count = np.maximum(real.sum(axis=1, keepdims=True), 1)
    known = np.where(real, scores, 0).astype(np.float64)
    mean = known.sum(axis=1, keepdims=True) / count
    deviation = np.sqrt((np.where(real, known - mean, 0) ** 2).sum(axis=1, keepdims=True) / count)
    return np.where(real & (deviation > 0), (known - mean) / np.where(deviation > 0, deviation, 1), 0.0)


def rescored(blocks: Iterator[Block], pairs: Pairs, cross_encoder: Any, batch_size: int) -> Iterator[Block]:
    """Replaces scores and order by those of a cross-encoder."""
    import numpy as np

    def predicted(query: int, numbers: Iterable[int]) -> Any:
        rows = [(pairs.queries[query], pairs.corpus[d]) for d in numbers]
        if not rows:
            return np.zeros(0, np.float32)
        return numbers_of(cross_encoder.predict(rows, batch_size=batch_size, convert_to_numpy=True, show_progress_bar=False),
                          "cross_encoder", len(rows), 1).reshape(-1)  # fmt: skip

    for block in blocks:
        new = np.full(block.scores.shape, -np.inf, np.float32)
        for i, row in enumerate(block.numbers):
            new[i, row >= 0] = predicted(block.start + i, row[row >= 0].tolist())
        of_positives = [predicted(block.start + i, pairs.positives[block.start + i]).tolist() for i in range(len(block.numbers))]
        yield Block(block.start, new, new, block.numbers, of_positives)
