"""A running server, and the thread that speaks with it."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import IO, Any

from axiomine import errors
from axiomine._program import Program, last_error, lines, start
from axiomine._scratch import Folder


class _Request:
    """A line, its id, and where its answer goes: a dict, or an error. Nobody may be waiting for it any more."""

    def __init__(self, number: int, line: bytes) -> None:
        self.number, self.line, self.left = number, line, False
        self.answer: SimpleQueue[dict[str, Any] | errors.Error] = SimpleQueue()


class Channel:
    """Requests go to the program one by one, each with an id that its answer must repeat.

    One thread alone starts the program, writes and reads. What interrupts a caller (Ctrl-C, a handler that raises) interrupts no line of
    it; the answer to a request that nobody waits for any more is read and dropped. The program ends after `leave`.
    """

    def __init__(self, line: Sequence[str], folder: Folder, cwd: str, mended: Callable[[str], str]) -> None:
        self.process, self._mended, self._folder = os.getpid(), mended, folder
        self._line, self._cwd = ["serve", *line, "--log-level=warn"], cwd
        self._program: Program | None = None
        self._said = deque[str](maxlen=50)
        self._requests: SimpleQueue[_Request | None] = SimpleQueue()
        self._numbers = itertools.count(1)
        self._failure: errors.Error | None = None
        self._first = _Request(0, b"")
        self._speaker = threading.Thread(target=self._speak, daemon=True)

    def start(self) -> None:
        """Starts the thread, and so the program."""
        start(self._speaker)

    def ready(self) -> tuple[dict[str, Any], list[str]]:
        """Waits for the first line, and returns it with the program's warnings."""
        said = self._awaited(self._first)
        warnings = (line.removeprefix("warning: ") for line in list(self._said) if line.startswith("warning: "))
        return said, [self._mended(line) for line in warnings]

    def ask(self, op: str, fields: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer to a request."""
        number = next(self._numbers)
        request = _Request(number, _encoded({"id": number, "op": op, **fields}))
        self._requests.put(request)
        # Without a failure now, the thread will look at the request, or answer it at its end.
        if self._failure is not None:
            raise _again(self._failure)
        answer = self._awaited(request)
        if "error" in answer:
            raise errors.UsageError(self._mended(str(answer["error"])), self._mended(str(answer.get("hint", ""))))
        return answer

    def _awaited(self, request: _Request) -> dict[str, Any]:
        try:
            answer = request.answer.get()
        except BaseException:
            request.left = True
            raise
        if isinstance(answer, errors.Error):
            raise _again(answer)
        return answer

    def close(self) -> None:
        """Ends the program, and waits for it."""
        self.leave()
        if self.process != os.getpid():
            return
        for end in ("terminate", "kill"):
            self._speaker.join(timeout=1)
            if self._speaker.is_alive() and self._program is not None:
                getattr(self._program.process, end)()
        self._speaker.join()

    def leave(self) -> None:
        """Lets the program end."""
        self._requests.put(None)

    def _listen(self, messages: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            for line in lines(messages):
                self._said.append(line)

    def _speak(self) -> None:
        failure: errors.Error = errors.ServerError("the server is closed", "axiomine.serve opens another")
        request = self._first
        try:
            program = self._program = Program(self._line, self._folder, self._cwd, apart=True)
            listener = threading.Thread(target=self._listen, args=[program.messages], daemon=True)
            listener.start()
            answers = lines(program.output)
            try:
                request.answer.put(_checked(next(answers), None))
                while (following := self._requests.get()) is not None:
                    request = following
                    if not request.left:
                        request.answer.put(self._exchanged(program, request, answers))
            except (StopIteration, OSError):
                failure = self._ended(program, listener, request)
            except errors.Error:
                program.process.kill()
                raise
            finally:
                program.stop()
        except errors.Error as e:
            failure = e
        except Exception as e:  # of a thread's or a list's memory
            failure = errors.ServerError(f"the server's thread ended: {type(e).__name__}: {e}")
        finally:
            self._failure = failure
            request.answer.put(failure)  # which nobody reads where it has an answer
            with contextlib.suppress(Empty):
                while True:
                    if (left := self._requests.get_nowait()) is not None:
                        left.answer.put(failure)

    def _exchanged(self, program: Program, request: _Request, answers: Iterator[str]) -> dict[str, Any]:
        rest = memoryview(request.line)
        while rest:
            rest = rest[program.input.write(rest) :]
        return _checked(next(answers), request.number)

    def _ended(self, program: Program, listener: threading.Thread, request: _Request) -> errors.Error:
        """The error of a program that ended before it answered."""
        code = program.process.wait()
        listener.join(timeout=5)
        line = self._mended(last_error(list(self._said)))
        if request is self._first:
            return errors.of(code, line)
        return errors.of(code, line, errors.ServerError)


def _again(error: errors.Error) -> errors.Error:
    """Returns an error of its own for each caller."""
    return type(error)(error.message, error.hint, error.code)


def _checked(line: str, number: int | None) -> dict[str, Any]:
    """Returns an answer as an object. One that is none, or has another id than its request, is an error."""
    try:
        answer = json.loads(line)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or answer.get("id") != number or (number is None and "axioms" not in answer):
        hint = "is the program axiomine, and of this package's version?"
        raise errors.ServerError(f"the server's answer does not belong to the request: {line[:200]!r}", hint)
    return answer


def _encoded(request: dict[str, Any]) -> bytes:
    try:
        return json.dumps(request, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as e:
        raise errors.UsageError(f"the request cannot be written as JSON: {e}", "give texts and finite numbers") from e
