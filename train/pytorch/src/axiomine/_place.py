"""The folder of mined rows: it is free when it is taken, and its file has its name when it is whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from axiomine._files import made
from axiomine._vectors import disk
from axiomine.errors import UsageError, of_machine

NAME = "negatives.arrow"
PART = ".part"


class Place:
    """A folder that is empty, or that holds an earlier result and is to be overwritten. Another one is an error.

    The file of an earlier result is never written to, only replaced: a data set that lies in it stays as it is.
    """

    def __init__(self, folder: Path, overwrite: bool) -> None:
        try:
            str(folder).encode()
        except UnicodeEncodeError as e:
            raise UsageError(f"{str(folder)!r} is no name in UTF-8", "name another directory: Arrow opens no other names") from e
        self.folder, self.overwrite = made(folder), overwrite
        self._check("")
        for name in self._names():  # of a call that was killed
            if name.startswith(NAME) and name.endswith(PART):
                (self.folder / name).unlink(missing_ok=True)

    def _names(self) -> list[str]:
        try:
            return os.listdir(self.folder)
        except OSError as e:
            raise of_machine(f"{self.folder} cannot be read", e, "name another directory", UsageError) from e

    def _check(self, own: str) -> None:
        """Refuses a folder with other files than the own one."""
        names = [name for name in self._names() if name != own]
        if names and not self.overwrite:
            raise UsageError(f"{self.folder} is not empty", "name another directory, or give overwrite=True")
        if names and not any(name.startswith(NAME) for name in names):
            what = f"{self.folder} is not empty, and no call of mine_hard_negatives left it (it has no {NAME})"
            raise UsageError(what, "name another directory")

    def _claim(self, part: str, path: Path) -> None:
        """Gives a file its name, unless another call did so just now."""
        try:
            os.link(part, path)
        except FileExistsError as e:
            raise UsageError(f"{self.folder} is not empty", "name another directory, or give overwrite=True") from e
        except OSError:  # the file system has no links
            os.replace(part, path)

    def written(self, columns: dict[str, Any], batches: Iterable[dict[str, list[Any]]]) -> Any:
        """Writes batches of columns as they come, and returns them as a data set of Hugging Face."""
        import pyarrow
        from datasets import Dataset

        path = self.folder / NAME
        with disk(path):
            number, part = tempfile.mkstemp(PART, f"{NAME}.", self.folder)
            os.close(number)
        try:
            schema = pyarrow.schema(list(columns.items()))
            with pyarrow.OSFile(part, "wb") as sink, pyarrow.ipc.new_stream(sink, schema) as writer:
                for batch in batches:
                    writer.write_table(pyarrow.table({name: batch[name] for name in columns}, schema=schema))
            self._check(os.path.basename(part))  # another call may have been faster
            with disk(path):
                (os.replace if self.overwrite else self._claim)(part, path)
        finally:
            Path(part).unlink(missing_ok=True)
        return Dataset.from_file(str(path))
