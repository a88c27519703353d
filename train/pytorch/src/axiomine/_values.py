"""The one table of conversions: what a cell becomes, whatever holds it (frames, dicts, data sets, rows)."""

from __future__ import annotations

import datetime
import decimal
import math
import operator
import os
import re
import uuid
from collections.abc import Mapping
from typing import Any

from axiomine.errors import InputError, UsageError

# Above it, whole numbers in a float64 have lost digits.
EXACT = 2**53
WORDS = {"true": 1, "yes": 1, "false": 0, "no": 0}
_number = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_decimal_comma = re.compile(r"(-?)([0-9]+),([0-9]+)")
_broken = re.compile("[\ud800-\udfff]")


def plain(value: Any) -> Any:
    """Returns a cell as Python has it: numbers of NumPy, Torch and Arrow as int or float, what is missing as None."""
    if isinstance(value, (str, bool, int)) or value is None:
        return value
    for method in ("item", "as_py"):
        if callable(getattr(value, method, None)) and getattr(value, "size", 1) == 1 and not getattr(value, "shape", ()):
            value = getattr(value, method)()
            break
    if type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, decimal.Decimal):
        return None if value.is_nan() else value
    return value


def broken(text: str) -> bool:
    """Reports whether a text holds half of a surrogate pair, which is no character."""
    return _broken.search(text) is not None


def place(what: str, row: int, column: str) -> str:
    """Returns the beginning of an error's line: documents: row 3: docno."""
    return f"{what}: row {row}: {column}"


def identifier(value: Any, what: str, row: int, column: str) -> str:
    """Returns an id as text; a whole number that a data frame holds as 3.0 is 3."""
    value = plain(value)
    if value is None or (isinstance(value, str) and not value):
        raise InputError(f"{place(what, row, column)} is missing", "leave the row out, or give it an id")
    if isinstance(value, (float, decimal.Decimal)):
        value = _whole_id(value, what, row, column)
    if isinstance(value, bytes):
        value = _decoded(value, what, row, column)
    if not isinstance(value, (str, int, uuid.UUID)) or isinstance(value, bool):
        raise InputError(f"{place(what, row, column)} is {shortened(value)}, which is no id", "an id is a text or a whole number")
    name = _spelt(value, what, row, column)
    if _broken.search(name) or "\0" in name:
        raise InputError(f"{place(what, row, column)} is {shortened(value)}, which no file can hold", "rename it")
    return name


def _spelt(value: Any, what: str, row: int, column: str) -> str:
    try:
        return str(value)
    except ValueError as e:  # an int of more digits than Python writes
        raise InputError(f"{place(what, row, column)} is {shortened(value)}: too many digits", "give it as text") from e


def _whole_id(value: Any, what: str, row: int, column: str) -> Any:
    if not math.isfinite(value):
        raise InputError(f"{place(what, row, column)} is {value}, which is no id", "an id is a text or a whole number")
    if value != int(value):
        return str(value)
    if isinstance(value, float) and abs(value) > EXACT:
        raise InputError(f"{place(what, row, column)} is {value!r}: a float has lost digits of it", "read the column as text")
    return int(value)


def grade(value: Any, what: str, row: int, column: str) -> int:
    """Returns a judgement's grade: a whole number; true and yes are 1, false and no are 0."""
    given, value = value, plain(value)
    if value is None:
        raise InputError(f"{place(what, row, column)} is missing", "leave out the rows that nobody judged")
    if isinstance(value, str):
        word = value.strip()
        if word.lower() in WORDS:
            return WORDS[word.lower()]
        if (value := _parsed(word)) is None:
            hint = 'replace the words by whole numbers, as in frame["label"].map({"relevant": 1, "not": 0})'
            raise InputError(f"{place(what, row, column)} is {shortened(given)}, which is no grade", hint)
    if isinstance(value, (bool, int)) or (isinstance(value, (float, decimal.Decimal)) and math.isfinite(value) and value == int(value)):
        if -(10**18) < (number := int(value)) < 10**18:
            return number
        raise InputError(f"{place(what, row, column)} is {shortened(given)}, which is no grade", "a grade has at most 18 digits")
    hint = "a grade is a whole number: say from where on a document is relevant, or give real numbers as scores in run="
    raise InputError(f"{place(what, row, column)} is {shortened(given)}, which is no grade", hint)


def _parsed(word: str) -> decimal.Decimal | None:
    """Returns the number that a word spells in a file, None for another word. A comma is decimal unless it may separate thousands."""
    if (parts := _decimal_comma.fullmatch(word)) and (len(parts[3]) != 3 or not parts[2].strip("0")):
        word = f"{parts[1]}{parts[2]}.{parts[3]}"
    return decimal.Decimal(word) if _number.fullmatch(word) else None


def score(value: Any, what: str, row: int, column: str) -> float:
    """Returns a score: a number that is finite."""
    given, value = value, plain(value)
    if isinstance(value, str) and not _number.fullmatch(value.strip()):
        value = math.nan  # float reads 1_000
    try:
        number = float(value) if isinstance(value, (str, int, float, decimal.Decimal)) else math.nan
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        said = "missing" if value is None else f"{shortened(given)}, which is no score"
        raise InputError(f"{place(what, row, column)} is {said}", "a score is a finite number")
    return number


def text(value: Any, what: str, row: int, column: str) -> str:
    """Returns a text; what is missing is empty."""
    value = plain(value)
    if value is None:
        return ""
    if isinstance(value, bytes):
        return _decoded(value, what, row, column)
    if not isinstance(value, (str, int, float, decimal.Decimal)):
        raise InputError(f"{place(what, row, column)} is {shortened(value)}, which is no text", "join its parts to one text")
    return _broken.sub("\ufffd", _spelt(value, what, row, column))


def cell(value: Any) -> Any:
    """Returns a cell as JSON has it, lists and members included; whole floats are whole numbers, what is missing is null."""
    if isinstance(value, Mapping):
        return {str(name): cell(member) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [cell(item) for item in value]
    if callable(getattr(value, "tolist", None)) and getattr(value, "shape", None):
        return cell(value.tolist())
    value = plain(value)
    if isinstance(value, decimal.Decimal) and value.is_finite() and value == value.to_integral_value():
        return int(value)  # all digits stay
    if isinstance(value, float | decimal.Decimal):
        if not math.isfinite(value):
            return str(value)
        return int(value) if float(value).is_integer() and abs(float(value)) <= EXACT else float(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, str):
        return _broken.sub("\ufffd", value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (set, frozenset)) or getattr(type(value), "__str__", None) is object.__str__:  # no order, or no text of its own
        raise InputError(f"documents: a cell is {shortened(value)}, which is no text, number or list", "give texts, numbers and lists")
    return str(value)


def _decoded(value: bytes, what: str, row: int, column: str) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError as e:
        raise InputError(f"{place(what, row, column)} is {shortened(value)}, which is no UTF-8", "decode the bytes first") from e


def shortened(value: Any) -> str:
    """Returns a value for an error's line, long ones cut."""
    try:
        said = repr(os.fspath(value)) if isinstance(value, os.PathLike) else repr(value)
    except (ValueError, RecursionError):
        said = f"a {type(value).__name__} that is too large to be shown"
    except Exception:  # of a caller's class
        said = f"a {type(value).__name__} that cannot be shown"
    said = " ".join(said.split("\n"))
    return said if len(said) <= 60 else said[:57] + "..."


def having(value: Any, what: str, *methods: str) -> Any:
    """Returns an object that has all of these methods. what: the argument's name."""
    if isinstance(value, type) or (lacking := [name for name in methods if not callable(getattr(value, name, None))]):
        missing = "is a class" if isinstance(value, type) else f"has no method {', '.join(lacking)}"
        raise UsageError(f"{what}: {shortened(value)} {missing}", f"give an object with {', '.join(methods)}")
    return value


def truth(value: Any, what: str) -> bool:
    """Returns True or False; a word that is true in Python ("no") is an error. what: the argument's name."""
    value = plain(value)
    if not isinstance(value, bool):
        raise UsageError(f"{what} is {shortened(value)}", "give True or False")
    return value


def count(value: Any, what: str, least: int = 0) -> int:
    """Returns an argument that is a whole number of at least so much."""
    number = whole(value, what)
    if number < least:
        raise UsageError(f"{what} is {number}", f"give at least {least}")
    return number


def whole(value: Any, what: str) -> int:
    """Returns an argument that is a whole number."""
    try:
        number = operator.index(plain(value))
    except TypeError as e:
        raise UsageError(f"{what} is {shortened(value)}, which is no whole number", "give an int") from e
    if not -(2**63) <= number < 2**63:
        raise UsageError(f"{what} is a number of more than 64 bits", "give a smaller one")
    return number
