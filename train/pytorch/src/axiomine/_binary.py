"""Finds the program and runs it."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from axiomine import errors
from axiomine._messages import translated
from axiomine._options import FLAGS
from axiomine._progress import Bar

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
    raise errors.Error("the program axiomine is not installed", "pip install axiomine, or name it in AXIOMINE_PROGRAM")


def version() -> str:
    """The program's version: 0.1.0."""
    return output("--version").split()[2]


def flags(options: Mapping[str, Any], of: str, config: str | os.PathLike[str] | None = None) -> list[str]:
    """Options in snake_case as flags, and a configuration; None leaves one out. `of` is the function that was called."""
    line = [] if config is None else [f"--config={os.fspath(config)}"]
    for name, value in options.items():
        if name not in FLAGS:
            near = difflib.get_close_matches(name, FLAGS, 1)
            raise errors.OptionError(f"{of}() has no option {name!r}", f"did you mean {near[0]!r}?" if near else "", 2)
        if value is not None:
            line.append(f"--{FLAGS[name]}={written(value)}")
    return line


def switches(**given: bool) -> list[str]:
    """Returns the flags of what is true."""
    return [f"--{name}" for name, value in given.items() if value]


def written(value: Any) -> str:
    """A value as the command line has it: lists by commas, mappings as NAME=VALUE by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ",".join(f"{name}={written(of)}" for name, of in value.items())
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return ",".join(written(of) for of in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def output(*args: object, name: Callable[[str], str] = translated) -> str:
    """What the program prints. `name` mends the line of an error; warnings are Python's."""
    done = subprocess.run([find(), *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise errors.of(done.returncode, name(last_error(done.stderr.splitlines())))
    warn(name(line.removeprefix("warning: ")) for line in done.stderr.splitlines() if line.startswith("warning: "))
    return done.stdout


def warn(lines: Iterable[str]) -> None:
    """Warns of lines, at the place outside this package from where it was called."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        level, frame = level + 1, frame.f_back
    for line in lines:
        warnings.warn(line, errors.Warning, stacklevel=level)


def last_error(lines: Sequence[str]) -> str:
    """The line of an error among the last lines of stderr, else the last line."""
    for line in reversed(lines):
        if line.startswith("error: "):
            return line
    return lines[-1] if lines else ""


class Done(NamedTuple):
    """A command that ended: what it printed, its warnings, and the error of a shortfall."""

    output: str
    warnings: list[str]
    shortfall: errors.Error | None = None


def run(*args: object, name: Callable[[str], str] = translated, progress: bool | None = None, partly: bool = False) -> Done:
    """Runs a command of the chain, with its progress on a terminal or in a notebook.

    progress: whether it is shown; None: where somebody looks. partly: a shortfall (exit code 4) is returned, not raised. Ctrl-C stops the
    program, and is raised when it has ended.
    """
    command = [str(find()), *map(str, args), "--progress=json", "--log-format=json"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None and process.stderr is not None
    last: deque[str] = deque(maxlen=50)
    bar, warned = Bar(progress), list[str]()
    try:
        # The result is at most some tables: it fits in the pipe, or is read below; so stderr is read to its end first.
        said: list[str] = []
        reader = threading.Thread(target=lambda pipe: said.append(pipe.read()), args=(process.stdout,), daemon=True)
        reader.start()
        for line in process.stderr:
            event = spoken(line)
            if event is None:
                last.append(line.rstrip("\n"))
                continue
            bar.show(event)
            if event.get("level") == "warn":
                warned.append(name(str(event.get("msg"))))
        code = process.wait()
        reader.join()
    except BaseException:
        process.terminate()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    finally:
        bar.close()
        process.stdout.close()
        process.stderr.close()
    printed = said[0] if said else ""
    if code == 0:
        return Done(printed, warned)
    error = errors.of(code, name(last_error(list(last))))
    if partly and code == 4:
        return Done(printed, warned, error)
    warn(warned)
    raise error


def spoken(line: str) -> dict[str, Any] | None:
    """Returns a line of the program's as an event or message; None of another line."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None
