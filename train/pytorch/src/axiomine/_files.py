"""The files of a result: where they are, how long, and what a pickle takes of them."""

from __future__ import annotations

import contextlib
import json
import operator
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from axiomine import _binary, _values
from axiomine._scratch import Folder
from axiomine.errors import ROOM, Error, InputError, UsageError, of_machine

# The lock of this process under which folders are made.
_making = [threading.RLock()]
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _making.append(threading.RLock()))


class Files:
    """A folder that stays, a temporary one that goes with the last object that needs it, or files that came with a pickle; those become a
    temporary folder when their path is asked for.

    take: which files a pickle carries, by their names with slashes; all of a temporary folder without it.
    """

    def __init__(self, path: str | os.PathLike[str], folder: Folder | None = None, take: Callable[[str], bool] | None = None) -> None:
        self._path: Path | None = Path(path)
        self._folder, self._take = folder, take
        self._carried: Mapping[str, bytes] | None = None

    @classmethod
    def held(cls, files: Mapping[str, bytes]) -> Files:
        """Returns files that are in memory."""
        made = cls("")
        made._path, made._carried = None, files
        return made

    @property
    def temporary(self) -> bool:
        """Whether the folder goes with the objects that need it."""
        return self._folder is not None or self._path is None

    @property
    def folders(self) -> list[Folder]:
        """The temporary folder that holds them, where there is one."""
        return [] if self._folder is None else [self._folder]

    @property
    def carried(self) -> bool:
        """Whether they came with a pickle."""
        return self._carried is not None

    @property
    def path(self) -> Path:
        """The folder."""
        with _making[-1]:
            if self._path is None and self._carried is not None:
                unpack(self.folder.path / "out", self._carried)
                self._path = self.folder.path / "out"
            assert self._path is not None
            return self._path

    @property
    def folder(self) -> Folder:
        """A temporary folder for what is made of the files; it lasts as long as they do."""
        with _making[-1]:
            if self._folder is None:
                self._folder = Folder()
            return self._folder

    def alone(self, name: str) -> Files:
        """Returns one of the files, which holds the folder as these do."""
        one = Files.__new__(Files)
        one._path, one._folder, one._take = self._path, self._folder, partial(operator.eq, name)
        one._carried = None if self._carried is None else {name: self.read(name)}
        return one

    def read(self, name: str) -> bytes:
        """The bytes of a file. A missing one is an error."""
        if self._carried is not None and name in self._carried:
            return self._carried[name]
        try:
            return (self.path / name).read_bytes()
        except ValueError as e:  # a path that no file can have
            raise InputError(f"{str(self.path / name)!r}: {e}", "name a folder that axiomine wrote") from e
        except OSError as e:
            raise of_machine(str(self.path / name), e, "was the folder removed, or is it another command's?", InputError) from e

    def json(self, name: str) -> dict[str, Any]:
        """Returns the object that a file of JSON holds."""
        return as_object(self.read(name), str(self.path / name))

    @contextlib.contextmanager
    def members(self, name: str) -> Iterator[None]:
        """Makes an error of what a file lacks."""
        try:
            yield
        except (LookupError, TypeError, AttributeError, ValueError) as e:
            if isinstance(e, Error):
                raise
            said = f"{self.path / name} lacks a member: {type(e).__name__}: {e}"
            raise InputError(said, "is it what this version of the program wrote?") from e

    def __getstate__(self) -> dict[str, Any]:
        carried = self._carried
        if carried is None:
            carried = packed(self.path, filter(self._take or (lambda _: True), listed(self.path)))
            if not carried:
                raise InputError(f"{self.path}: there is nothing to carry", "was the folder removed?")
        return {"path": None if self.temporary else os.path.abspath(self.path), "carried": carried, "take": self._take}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._carried, self._folder, self._take = state["carried"], None, state["take"]
        self._path = None if state["path"] is None else Path(state["path"])

    def __copy__(self) -> Files:
        return self

    def __deepcopy__(self, _: Any) -> Files:
        return self


def as_object(content: bytes, name: str) -> dict[str, Any]:
    """Returns the object of JSON that a file of that name holds."""
    try:
        value = json.loads(content)
    except (UnicodeError, json.JSONDecodeError, RecursionError) as e:
        raise InputError(f"{name} is no JSON: {e}", "is it what the program wrote?") from e
    if not isinstance(value, dict):
        raise InputError(f"{name} is {_values.shortened(value)}, no object", "is it what the program wrote?")
    return value


def made(folder: Path) -> Path:
    """Makes a folder with those above it, where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except ValueError as e:  # a path that no folder can have
        raise UsageError(f"{str(folder)!r}: {e}", "name another folder") from e
    except OSError as e:
        raise of_machine(f"{folder}: the folder cannot be made", e, "name another folder, or make room", UsageError) from e
    return folder


def result(output: str | os.PathLike[str] | None, take: Callable[[str], bool] | None) -> Files:
    """Returns the files of a command that writes into a folder: the given one, or a temporary one."""
    if output is not None:
        return Files(_binary.path(output, "output"), take=take)
    folder = Folder()
    return Files(folder.path / "out", folder, take)


def listed(folder: Path) -> list[str]:
    """Returns the names of a folder's files, with slashes; hidden ones stay."""
    files = [Path(place, name).relative_to(folder).as_posix() for place, _, names in os.walk(folder) for name in names]
    return sorted(name for name in files if not name.startswith("."))


def packed(folder: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Reads files of a folder, by their names with slashes. A missing one is an error."""
    try:
        return {name: (folder / name).read_bytes() for name in names}
    except OSError as e:
        raise of_machine(str(e.filename or folder), e, "was the folder removed?", InputError) from e


def unpack(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder; a name that would lie outside is an error."""
    for name, content in files.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise Error(f"a pickle names the file {name!r}", "is it one of axiomine's?")
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as e:
            raise of_machine(f"{path} cannot be written", e, ROOM) from e
