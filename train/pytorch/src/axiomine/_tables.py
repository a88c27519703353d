"""Reads documents, queries, judgements and runs out of what Python has them in.

A table is a data frame of pandas, polars or Arrow, a data set of Hugging Face (or its splits), a dict, a series, or rows: dicts, tuples
with names (as of ir_datasets) or plain tuples. Columns are told by their names, those that trec_eval, PyTerrier, BEIR and ir_datasets use.
Every cell goes through axiomine._values.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from axiomine import _lists, _values
from axiomine.errors import InputError, UsageError

DOCUMENT_ID = ("docno", "doc_id", "docid", "document_id", "corpus-id", "corpus_id", "pid", "_id", "id")
QUERY_ID = ("qid", "query_id", "query-id", "queryid", "topic_id", "_id", "id")
DOCUMENT_TEXT = ("text", "contents", "content", "body", "passage", "document")
QUERY_TEXT = ("query", "text", "title", "question")
GRADE = ("label", "relevance", "grade", "rel", "score")
SCORE = ("score",)
SPLIT_WORDS = {
    "train": "train",
    "training": "train",
    "dev": "dev",
    "development": "dev",
    "val": "dev",
    "valid": "dev",
    "validation": "dev",
    "test": "test",
    "testing": "test",
    "eval": "eval",
}


def documents(table: Any) -> Iterator[tuple[str, str, str]]:
    """Returns (id, title, text) of every document; a plain list of texts is numbered from 1."""
    table = _opened(table, "docs_iter")
    if isinstance(table, Mapping):
        for row, (i, member) in enumerate(table.items(), 1):
            name = _values.identifier(i, "documents", row, "the id")
            if isinstance(member, Mapping):
                column = _first(member, DOCUMENT_TEXT, "documents", row)
                title = _values.text(member.get("title"), "documents", row, "title")
                yield name, title, _values.text(member[column], "documents", row, column)
            else:
                yield name, "", _values.text(member, "documents", row, "the text")
        return
    if is_texts(table):
        for row, member in enumerate(table, 1):
            yield str(row), "", _values.text(member, "documents", row, "the text")
        return
    names, (ids, texts, titles) = columns(table, "documents", DOCUMENT_ID, DOCUMENT_TEXT, ("title",), optional=1, numbered=True)
    for row, (i, member, title) in enumerate(zip(ids, texts, titles, strict=False), 1):
        name = _values.identifier(i, "documents", row, names[0]) if names[0] else str(row)
        yield name, _values.text(title, "documents", row, "title"), _values.text(member, "documents", row, names[1])


def queries(table: Any) -> Iterator[tuple[str, str]]:
    """Returns (id, text) of every query; a plain list of texts is numbered from 1."""
    table = _opened(table, "queries_iter", once=False)
    if isinstance(table, Mapping):
        for row, (i, member) in enumerate(table.items(), 1):
            column = _first(member, QUERY_TEXT, "queries", row) if isinstance(member, Mapping) else ""
            value = member[column] if column else member
            yield _values.identifier(i, "queries", row, "the id"), _values.text(value, "queries", row, column or "the text")
        return
    if is_texts(table):
        for row, member in enumerate(table, 1):
            yield str(row), _values.text(member, "queries", row, "the text")
        return
    split_of(table, "queries")
    names, (ids, texts) = columns(table, "queries", QUERY_ID, QUERY_TEXT, numbered=True)
    for row, (i, member) in enumerate(zip(ids, texts, strict=False), 1):
        name = _values.identifier(i, "queries", row, names[0]) if names[0] else str(row)
        yield name, _values.text(member, "queries", row, names[1])


def judgements(table: Any) -> Iterator[tuple[str, str, int]]:
    """Returns (query, document, grade) of every judgement."""
    table = _opened(table, "qrels_iter", once=False)
    split_of(table, "qrels")
    return _triples(table, "qrels", GRADE, _values.grade)


def run(table: Any) -> Iterator[tuple[str, str, float]]:
    """Returns (query, document, score) of every line of a run."""
    return _triples(_opened(table, "scoreddocs_iter"), "run", SCORE, _values.score)


def _triples(table: Any, what: str, value: Sequence[str], convert: Any) -> Iterator[tuple[str, str, Any]]:
    if isinstance(table, Mapping):
        row = 0
        for query, members in table.items():
            if not isinstance(members, Mapping):
                raise InputError(f"{what}: the query {query!r} has {type(members).__name__}", "a dict is {query: {document: number}}")
            for document, number in members.items():
                row += 1
                name = _values.identifier(query, what, row, "the query")
                other = _values.identifier(document, what, row, "the document")
                yield name, other, convert(number, what, row, f"the {value[0]} of {name}, {other}")
        return
    names, found = columns(table, what, QUERY_ID, DOCUMENT_ID, value)
    for row, (query, document, number) in enumerate(zip(*found, strict=False), 1):
        name = _values.identifier(query, what, row, names[0])
        yield name, _values.identifier(document, what, row, names[1]), convert(number, what, row, names[2])


def split_of(table: Any, what: str) -> str:
    """Returns the split that a DatasetDict or the column `split` names; "" where none is named, or some rows name what is no split.

    Several splits are refused: all of their rows would be trained on.
    """
    members = splits_of(table)
    name = next((name for name in names_of(table) or [] if name.lower() == "split"), None)
    if name is None or callable(getattr(table, f"{what}_iter", None)):
        return SPLIT_WORDS.get(next(iter(members)), "") if len(members) == 1 else ""
    splits: dict[str, str] = {}  # by split, its first value
    others = False
    for row in rows(table):
        value = "" if row.get(name) is None else str(row[name])
        words = re.split("[._-]", value.strip().lower())
        if word := next((word for word in words if word in SPLIT_WORDS), ""):
            splits.setdefault(SPLIT_WORDS[word], value)
        elif words not in ([""], ["all"]):
            others = True
    if len(splits) > 1:
        first = next(iter(splits.values()))
        raise InputError(
            f"{what}: the column {name} names the splits {', '.join(splits.values())}", f"give the rows of one of them, such as {first}"
        )
    return "" if others else next(iter(splits), "")


def is_texts(table: Any) -> bool:
    """Reports whether it is a list of texts."""
    return isinstance(_lists.first(table), str)


def _opened(table: Any, method: str = "", once: bool = True) -> Any:
    """Returns a table whose columns can be read: of arrays, iterators, lazy frames, an index with names, the splits of a DatasetDict."""
    if callable(getattr(table, method, None)):
        return getattr(table, method)()
    if splits := splits_of(table):
        if method == "qrels_iter" and len(splits) > 1:
            raise InputError(
                f"qrels: a DatasetDict with the splits {', '.join(splits)}", f"give one of them, as in qrels[{next(iter(splits))!r}]"
            )
        return list(chain.from_iterable(splits.values()))
    if callable(getattr(table, "collect", None)) and hasattr(table, "collect_schema"):  # a LazyFrame of polars
        try:
            table = table.collect()
        except Exception as error:  # polars raises what its sources raise
            raise InputError(f"a LazyFrame cannot be collected: {error}") from error
    if callable(getattr(table, "to_arrow_table", None)) and hasattr(table, "columns"):  # a relation of DuckDB
        table = table.to_arrow_table()
    names = getattr(getattr(table, "index", None), "names", None)
    if hasattr(table, "columns") and isinstance(names, Iterable) and any(name not in (None, *table.columns) for name in names):
        table = table.reset_index()
    return taken(table, once)


def taken(table: Any, once: bool = False) -> Any:
    """Returns what holds rows or texts as a list (see _lists.listed); of a series of texts pairs with its index, which are the ids."""
    if _lists.is_series(table) and len(table) and not isinstance(_members(table.iloc[0]), (Mapping, list, tuple)):
        return list(table.items())
    return _lists.listed(table, once)


def splits_of(table: Any) -> dict[str, Any]:
    """Returns the tables of a DatasetDict by split; nothing of another table."""
    if isinstance(table, Mapping) and table and all(hasattr(member, "column_names") for member in table.values()):
        return {str(name): member for name, member in table.items()}
    return {}


def held(table: Any) -> Any:
    """Returns a table that keeps its rows, in their order, when the caller changes a list, a frame or splits. No row is copied."""
    if hasattr(table, "iloc"):
        return table.copy(deep=False)
    return copy.copy(table) if isinstance(table, (list, Mapping)) or hasattr(table, "clone") else table


def without(table: Any, dropped: Container[int]) -> Any:
    """Returns a table of the same type without the rows of these numbers, from 0."""
    if not (_lists.has_columns(table) or isinstance(table, Sequence)) or not hasattr(table, "__len__"):
        hint = "audit a table with a length, such as frame.collect(); of files, axiomine audit --fix drop writes a clean copy"
        raise UsageError("clean: the rows were no data set, frame or list", hint)
    kept = [row for row in range(len(table)) if row not in dropped]
    if hasattr(table, "features"):  # a Dataset of Hugging Face
        return table.select(kept)
    if hasattr(table, "iloc"):
        return table.iloc[kept]
    if hasattr(table, "to_pylist"):  # a table of Arrow
        return table.take(kept)
    return table[kept] if _lists.has_columns(table) else [table[row] for row in kept]


def names_of(table: Any) -> list[str] | None:
    """Returns the names of a table's columns; None of what has none: dicts by id, texts, plain tuples."""
    if splits := splits_of(table):
        return list(dict.fromkeys(name for member in splits.values() for name in names_of(member) or []))
    if isinstance(table, Mapping) or is_texts(table) or callable(getattr(table, "docs_iter", None)):
        return None
    if callable(getattr(table, "collect_schema", None)):
        return list(table.collect_schema().names())
    for attribute in ("column_names", "columns"):
        names = getattr(table, attribute, None)
        if names is not None and not isinstance(names, Mapping):
            return [str(name) for name in names]
    row = _members(_lists.first(table))
    return [str(name) for name in row] if isinstance(row, Mapping) else None


def rows(table: Any, what: str = "documents") -> Iterator[dict[str, Any]]:
    """Returns every row of a table with all its columns, as JSON has it. what: the argument's name."""
    table = _opened(table)
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    features = getattr(table, "features", None)
    features = features if isinstance(features, Mapping) else {}  # of datasets
    if names is None:
        if not _has_rows(table):
            raise InputError(f"rows cannot be read from {type(table).__name__}", "give a data frame, a data set or a list of dicts")
        for number, row in enumerate(table, 1):
            members = _members(row)
            if not isinstance(members, Mapping):
                raise InputError(f"{what}: row {number} is {_values.shortened(row)}", "a row is a dict, as the first is")
            yield _values.cell(members)
        return
    _single(list(names), what, names)
    listed = ([_class_name(features.get(name), value) for value in _listed(table[name])] for name in names)
    for values in zip(*listed, strict=True):
        yield {str(name): _values.cell(value) for name, value in zip(names, values, strict=True)}


def _class_name(feature: Any, value: Any) -> Any:
    """Returns a value of datasets with the names of its class labels: numbers of classes say nothing of grades, and -1 is no class."""
    if hasattr(feature, "int2str") and isinstance(value, int):
        return feature.names[value] if 0 <= value < len(feature.names) else None if value == -1 else value
    if isinstance(value, list):
        inner = feature[0] if isinstance(feature, list) and feature else getattr(feature, "feature", None)
        return [_class_name(inner, member) for member in value]
    if isinstance(value, Mapping):
        members = getattr(feature, "feature", feature)  # a Sequence of a structure is a structure of lists
        if not isinstance(members, Mapping):
            return value
        return {
            name: [_class_name(members.get(name), item) for item in member]
            if isinstance(member, list) and members is not feature
            else _class_name(members.get(name), member)
            for name, member in value.items()
        }
    return value


def columns(
    table: Any, what: str, *wanted: Sequence[str], optional: int = 0, numbered: bool = False
) -> tuple[list[str], list[Iterable[Any]]]:
    """Returns names and columns of a table, each by the first of its names that is there; the last `optional` may be missing (None).

    numbered: the first, the ids, may be missing where no column is left for it. The ids of a frame of pandas are then its index.
    """
    names = getattr(table, "column_names", None)  # datasets, Arrow
    if names is None:
        names = getattr(table, "columns", None)
    if names is None:
        return _of_rows(table, what, wanted, optional, numbered)
    chosen = _chosen(list(names), what, wanted, optional, numbered)
    if chosen[0] is None and hasattr(table, "iloc"):
        table, chosen[0] = table.assign(id=table.index), "id"
    _single(list(names), what, chosen)
    return [name or "" for name in chosen], [_listed(table[name]) if name is not None else repeat(None) for name in chosen]


def _single(names: list[Any], what: str, chosen: Iterable[Any]) -> None:
    """Refuses columns whose name another one has: which of them is meant?"""
    if twice := next((name for name in chosen if name is not None and names.count(name) > 1), None):
        raise InputError(f"{what}: {names.count(twice)} columns are called {twice}", "rename them")


def _listed(column: Any) -> Iterable[Any]:
    for method in ("to_list", "tolist", "to_pylist"):
        if hasattr(column, method):
            return list(getattr(column, method)())
    return list(column)


def _chosen(names: list[str], what: str, wanted: Sequence[Sequence[str]], optional: int, numbered: bool) -> list[str | None]:
    lower = {str(name).lower(): name for name in reversed(names)}
    chosen: list[str | None] = []
    for known in wanted:
        chosen.append(next((lower[n] for n in known if n in lower and lower[n] not in chosen), None))
    needed = len(wanted) - optional
    first = 1 if numbered and {*lower.values()} <= {*chosen} else 0
    for name, known in zip(chosen[first:needed], wanted[first:needed], strict=True):
        if name is None:
            raise InputError(f"{what}: no column {' or '.join(known)} among {', '.join(map(str, names))}", "rename the column")
    return chosen


def _members(row: Any) -> Any:
    """Returns a row by its names, where it has names."""
    if hasattr(row, "_asdict"):
        return row._asdict()
    if hasattr(type(row), "__dataclass_fields__"):
        import dataclasses

        return {f.name: getattr(row, f.name) for f in dataclasses.fields(row)}
    return row


def _has_rows(table: Any) -> bool:
    """Reports whether a table can be gone through: numpy's arrays of one number cannot."""
    return isinstance(table, Iterable) and getattr(table, "shape", None) != ()


def _of_rows(rows: Any, what: str, wanted: Sequence[Sequence[str]], optional: int, numbered: bool) -> tuple[list[str], list[Iterable[Any]]]:
    if isinstance(rows, (str, bytes)) or not _has_rows(rows):
        raise InputError(f"{what}: cannot be read from {type(rows).__name__}", "give a data frame, a data set, a dict or rows")
    out: list[list[Any]] = [[] for _ in wanted]
    names: list[str | None] = [known[0] for known in wanted]
    chosen: list[str | None] = []
    for number, row in enumerate(rows, 1):
        row = _members(row)
        if isinstance(row, Mapping):
            if not chosen:
                names = chosen = _chosen(list(row), what, wanted, optional, numbered)
            values = [row.get(name) if name is not None else None for name in chosen]
        elif isinstance(row, Sequence) and not isinstance(row, str) and len(wanted) - optional <= len(row) <= len(wanted):
            values = [*row, *[None] * (len(wanted) - len(row))]
        else:
            hint = "a row is a dict or a tuple of " + ", ".join(known[0] for known in wanted)
            raise InputError(f"{what}: row {number} is {_values.shortened(row)}", hint)
        for column, value in zip(out, values, strict=True):
            column.append(value)
    return [name or "" for name in names], list(out)


def _first(member: Mapping[str, Any], names: Sequence[str], what: str, row: int) -> str:
    """Returns the first of the names that a dict has."""
    for name in names:
        if name in member:
            return name
    raise InputError(f"{what}: row {row}: none of {', '.join(names)} among {', '.join(map(str, member))}", "rename the field")
