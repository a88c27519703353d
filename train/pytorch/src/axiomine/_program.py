"""Starts the program and reads what it says. It ends with this process, however that ends."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, cast

from axiomine import _binary, _values, errors
from axiomine._messages import translated
from axiomine._progress import Bar
from axiomine._scratch import Folder

# Longer command lines are a file: Windows allows 32,767 characters, Linux 128 kB an argument.
LONGEST = 20_000
_alive: weakref.WeakSet[Program] = weakref.WeakSet()


class Program:
    """A started program. Its input is a pipe that this process holds; the program stops when that ends.

    Pipes are raw: nothing is buffered here that a forked process could write a second time. A forked process closes its copies.
    """

    def __init__(
        self, args: Sequence[object], folder: Folder, cwd: str | None = None, apart: bool = False, holds: Sequence[Folder] = ()
    ) -> None:
        """folder: for its temporary files. holds: folders that stay as long as it runs. apart: Ctrl-C in a terminal does not reach it."""
        line = [str(_binary.find()), *_arguments([str(arg) for arg in args], folder)]
        environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder.path))
        environment |= {"AXIOMINE_END_WITH_STDIN": "1", "COLUMNS": ""}  # its lines are not cut to a terminal's width
        try:
            self.process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env=environment,
                pass_fds=() if sys.platform == "win32" else [one.held for one in (folder, *holds)],
                start_new_session=apart,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if apart else 0,
            )
        except OSError as e:
            hint = "name it in AXIOMINE_PROGRAM"
            raise errors.of_machine(f"the program {line[0]} cannot be started", e, hint, errors.ProgramError) from e
        except ValueError as e:
            raise errors.ProgramError(f"the program {line[0]} cannot be started: {e}", "name it in AXIOMINE_PROGRAM") from e
        self.input, self.output, self.messages = (
            cast("IO[bytes]", p) for p in (self.process.stdin, self.process.stdout, self.process.stderr)
        )
        _alive.add(self)

    def close_pipes(self) -> None:
        for pipe in (self.input, self.output, self.messages):
            with contextlib.suppress(OSError):
                pipe.close()

    def stop(self) -> None:
        """Ends the program in order where it can, and waits for it."""
        with contextlib.suppress(OSError):
            self.input.close()
        for end in (None, self.process.terminate, self.process.kill):
            if end is not None:
                end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=5)
                break
        self.close_pipes()


def _forked() -> None:
    """Closes, in a forked process, the pipes of programs that belong to its parent."""
    for program in list(_alive):
        program.close_pipes()
        program.process.returncode = 0  # it is another's child
    _alive.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _arguments(args: list[str], folder: Folder) -> list[str]:
    """Returns arguments as they are, or as the name of a file where a command line cannot hold them."""
    for arg in args:
        try:
            arg.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as e:
            raise errors.UsageError(f"{_values.shortened(arg)} holds half of a surrogate pair", "replace it") from e
    if sum(map(len, args)) <= LONGEST and not any("\0" in arg for arg in args):
        return args
    if broken := next((arg for arg in args if _values.broken(arg)), None):
        raise errors.UsageError(f"{_values.shortened(broken)} is no UTF-8", "rename it")
    path = folder.path / "arguments.json"
    try:
        path.write_text(json.dumps(args), encoding="utf-8")
    except OSError as e:
        raise errors.of_machine(f"{path} cannot be written", e, errors.ROOM) from e
    return [f"@{path}"]


def lines(pipe: IO[bytes]) -> Iterator[str]:
    """Returns the lines of a pipe as they come, and a last one without its end."""
    parts = list[bytes]()
    while part := pipe.read(1 << 16):
        first, *others = part.split(b"\n")
        parts.append(first)
        for other in others:
            yield b"".join(parts).decode("utf-8", "replace")
            parts = [other]
    if rest := b"".join(parts):
        yield rest.decode("utf-8", "replace")


def last_error(said: Sequence[str]) -> str:
    """The line of an error among the last lines of stderr, else the last line."""
    for line in reversed(said):
        if line.startswith("error: "):
            return line
    return said[-1] if said else ""


# Beginnings of lines with a number of rows or judgements that were left out, or may mean something else.
COUNTED = ("skipped ", "noted ")


class Done(NamedTuple):
    """A command that ended: what it printed, its warnings, the error of a shortfall, and its other lines."""

    output: str
    warnings: list[str]
    shortfall: errors.Error | None = None
    notes: Sequence[str] = ()

    def json(self) -> Any:
        """What it printed, as JSON."""
        try:
            return json.loads(self.output)
        except ValueError as e:
            raise errors.ProgramError(f"the program's answer is no JSON: {_values.shortened(self.output)}", "is it axiomine?") from e


def output(
    *args: object, files: Sequence[object] = (), folder: Folder, name: Callable[[str], str] = translated, partly: bool = False
) -> Done:
    """Runs a command that answers at once. files: its arguments that are no flags; `name` mends its lines; warnings are Python's.

    partly: as of run.
    """
    warned = list[str]()

    def hear(line: str) -> None:
        if line.startswith(("warning: ", "note: ")):
            warned.append(name(line.removeprefix("warning: ").removeprefix("note: ")))

    code, printed, said = _spoken([*args, "--", *files], folder, hear)
    error = errors.of(code, name(last_error(said))) if code else None
    if error and not (partly and code == 4):
        raise error
    _binary.warn(warned)
    return Done(printed, warned, error)


def run(
    *args: object,
    files: Sequence[object] = (),
    folder: Folder,
    holds: Sequence[Folder] = (),
    name: Callable[[str], str] = translated,
    progress: bool | None = None,
    partly: bool = False,
) -> Done:
    """Runs a command of the chain, with its progress on a terminal or in a notebook.

    holds: temporary folders that the command reads or writes. progress: whether it is shown; None: where somebody looks. partly: a
    shortfall (exit code 4) is returned, not raised, and the caller warns; else warnings are Python's. Ctrl-C stops the program, and is
    raised when it has ended.

    Lines that count what was not taken as it is are warnings too.
    """
    bar, warned, notes = Bar(progress), list[str](), list[str]()

    def hear(line: str) -> None:
        event = _event(line)
        if event is not None:
            bar.show(event)
            message = str(event.get("msg"))
            if event.get("level") == "warn" or message.startswith(COUNTED):
                warned.append(name(message))
            elif "stage" not in event and not message.startswith("next: "):
                notes.append(name(message))

    try:
        code, printed, said = _spoken([*args, "--progress=json", "--", *files], folder, hear, holds)
    finally:
        bar.close()
    if not partly or code not in (0, 4):
        _binary.warn(warned)
    if code == 0:
        return Done(printed, warned, None, notes)
    error = errors.of(code, name(last_error(said)))
    if partly and code == 4:
        return Done(printed, warned, error, notes)
    raise error


def start(thread: threading.Thread) -> None:
    """Starts a thread. An exception of a handler meanwhile is raised as it is; CPython may make a KeyError of it."""
    try:
        thread.start()
    except KeyError as e:
        raise e.__context__ or e from None


class _Job:
    """A program that a thread starts, reads and ends: an exception in the caller's thread interrupts none of that.

    Each message of the program is a line of `heard`, and None its end.
    """

    def __init__(self, args: Sequence[object], folder: Folder, holds: Sequence[Folder]) -> None:
        self.heard: SimpleQueue[str | None] = SimpleQueue()
        self.printed, self.code = list[bytes](), 0
        self.failure: Exception | None = None
        self._args, self._folder, self._holds = args, folder, holds
        self._program: Program | None = None
        self._left = False
        self.thread = threading.Thread(target=self._work, daemon=True)

    def _work(self) -> None:
        try:
            if self._left:
                return
            program = self._program = Program(self._args, self._folder, holds=self._holds)
            reader = threading.Thread(target=self._collect, args=[program.output], daemon=True)
            try:
                reader.start()
                if self._left:
                    return
                for line in lines(program.messages):
                    self.heard.put(line)
                reader.join()
                self.code = program.process.wait()
            finally:
                program.stop()
        except Exception as e:
            self.failure = e
        finally:
            self.heard.put(None)

    def _collect(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while part := pipe.read(1 << 16):
                self.printed.append(part)

    def leave(self) -> None:
        """Ends the program where it still runs, and waits for its end."""
        self._left = True
        if self._program is not None:
            with contextlib.suppress(OSError):
                self._program.input.close()
        if self.thread.is_alive():
            self.thread.join(timeout=5)
        if self.thread.is_alive() and self._program is not None:
            self._program.stop()


def _spoken(
    args: Sequence[object], folder: Folder, hear: Callable[[str], None], holds: Sequence[Folder] = ()
) -> tuple[int, str, list[str]]:
    """Runs a program: its exit code, what it printed, and the last lines of its messages that are no events."""
    last, job = deque[str](maxlen=50), _Job(args, folder, holds)
    try:
        start(job.thread)
        while (line := job.heard.get()) is not None:
            hear(line)
            if _event(line) is None:
                last.append(line)
    finally:
        job.leave()
    if job.failure is not None:
        raise job.failure
    return job.code, b"".join(job.printed).decode("utf-8", "replace"), list(last)


def _event(line: str) -> dict[str, Any] | None:
    """Returns a line of the program's as an event or message; None of another line."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None
