"""Reads documents, queries, judgements and runs out of what Python has them in.

A table is a data frame of pandas or polars, a data set of Hugging Face, a dict, or rows: dicts, tuples with names (as of ir_datasets) or
plain tuples. Columns are told by their names, those that trec_eval, PyTerrier, BEIR and ir_datasets use.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from axiomine.errors import InputError

DOCUMENT_ID = ("docno", "doc_id", "docid", "document_id", "corpus-id", "corpus_id", "pid", "_id", "id")
QUERY_ID = ("qid", "query_id", "query-id", "queryid", "topic_id", "_id", "id")
DOCUMENT_TEXT = ("text", "contents", "content", "body", "passage", "document")
QUERY_TEXT = ("query", "text", "title", "question")
GRADE = ("label", "relevance", "grade", "rel", "score")
SCORE = ("score",)


def documents(table: Any) -> Iterator[tuple[str, str, str]]:
    """(id, title, text) of every document."""
    if callable(getattr(table, "docs_iter", None)):
        table = table.docs_iter()
    if isinstance(table, Mapping):
        for i, of in table.items():
            if isinstance(of, Mapping):
                yield identifier(i), text(of.get("title")), text(first(of, DOCUMENT_TEXT, "documents"))
            else:
                yield identifier(i), "", text(of)
        return
    ids, texts, titles = columns(table, "documents", DOCUMENT_ID, DOCUMENT_TEXT, ("title",), optional=1)
    for i, of, title in zip(ids, texts, titles, strict=False):
        yield identifier(i), text(title), text(of)


def queries(table: Any) -> Iterator[tuple[str, str]]:
    """(id, text) of every query; a plain list of texts is numbered from 1."""
    if callable(getattr(table, "queries_iter", None)):
        table = table.queries_iter()
    if isinstance(table, Mapping):
        for i, of in table.items():
            yield identifier(i), text(first(of, QUERY_TEXT, "queries") if isinstance(of, Mapping) else of)
        return
    if isinstance(table, Sequence) and table and isinstance(table[0], str):
        for number, of in enumerate(table, 1):
            yield str(number), text(of)
        return
    ids, texts = columns(table, "queries", QUERY_ID, QUERY_TEXT)
    for i, of in zip(ids, texts, strict=False):
        yield identifier(i), text(of)


def judgements(table: Any) -> Iterator[tuple[str, str, int]]:
    """(query, document, grade)."""
    if callable(getattr(table, "qrels_iter", None)):
        table = table.qrels_iter()
    for query, document, grade in _triples(table, "qrels", GRADE):
        yield query, document, int(grade)


def run(table: Any) -> Iterator[tuple[str, str, float]]:
    """(query, document, score)."""
    if callable(getattr(table, "scoreddocs_iter", None)):
        table = table.scoreddocs_iter()
    for query, document, score in _triples(table, "run", SCORE):
        yield query, document, float(score)


def _triples(table: Any, what: str, value: Sequence[str]) -> Iterator[tuple[str, str, Any]]:
    if isinstance(table, Mapping):
        for query, of in table.items():
            if not isinstance(of, Mapping):
                raise InputError(f"{what}: the query {query!r} has {type(of).__name__}", "a dict is {query: {document: number}}")
            for document, number in of.items():
                yield identifier(query), identifier(document), number
        return
    ids, of, numbers = columns(table, what, QUERY_ID, DOCUMENT_ID, value)
    for query, document, number in zip(ids, of, numbers, strict=False):
        yield identifier(query), identifier(document), number


def columns(table: Any, what: str, *wanted: Sequence[str], optional: int = 0) -> list[Iterable[Any]]:
    """The columns of a table, each by the first of its names that is there; the last `optional` may be missing, and are None then."""
    names = getattr(table, "column_names", None)  # datasets; None or a dict of splits elsewhere
    if names is None:
        names = getattr(table, "columns", None)
    if isinstance(names, Mapping):
        raise InputError(f"{what}: a DatasetDict has splits", "give one of them, as in data['train']")
    if names is None:
        return _of_rows(table, what, wanted, optional)
    return [_listed(table[name]) if name is not None else repeat(None) for name in _chosen(list(names), what, wanted, optional)]


def _listed(column: Any) -> Iterable[Any]:
    for method in ("to_list", "tolist", "to_pylist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)


def _chosen(names: list[str], what: str, wanted: Sequence[Sequence[str]], optional: int) -> list[str | None]:
    lower = {str(name).lower(): name for name in reversed(names)}
    chosen: list[str | None] = []
    for place, of in enumerate(wanted):
        name = next((lower[n] for n in of if n in lower and lower[n] not in chosen), None)
        if name is None and place < len(wanted) - optional:
            raise InputError(f"{what}: no column {' or '.join(of)} among {', '.join(map(str, names))}", "rename the column")
        chosen.append(name)
    return chosen


def _of_rows(rows: Any, what: str, wanted: Sequence[Sequence[str]], optional: int) -> list[Iterable[Any]]:
    if isinstance(rows, (str, bytes)) or not isinstance(rows, Iterable):
        raise InputError(f"{what}: cannot be read from {type(rows).__name__}", "give a data frame, a data set, a dict or rows")
    out: list[list[Any]] = [[] for _ in wanted]
    chosen: list[str | None] = []
    for number, row in enumerate(rows, 1):
        if hasattr(row, "_asdict"):
            row = row._asdict()
        elif dataclasses.is_dataclass(row) and not isinstance(row, type):
            row = {f.name: getattr(row, f.name) for f in dataclasses.fields(row)}
        if isinstance(row, Mapping):
            if not chosen:
                chosen = _chosen(list(row), what, wanted, optional)
            values = [row.get(name) if name is not None else None for name in chosen]
        elif isinstance(row, Sequence) and not isinstance(row, str) and len(wanted) - optional <= len(row) <= len(wanted):
            values = [*row, *[None] * (len(wanted) - len(row))]
        else:
            raise InputError(f"{what}: row {number} is {row!r}"[:200], "a row is a dict or a tuple of " + ", ".join(of[0] for of in wanted))
        for column, value in zip(out, values, strict=True):
            column.append(value)
    return list(out)


def first(row: Mapping[str, Any], names: Sequence[str], what: str) -> Any:
    """The value of the first name that the row has."""
    for name in names:
        if name in row:
            return row[name]
    raise InputError(f"{what}: none of {', '.join(names)} among {', '.join(map(str, row))}", "rename the field")


def identifier(value: Any) -> str:
    """An id as text; a whole number that a data frame holds as 3.0 is 3."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def text(value: Any) -> str:
    """A text; what is missing is empty."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    return str(value)
