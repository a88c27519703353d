"""Hard negatives for pairs of texts, with the arguments of sentence-transformers' function of the same name."""

from __future__ import annotations

import inspect
import json
import os
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from axiomine import _arguments, _binary, _candidates, _lists, _rows, _tables, _values
from axiomine._candidates import Pairs
from axiomine._files import made
from axiomine._place import Place
from axiomine._rows import Request
from axiomine._scratch import Folder
from axiomine._vectors import Texts
from axiomine.errors import InputError, UsageError, packages

if TYPE_CHECKING:
    import datasets

Format = Literal["triplet", "n-tuple", "labeled-pair", "labeled-list", "n-tuple-scores"]
FORMATS = ("triplet", "n-tuple", "labeled-pair", "labeled-list")


def mine_hard_negatives(
    dataset: Any,
    model: Any = None,
    anchor_column_name: str | None = None,
    positive_column_name: str | None = None,
    corpus: Iterable[str] | None = None,
    cross_encoder: Any = None,
    range_min: int = 0,
    range_max: int | None = None,
    max_score: float | None = None,
    min_score: float | None = None,
    absolute_margin: float | None = None,
    relative_margin: float | None = None,
    num_negatives: int = 3,
    sampling_strategy: Literal["random", "top"] = "top",
    query_prompt_name: str | None = None,
    query_prompt: str | None = None,
    corpus_prompt_name: str | None = None,
    corpus_prompt: str | None = None,
    include_positives: bool = False,
    output_format: Format = "triplet",
    output_scores: bool = False,
    batch_size: int = 32,
    faiss_batch_size: int = 16384,
    use_faiss: bool = False,
    use_multi_process: list[str] | bool = False,
    verbose: bool = True,
    cache_folder: str | os.PathLike[str] | None = None,
    as_triplets: bool | None = None,
    margin: float | None = None,
    *,
    retrieval: Literal["auto", "fused", "model", "bm25"] = "auto",
    weight: float = 0.65,
    drop_same_text: bool = False,
    axioms: str | Sequence[str] | None = None,
    seed: int | None = None,
    output: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
) -> datasets.Dataset:
    """Finds hard negatives for pairs of an anchor and a positive, and returns rows as sentence-transformers' mine_hard_negatives does.

    Arguments up to margin, their defaults and the columns of the result are that function's; as_triplets, margin and the output_format
    "n-tuple-scores" are deprecated there, and warn here too. Texts and vectors lie on disk, and the
    search is exact, in blocks, on the device of the model: memory grows by some 200 bytes a text. What is different:

    dataset: a data set of Hugging Face, a data frame, or a list or an iterator of dicts.
    retrieval: with a model the default, "model", finds the candidates by its vectors alone, as that function does; without one "bm25" is
    the default. "fused" takes the first candidates of both, ordered by z-scores: weight (.65) of the model's, the rest of BM25's.
    Margins and bounds are of the model's scores, or of the cross-encoder's, or without either of BM25's.
    cross_encoder: it rescores and orders the candidates whether or not there is a margin.
    drop_same_text: also drop candidates that differ from a positive in case and spaces alone.
    axioms: also drop candidates that one of these axioms prefers to a positive of the query; None asks none.
    seed: of sampling_strategy "random"; None draws from Python's own generator.
    cache_folder: vectors stay there, and a call that was interrupted goes on. Only those that the model gives again for ten of the texts
        are used again; the report says how many.
    output: the folder for the rows; without one they go with the process. overwrite=True replaces those of an earlier call.
    use_faiss has no effect: the blocks are searched exactly, as its flat index does.

    The report is printed if verbose, and is JSON in the result's `info.description`.
    """
    given = dict(locals())
    _arguments.check(given)
    with packages("hf"):
        import datasets  # noqa: F401
    with packages("torch"):
        import numpy  # noqa: F401
    if as_triplets is not None:
        output_format = "triplet" if as_triplets else "n-tuple"
        _binary.warn([f"as_triplets is deprecated: output_format is {output_format!r}"])
    if margin is not None:
        absolute_margin = margin
        _binary.warn([f"margin is deprecated: absolute_margin is {margin}"])
    if output_format == "n-tuple-scores":
        output_format, output_scores = "n-tuple", True
        _binary.warn(["output_format 'n-tuple-scores' is deprecated: it is 'n-tuple', and output_scores is True"])
    if retrieval == "auto":
        retrieval = "bm25" if model is None else "model"
    if retrieval not in ("fused", "model", "bm25"):
        raise UsageError(f"retrieval is {_values.shortened(retrieval)}", "give auto, fused, model or bm25")
    if model is None and retrieval != "bm25":
        raise UsageError(f"retrieval is {retrieval!r}, and there is no model", "give one, or retrieval='bm25'")
    if model is not None and retrieval == "bm25":
        raise UsageError("a model is given, and retrieval is 'bm25'", "leave out the model, or give retrieval='fused'")
    _arguments.refuse_unused(given, inspect.signature(mine_hard_negatives), retrieval)
    if output_scores and model is None and cross_encoder is None:
        raise UsageError("output_scores: BM25 scores no positives that it does not find", "give a model or a cross_encoder")
    if use_faiss:
        _binary.warn(["use_faiss has no effect: blocks are searched exactly, as its flat index does"])
    dataset = _lists.listed(dataset, once=True)
    anchor, positive = _columns(dataset, anchor_column_name, positive_column_name)
    folder = Folder()
    place = Place(Path(_binary.path(output, "output")) if output is not None else folder.path / "negatives", overwrite)
    pairs = _read(dataset, anchor, positive, corpus, folder.path)
    is_bounded = any(bound is not None for bound in (absolute_margin, relative_margin, max_score, axioms)) or (
        cross_encoder is not None and min_score is not None
    )
    if range_max is None:
        range_max = range_min + num_negatives * (10 if is_bounded else 1) + pairs.most
    if include_positives:
        if output_format not in ("triplet", "n-tuple"):  # the default, and what they are
            _binary.warn([f"output_format {output_format!r} has no effect: with include_positives the rows are n-tuples"])
        output_format = "n-tuple"
    request = Request(anchor, positive, range_min, range_max, max_score, min_score, absolute_margin, relative_margin, num_negatives,
                      sampling_strategy, include_positives, output_format, output_scores, drop_same_text, weight,
                      random if seed is None else random.Random(seed))  # fmt: skip
    _check(request)
    depth = min(range_max + pairs.most, len(pairs.corpus))
    vectors, reused = None, 0
    if model is not None:
        cache = made(Path(_binary.path(cache_folder, "cache_folder"))) if cache_folder is not None else None
        vectors, reused = _candidates.encode(
            model, pairs, cache, folder.path, batch_size, use_multi_process, (query_prompt_name, query_prompt),
            (corpus_prompt_name, corpus_prompt),
        )  # fmt: skip
    lexical = _candidates.bm25(pairs, depth, folder) if retrieval != "model" else None
    blocks = _candidates.candidates(pairs, model, vectors, lexical, depth, faiss_batch_size, weight)
    if cross_encoder is not None:
        blocks = _candidates.rescored(blocks, pairs, cross_encoder, batch_size)
    if axioms is not None:
        blocks = _candidates.vetoed(blocks, pairs, axioms, folder)
    result = place.written(_rows.schema(request), _rows.rows(blocks, pairs, request))
    result._axiomine_folder = folder  # its file goes with the last of them
    report = _report(request, pairs, len(result), retrieval, reused)
    result.info.description = json.dumps(report)
    if verbose:
        print(_said(report))
    if not len(result):
        bounds = ", ".join(["range_min", "num_negatives", *(name for name in _COUNTS[3:] if report[name])])
        _binary.warn([f"0 rows: no query has the negatives that are asked for; loosen one of {bounds}, or give more texts as corpus"])
    return result


def _columns(dataset: Any, anchor: str | None, positive: str | None) -> tuple[str, str]:
    """Returns the columns of anchors and positives: the named ones, else the first two."""
    if splits := _tables.splits_of(dataset):
        raise InputError(f"dataset has the splits {', '.join(splits)}", f"give one of them, as in dataset[{next(iter(splits))!r}]")
    names = _tables.names_of(dataset)
    if names is None:
        hint = "give a data set of Hugging Face, a data frame or dicts with an anchor and a positive a row"
        raise InputError(f"dataset is of the type {type(dataset).__name__}", hint)
    for name in (anchor, positive):
        if name is not None and name not in names:
            raise InputError(f"dataset has no column {name!r} among {', '.join(names)}", "name one of them")
    if len(names) < 2 and (anchor is None or positive is None):
        raise InputError(f"dataset has the column {', '.join(names)} alone", "give an anchor and a positive a row")
    anchor, positive = anchor or names[0], positive or names[1]
    if anchor == positive:
        hint = f"give anchor_column_name and positive_column_name, two of {', '.join(names)}"
        raise UsageError(f"the anchor and the positive are one column, {anchor!r}", hint)
    return anchor, positive


def _read(dataset: Any, anchor: str, positive: str, corpus: Iterable[str] | None, folder: Path) -> Pairs:
    """Reads the pairs, the given corpus first."""
    queries, documents = Texts(folder / "queries.bin"), Texts(folder / "corpus.bin")
    if isinstance(corpus, (str, bytes)):
        raise InputError("corpus is a text", "give a list of texts")
    for row, text in enumerate(() if corpus is None else _lists.texts(corpus, "corpus"), 1):
        documents.add(_text(text, "corpus", row, "the text"))
    if corpus is not None and len(documents) == 0:
        raise InputError("corpus has no texts", "leave it out: the positives are texts of it anyway")
    positives, count = list[list[int]](), Counter[int]()
    rows = 0
    members = dataset.select_columns([anchor, positive]) if hasattr(dataset, "select_columns") else _tables.rows(dataset, "dataset")
    for rows, member in enumerate(members, 1):
        query = queries.add(_text(member.get(anchor), "dataset", rows, anchor))
        document = documents.add(_text(member.get(positive), "dataset", rows, positive))
        if query == len(positives):
            positives.append([])
        if document not in positives[query]:
            positives[query].append(document)
        count[query] += 1
    if rows == 0:
        raise InputError("dataset has no rows", "give pairs of an anchor and a positive")
    return Pairs(queries.closed(), documents.closed(), positives, rows, max(count.values()))


def _text(value: Any, table: str, row: int, column: str) -> str:
    """Returns a text; anything else is an error."""
    if not isinstance(value, str):
        raise InputError(f"{table}: row {row}: {column} is {_values.shortened(value)}", f"leave the row out: {table} has texts alone")
    if _values.broken(value):
        raise InputError(f"{table}: row {row}: {column} holds half of a surrogate pair", "replace it")
    return value


def _check(r: Request) -> None:
    """Refuses what cannot be done, as sentence-transformers does."""
    if r.output_format not in FORMATS:
        raise UsageError(f"output_format is {_values.shortened(r.output_format)}", f"give {', '.join(FORMATS)}")
    if r.sampling_strategy not in ("top", "random"):
        raise UsageError(f"sampling_strategy is {_values.shortened(r.sampling_strategy)}", "give top or random")
    if r.num_negatives < 1:
        raise UsageError(f"num_negatives is {r.num_negatives}", "give 1 or more")
    if not 0 <= r.range_min < r.range_max:
        raise UsageError(f"range_min is {r.range_min}, range_max {r.range_max}", "range_min is 0 or more, and smaller")
    if r.num_negatives > r.range_max - r.range_min:
        raise UsageError(f"{r.num_negatives} negatives of {r.range_max - r.range_min} candidates", "raise range_max")
    if not 0 <= r.weight <= 1:
        raise UsageError(f"weight is {r.weight}", "give the model's share: between 0 and 1")
    if twice := [name for name in (r.anchor, r.positive) if name in _rows.made(r)]:
        raise InputError(f"dataset: the column {twice[0]!r} has the name of a column that is made", "rename it with rename_column")


def _report(r: Request, pairs: Pairs, rows: int, retrieval: str, reused: int) -> dict[str, Any]:
    """Returns what was done."""
    return {"retrieval": retrieval, "range_min": r.range_min, "range_max": r.range_max, "pairs": pairs.rows,
            "repeated": pairs.rows - sum(map(len, pairs.positives)), "queries": len(pairs.queries),
            "documents": len(pairs.corpus), "rows": rows, "vectors_reused": reused,
            **{name: r.counts[name] for name in _COUNTS}}  # fmt: skip


_COUNTS = ("negatives", "missing", "queries_without", "same_text", "axioms", "absolute_margin", "relative_margin", "max_score", "min_score")


def _said(report: dict[str, Any]) -> str:
    """Returns a report as lines."""
    lines = [
        "{pairs:,} pairs, {repeated:,} of them repeated, {queries:,} queries, {documents:,} documents; "
        "candidates: {retrieval}, ranks {range_min} to {range_max}",
        "{rows:,} rows; the queries have {negatives:,} negatives and lack {missing:,}, {queries_without:,} queries have none",
    ]
    if dropped := [f"{report[name]:,} by {name}" for name in _COUNTS[3:] if report[name]]:
        lines.append("candidates dropped: " + ", ".join(dropped))
    if report["vectors_reused"]:
        lines.append("{vectors_reused:,} vectors are those of an earlier call, in cache_folder")
    return "\n".join(lines).format(**report)
