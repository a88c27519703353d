"""What can go wrong, as exceptions that say the program's one line."""

from __future__ import annotations


class Error(Exception):
    """A failure of the program, or of the machine.

    `message` is its one line without the hint, `hint` what to do (empty where there is nothing to say), `code` its exit code.
    """

    def __init__(self, message: str, hint: str = "", code: int = 1) -> None:
        super().__init__(f"{message}; hint: {hint}" if hint else message)
        self.message, self.hint, self.code = message, hint, code


class Warning(UserWarning):
    """A line that the program wants to be seen: an amount that was not reached, judgements of unknown documents."""


class UsageError(Error, ValueError):
    """A wrong option or value (exit code 2)."""


class OptionError(UsageError, TypeError):
    """An option that the function does not have."""


class InputError(Error, ValueError):
    """Bad data (exit code 3)."""


class ShortfallError(Error):
    """Wanted counts were not reached, or a check found a difference (exit code 4)."""


_KINDS: dict[int, type[Error]] = {2: UsageError, 3: InputError, 4: ShortfallError}


def of(code: int, line: str) -> Error:
    """The exception for an exit code and the line `error: ..; hint: ..`."""
    message, _, hint = line.removeprefix("error: ").removeprefix("warning: ").partition("; hint: ")
    return _KINDS.get(code, Error)(message or f"the program ended with exit code {code}", hint, code)
