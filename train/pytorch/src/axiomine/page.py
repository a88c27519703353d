"""A page of a report."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from axiomine import _binary
from axiomine._files import Files


class Page:
    """A page of a report, which a notebook shows. A pickle carries it."""

    def __init__(self, path: str | os.PathLike[str], _files: Files | None = None) -> None:
        path = _binary.path(path, "path")
        self._name = Path(path).name
        # A pickle of the page takes the page alone.
        self._files = (_files or Files(Path(path).parent)).alone(self._name)

    @property
    def path(self) -> Path:
        """Its file."""
        return self._files.path / self._name

    def _repr_html_(self) -> str:
        text = escape(self._files.read(self._name).decode("utf-8", "replace"), quote=True)
        return f'<iframe srcdoc="{text}" style="width: 100%; height: 40em; border: 0" sandbox></iframe>'

    def __str__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"Page({str(self.path)!r})"
