"""Temporary folders that last as long as a process needs them, and no longer."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import threading
import weakref
from pathlib import Path

from axiomine import _keeper
from axiomine.errors import ROOM, of_machine

# What a forked process held at its release; it is tried again.
_left: dict[str, None] = {}


class Folder:
    """A temporary folder. It is removed when this object is closed or gone, unless a forked process or a program holds it too: then when
    the last of them is gone. It is also removed when the process is killed.

    `held` is an open file whose lock holds the folder; a program that inherits it holds the folder as well.
    """

    def __init__(self) -> None:
        for path in list(_left):
            if _keeper.remove(path, torn=True):
                _left.pop(path, None)
        # What removes the folder knows of it before it is there: an exception at any moment leaves none behind.
        try:
            self.path = Path(tempfile.gettempdir()).absolute() / f"{_keeper.PREFIX}{secrets.token_hex(8)}"
            held: list[int] = []
            self._finalizer = weakref.finalize(self, _release, str(self.path), held, os.getpid())
            _watch(self.path)
            self.path.mkdir(0o700)
            self.held = os.open(self.path / _keeper.HELD, os.O_RDWR | os.O_CREAT, 0o600)
            held.append(self.held)
            _keeper.lock(self.held)
        except OSError as e:
            raise of_machine("there is no room for temporary files", e, ROOM) from e

    def close(self) -> None:
        """Lets go of the folder."""
        self._finalizer()

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _release(path: str, held: list[int], process: int) -> None:
    _left[path] = None  # an exception below leaves it there
    while held:
        os.close(held.pop())
    if _keeper.remove(path, torn=process == os.getpid()):
        _left.pop(path, None)  # another thread may have removed it


class _Watcher:
    """The end of the keeper's input that this process holds; None before the first folder."""

    input: int | None = None
    lock = threading.Lock()


def _watch(path: Path) -> None:
    """Tells the keeper of a folder; the keeper is started where there is none."""
    program = _keeper.__file__
    if not sys.executable or getattr(sys, "frozen", False) or not os.path.isfile(program):
        return  # the folder is removed by this process alone
    with _Watcher.lock:
        for _ in range(2):
            if _Watcher.input is None:
                _Watcher.input = _started(program)
            try:
                if _Watcher.input is not None:
                    os.write(_Watcher.input, os.fsencode(path) + b"\0")
                return
            except OSError as e:
                if e.errno is None:  # of a caller's handler, as a timeout
                    raise
                _Watcher.input = None  # somebody ended the keeper


def _started(program: str) -> int | None:
    end, begin = os.pipe()
    try:
        keeper = subprocess.Popen(
            [sys.executable, "-I", "-S", program],
            stdin=end,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tempfile.gettempdir(),
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as e:
        os.close(begin)
        if e.errno is None:
            raise
        return None
    finally:
        os.close(end)
    keeper.returncode = 0  # nobody waits for it: it outlives this process
    return begin


def _forked() -> None:
    _Watcher.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
