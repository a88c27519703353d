"""What can go wrong, as exceptions that say the program's one line."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from typing import Any


class Error(Exception):
    """A failure of the program, or of the machine.

    `message` is its one line without the hint, `hint` what to do (empty where there is nothing to say), `code` its exit code.
    """

    def __init__(self, message: str, hint: str = "", code: int = 1) -> None:
        super().__init__(f"{message}; hint: {hint}" if hint else message)
        self.message, self.hint, self.code = message, hint, code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.hint, self.code)


class Warning(UserWarning):
    """A line that the program wants to be seen: an amount that was not reached, judgements of unknown documents."""


class UsageError(Error, ValueError):
    """A wrong option or value (exit code 2)."""

    def __init__(self, message: str, hint: str = "", code: int = 2) -> None:
        super().__init__(message, hint, code)


class OptionError(UsageError, TypeError):
    """An option that the function does not have."""


class InputError(Error, ValueError):
    """Bad data (exit code 3)."""

    def __init__(self, message: str, hint: str = "", code: int = 3) -> None:
        super().__init__(message, hint, code)


class ShortfallError(Error):
    """Wanted counts were not reached, or a check found a difference (exit code 4). `audit` is what an audit found."""

    audit: Any = None


class ServerError(Error):
    """A server that is closed, or that ended before it answered."""


class ProgramError(Error):
    """The program is not there, cannot be started, or does not answer as axiomine does."""


_KINDS: dict[int, type[Error]] = {2: UsageError, 3: InputError, 4: ShortfallError}


def of(code: int, line: str, kind: type[Error] | None = None) -> Error:
    """Returns the exception for an exit code and the line `error: ..; hint: ..`, of that class or of the code's."""
    message, _, hint = line.removeprefix("error: ").removeprefix("warning: ").partition("; hint: ")
    if code < 0 and not line.startswith("error: "):
        message = f"the program was ended by the signal {_signal(-code)}" + (f": {message}" if message else "")
        hint = hint or "the machine may have had no memory left"
    return (kind or _KINDS.get(code, Error))(message or f"the program ended with exit code {code}", hint, code)


LONG = 1000  # characters of a path in a line


def of_machine(what: str, e: OSError, hint: str, kind: type[Error] = Error) -> Error:
    """Returns the exception for a failure of the machine. What a caller's handler raised is raised: TimeoutError is an OSError, too."""
    if e.errno is None:
        raise e
    if not what.isprintable():
        what = repr(what)
    if len(what) > LONG:
        what = what[:LONG] + "..."
    return kind(f"{what}: {e.strerror or e}", hint)


@contextlib.contextmanager
def packages(extra: str) -> Iterator[None]:
    """Makes an error of a package that is not installed. extra: the one of this package that brings it."""
    try:
        yield
    except ImportError as e:
        raise Error(f"a package is needed: {e}", f"pip install 'axiomine[{extra}]'") from e


@contextlib.contextmanager
def answered() -> Iterator[None]:
    """Makes an error of what an answer of the program lacks, as one of another version may."""
    try:
        yield
    except (LookupError, TypeError, AttributeError, ValueError) as e:
        if isinstance(e, Error):
            raise
        said = f"the program's answer lacks a member: {type(e).__name__}: {e}"
        raise ProgramError(said, "is the program of this package's version?") from e


ROOM = "make room, or name another folder in TMPDIR"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
