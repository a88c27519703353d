"""Finds the program, and writes its command lines."""

from __future__ import annotations

import decimal
import os
import shutil
import sys
import sysconfig
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from axiomine import _values, errors
from axiomine._options import GIVEN_BY

HERE = str(Path(__file__).resolve().parent)
NAME = "axiomine.exe" if os.name == "nt" else "axiomine"


def find() -> Path:
    """The program: AXIOMINE_PROGRAM, else beside this package's scripts, else on PATH."""
    if named := os.environ.get("AXIOMINE_PROGRAM"):
        return Path(named)
    # With --target the scripts lie in bin beside the package.
    target = Path(__file__).resolve().parent.parent / "bin"
    user = sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user"))
    for folder in (Path(sysconfig.get_path("scripts")), Path(user), target):
        if (folder / NAME).is_file():
            return folder / NAME
    if found := shutil.which("axiomine"):
        return Path(found)
    raise errors.ProgramError("the program axiomine is not installed", "pip install axiomine, or name it in AXIOMINE_PROGRAM")


def flags(options: Mapping[str, Any], of: str, config: str | os.PathLike[str] | None = None) -> list[str]:
    """Options in snake_case as words of a command line, and a configuration; None leaves one out. `of` is the function that was called."""
    line = [] if config is None else [f"--config={path(config, 'config')}"]
    for name, value in options.items():
        if name not in GIVEN_BY:
            import difflib

            near = difflib.get_close_matches(name, GIVEN_BY, 1)
            raise errors.OptionError(f"{of}() has no option {name!r}", f"did you mean {near[0]!r}?" if near else "", 2)
        if value is not None:
            line.append(f"{GIVEN_BY[name]}={_checked(written(value, name, name in NONE_OF), name)}")
    return line


def path(value: Any, what: str) -> str:
    """Returns a path as text. An empty one names no file, and is an error. `what` is the argument's name."""
    try:
        name = os.fsdecode(value)
    except (TypeError, UnicodeError) as e:
        raise errors.UsageError(f"{what} is of the type {type(value).__name__}", "give a path: a text or a pathlib.Path") from e
    if not name:
        raise errors.UsageError(f"{what} is an empty path", "name a file or a folder, or leave it out")
    return _checked(name, what)


def _checked(value: str, what: str) -> str:
    if value == "-":
        raise errors.UsageError(f"{what} is '-': the program's input is not this process's", "name a file")
    return value


def switches(**given: Any) -> list[str]:
    """Returns the flags of what is true."""
    return [f"--{name}" for name, value in given.items() if _values.truth(value, name)]


# Options of which an empty list has a meaning: none of them.
NONE_OF = frozenset({"axioms"})


def written(value: Any, name: str, empty: bool = False) -> str:
    """A value as the command line has it: lists by commas, mappings as NAME=VALUE by commas. `name` is the argument's.

    What would be lost is an error: a list that is empty (unless `empty` says that it means none), what can be read once only (a generator,
    an open file), and NaN.
    """
    try:
        if empty and isinstance(value, Collection) and not isinstance(value, (str, bytes)) and len(value) == 0:
            return ""
        return _written(value)
    except (TypeError, ValueError, RecursionError) as e:
        hint = "give a text, a number, or a list or a dict of them that is not empty"
        raise errors.UsageError(f"{name} is {_values.shortened(value)}, a {type(value).__name__}", hint) from e


def _written(value: Any) -> str:
    value = _values.plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(value)
    if isinstance(value, (str, int, float, decimal.Decimal)):
        return str(value)
    if value is None or hasattr(value, "columns") or isinstance(value, Iterator):
        raise TypeError("it is no value of an option")
    members = value.items() if isinstance(value, Mapping) else None
    parts = list(map(_written, value)) if members is None else [f"{_written(name)}={_written(of)}" for name, of in members]
    if not all(parts) or not parts:
        raise ValueError("there is nothing in it")
    if isinstance(value, (set, frozenset)):  # which has no order of its own
        parts.sort()
    return ",".join(parts)


def warn(lines: Iterable[str]) -> None:
    """Warns of lines, at the place outside this package from where it was called."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        level, frame = level + 1, frame.f_back
    for line in lines:
        warnings.warn(line, errors.Warning, stacklevel=level)
