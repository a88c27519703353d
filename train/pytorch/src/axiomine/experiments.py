"""The experiment: a ranker with and without axiomatic pairs, with tests."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiomine import _binary
from axiomine._folder import Inputs, kept
from axiomine.pairs import Page

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

    from axiomine._options import ExperimentOptions


class Result:
    """What an experiment found; `folder` holds what `axiomine train` leaves, `record` is its result.json."""

    def __init__(self, folder: str | os.PathLike[str], _keeper: Any = None, _warnings: Sequence[str] = ()) -> None:
        self.folder, self._keeper, self.warnings = Path(folder), _keeper, _warnings
        self.record: dict[str, Any] = json.loads((self.folder / "result.json").read_text(encoding="utf-8"))

    @property
    def table(self) -> pandas.DataFrame:
        """Means of the measures on test queries: a row for each system."""
        import pandas

        means = {name: of["test"] for name, of in self.record["controls"].items()}
        means |= {name: of["mean"]["test"] for name, of in self.record["arms"].items()}
        return pandas.DataFrame.from_dict(means, orient="index")

    @property
    def tests(self) -> pandas.DataFrame:
        """The comparisons: difference, 95 % interval, p by paired t and Wilcoxon, and the larger of both by Holm."""
        import pandas

        return pandas.DataFrame(self.record["tests"])

    @property
    def findings(self) -> list[str]:
        """What was found, in sentences."""
        return [of["text"] if isinstance(of, dict) else str(of) for of in self.record["findings"]]

    def report(self) -> Page:
        """The page with tables and figures."""
        return Page(self.folder / "report.html")

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
    """
    folder, keeper = kept(output)
    line = [*_binary.flags(options, "experiment", config), *_binary.switches(overwrite=overwrite, resume=resume)]
    with tempfile.TemporaryDirectory(prefix="axiomine-") as inputs:
        given = Inputs(Path(inputs), documents, queries, qrels, run, options)
        done = _binary.run("train", *given.flags, *line, f"--output={folder}", name=given.mended, progress=progress)
    warned = [*given.warnings, *done.warnings]
    _binary.warn(warned)
    return Result(folder, keeper, warned)
