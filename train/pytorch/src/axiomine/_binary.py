"""Finds the program and runs it."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sysconfig
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from axiomine import errors
from axiomine._options import FLAGS
from axiomine._progress import Bar

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
            raise TypeError(f"{of}() has no option {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        if value is not None:
            line.append(f"--{FLAGS[name]}={written(value)}")
    return line


def written(value: Any) -> str:
    """A value as the command line has it: lists by commas, mappings as NAME=VALUE by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ",".join(f"{name}={written(of)}" for name, of in value.items())
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return ",".join(written(of) for of in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def output(*args: object, name: Callable[[str], str] = str) -> str:
    """What the program prints. `name` mends the line of an error."""
    done = subprocess.run([find(), *map(str, args)], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise errors.of(done.returncode, name(last_error(done.stderr.splitlines())))
    return done.stdout


def last_error(lines: Sequence[str]) -> str:
    """The line of an error among the last lines of stderr, else the last line."""
    for line in reversed(lines):
        if line.startswith("error: "):
            return line
    return lines[-1] if lines else ""


def run(*args: object, name: Callable[[str], str] = str, progress: bool | None = None) -> str:
    """Runs a command of the chain and gives what it prints, with its progress on a terminal or in a notebook.

    progress: whether it is shown; None: where somebody looks. Ctrl-C stops the program, and is raised when it has ended.
    """
    command = [str(find()), *map(str, args), "--progress=json", "--log-format=json"]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert process.stdout is not None and process.stderr is not None
    last: deque[str] = deque(maxlen=50)
    bar = Bar(progress)
    try:
        # The result is at most some tables: it fits in the pipe, or is read below; so stderr is read to its end first.
        said: list[str] = []
        reader = threading.Thread(target=lambda pipe: said.append(pipe.read()), args=(process.stdout,), daemon=True)
        reader.start()
        for line in process.stderr:
            line = line.rstrip("\n")
            try:
                bar.show(json.loads(line))
            except (ValueError, TypeError, AttributeError):
                last.append(line)
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
    if code != 0:
        raise errors.of(code, name(last_error(list(last))))
    return said[0] if said else ""
