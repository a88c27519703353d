"""The experiment: a ranker with and without axiomatic pairs, with tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiomine import _binary, _program
from axiomine._files import Files, result
from axiomine._folder import Inputs
from axiomine._scratch import Folder
from axiomine.errors import Error, ShortfallError, packages
from axiomine.page import Page

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from axiomine._options import ExperimentOptions


def _carried(name: str) -> bool:
    """Reports whether a pickle of a result takes a file."""
    return name in ("result.json", "report.html")


class Result:
    """What an experiment found; `folder` holds what `axiomine train` leaves, `record` is its result.json.

    `warnings` are the program's lines that a user should see, `notes` its other lines. A pickle carries the record and the page, not the
    folder.
    """

    def __init__(
        self, folder: str | os.PathLike[str], _files: Files | None = None, _warnings: Sequence[str] = (), _notes: Sequence[str] = ()
    ) -> None:
        self._files, self.warnings, self.notes = _files or Files(_binary.path(folder, "folder"), take=_carried), _warnings, _notes
        self.record: dict[str, Any] = self._files.json("result.json")

    @property
    def folder(self) -> Path:
        """The folder; an error where it was temporary and this value came with a pickle."""
        if self._files.carried and self._files.temporary:
            raise Error("the folder of this result was temporary, and its pickle has the record and the page alone", "give it an output=")
        return self._files.path

    @property
    def table(self) -> pandas.DataFrame:
        """Means of the measures on test queries: a row for each system."""
        with packages("hf"):
            import pandas

        with self._files.members("result.json"):
            means = {name: of["test"] for name, of in self.record["controls"].items()}
            means |= {name: of["mean"]["test"] for name, of in self.record["arms"].items()}
        return pandas.DataFrame.from_dict(means, orient="index")

    @property
    def tests(self) -> pandas.DataFrame:
        """The comparisons: difference, 95 % interval, p by paired t and Wilcoxon, and the larger of both by Holm."""
        with packages("hf"):
            import pandas

        with self._files.members("result.json"):
            return pandas.DataFrame(self.record["tests"])

    @property
    def findings(self) -> list[str]:
        """What was found, in sentences."""
        with self._files.members("result.json"):
            return [of["text"] if isinstance(of, dict) else str(of) for of in self.record["findings"]]

    def report(self) -> Page:
        """The page with tables and figures."""
        return Page(self._files.path / "report.html", self._files)

    def __repr__(self) -> str:
        return "\n".join(self.findings)

    def _repr_html_(self) -> str:
        return self.report()._repr_html_()


def experiment(
    documents: Any,
    queries: Any = None,
    qrels: Any = None,
    run: Any = None,
    *,
    config: str | os.PathLike[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    resume: bool = False,
    progress: bool | None = None,
    **options: Unpack[ExperimentOptions],
) -> Result:
    """Trains a DRMM, or the command `ranker`, with and without axiomatic pairs, and tests the difference.

    documents, .. resume, progress: as for `mine`. Queries want a division into train, dev, test:
    that of a folder, or an option such as splits="hash 60/20/20".

    An amount that was not reached is a warning, unless on_shortage is "fail".
    """
    line = [*_binary.flags(options, "experiment", config), *_binary.switches(overwrite=overwrite, resume=resume)]
    files = result(output, _carried)
    line.append(f"--output={files.path}")
    with Folder() as inputs:
        given = Inputs(inputs, documents, queries, qrels, run, options)
        done = _program.run(
            "train", *given.flags, *line, folder=inputs, holds=files.folders, name=given.mended, progress=progress, partly=True
        )
    warned = [*given.warnings, *done.warnings]
    short = done.shortfall
    if short is not None:
        if options.get("on_shortage") == "fail" or not (files.path / "result.json").exists():
            raise ShortfallError("; ".join([short.message, *warned]), short.hint, 4)
        warned.append(str(short))
    _binary.warn(warned)
    return Result(files.path, files, warned, done.notes)
