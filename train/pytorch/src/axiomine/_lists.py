"""What may stand where a list of rows or texts does: arrays, series, columns, iterators."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from axiomine.errors import InputError

_NO_LISTS = (str, bytes, os.PathLike, Mapping, set, frozenset, io.IOBase, type)


class Once:
    """Members that can be gone through once, of which the first is known."""

    def __init__(self, first: Any, others: Iterator[Any]) -> None:
        self.first, self._all = first, chain([first], others)

    def __iter__(self) -> Iterator[Any]:
        return self._all


def listed(given: Any, once: bool = False) -> Any:
    """Returns arrays, series, columns and iterators as lists; anything else, such as a frame, a dict or a path, as it is.

    once: what Python goes through member by member is a Once, so that memory does not grow with it.
    """
    if isinstance(given, (*_NO_LISTS, Sequence, Once)) or has_columns(given) or getattr(given, "shape", None) == ():
        return given
    if names := getattr(getattr(given, "dtype", None), "names", None):  # an array of NumPy with fields
        return [dict(zip(names, row, strict=True)) for row in given.tolist()]
    for method in ("to_list", "to_pylist", "tolist"):
        if callable(getattr(given, method, None)):
            return getattr(given, method)()
    if not isinstance(given, Iterable) or any(hasattr(given, f"{what}_iter") for what in ("docs", "queries", "qrels", "scoreddocs")):
        return given
    members = iter(given)
    if not once:
        return list(members)
    for first in members:
        return Once(first, members)
    return []


def is_series(given: Any) -> bool:
    """Reports whether it is a series of pandas, whose index may be ids."""
    return hasattr(getattr(given, "index", None), "names") and hasattr(given, "items") and not hasattr(given, "columns")


def has_columns(given: Any) -> bool:
    """Reports whether it is a frame or a data set: something with names of columns."""
    return not isinstance(given, type) and any(hasattr(given, name) for name in ("collect_schema", "column_names", "columns"))


def first(members: Any) -> Any:
    """Returns the first member of a list; None where there is none."""
    if isinstance(members, Once):
        return members.first
    return members[0] if isinstance(members, Sequence) and not isinstance(members, (str, bytes)) and members else None


def texts(given: Any, what: str) -> Any:
    """Returns a list of texts; the column of a frame or a data set that has one alone. what: the argument's name."""
    if not has_columns(given):
        return listed(given, once=True)
    names = getattr(given, "column_names", None) or list(given.columns)
    if len(names) != 1:
        raise InputError(f"{what} has the columns {', '.join(map(str, names))}", "give the one that holds the texts")
    return listed(given[names[0]], once=True)


def records(given: Any) -> list[Any]:
    """Returns a list of rows: those of a frame or an Arrow table as dicts."""
    for method, words in (("to_dicts", ()), ("to_pylist", ()), ("to_dict", ("records",))):
        if hasattr(given, "columns") and callable(getattr(given, method, None)):
            rows: list[Any] = getattr(given, method)(*words)
            return rows
    return list(listed(given))
