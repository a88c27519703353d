"""Adds runs by weights, and says whether the sum is better."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from axiomine import _binary, _folder, _lists, _program, _values
from axiomine._files import Files
from axiomine._folder import Inputs, Paths
from axiomine._scratch import Folder
from axiomine.errors import InputError, UsageError, answered, packages

if TYPE_CHECKING:
    import pandas


class Mixture(dict[str, dict[str, float]]):
    """A mixed run: {query: {document: score}}, best documents first.

    `answer` is what `axiomine train mix --json` says: weights, chosen_by, notes, measures, tests, verdict.
    """

    def __init__(self, scores: Mapping[str, dict[str, float]], answer: Mapping[str, Any], text: str) -> None:
        super().__init__(scores)
        self.answer, self._text = dict(answer), text

    @property
    def weights(self) -> list[float]:
        """The weight of each run; they sum to 1."""
        return [float(weight) for weight in self.answer["weights"]]

    @property
    def chosen_by(self) -> str:
        """How the weights were chosen."""
        return str(self.answer["chosen_by"])

    @property
    def verdict(self) -> str:
        """Whether the mixture beats the strongest of its runs; empty where nothing is judged."""
        return str(self.answer.get("verdict", ""))

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the run as a data frame of qid, docno, score, rank (from 1)."""
        with packages("hf"):
            import pandas

        rows = [(q, d, score, rank) for q, scores in self.items() for rank, (d, score) in enumerate(scores.items(), 1)]
        return pandas.DataFrame(rows, columns=["qid", "docno", "score", "rank"])

    def __repr__(self) -> str:
        return self._text


def mix(
    runs: Mapping[str, Any] | Sequence[Any],
    *,
    weight: float | Sequence[float] | Literal["dev"] | None = None,
    method: Literal["z-score", "rank", "rrf"] = "z-score",
    qrels: Any = None,
    test_qrels: Any = None,
    measures: Sequence[str] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Mixture:
    """Adds runs of the same queries by weights: given, or chosen by judgements ("dev").

    runs: [run, run ..] or {name: run}, each a path, a data frame of qid, docno, score, or {query: {document: score}}. BM25's comes first.
    weight: that of the second of two runs, or one for each run; None: "dev" with qrels, else .65, or equal ones for more runs.
    method: what is added: z-scores over a run's documents of a query, or ranks.
    qrels: judgements that choose; with test_qrels those measure, else each query is measured with weights chosen on other queries.
    measures: of what is judged, the first one chooses; None: map and nDCG@10.
    output: the file for the run.
    """
    named = dict(runs) if isinstance(runs, Mapping) else {f"run {place}": run for place, run in enumerate(_listed(runs), 1)}
    if test_qrels is not None and qrels is None:
        raise UsageError("test_qrels are given, and no qrels", "qrels choose; give test_qrels as qrels to measure alone")
    with Folder() as folder:
        given = Inputs(folder)
        paths = [
            given.path(f"runs/{place}.txt", str(name), run, partial(_folder.write_run, table=run))
            for place, (name, run) in enumerate(named.items(), 1)
        ]
        judged = {
            split: given.path(f"{name}.txt", name, table, partial(_folder.write_qrels, table=table))
            for split, name, table in (("dev", "qrels", qrels), ("test", "test_qrels", test_qrels))
            if table is not None
        }
        out = str(folder.path / "mixed.txt") if output is None else _binary.path(output, "output")
        line = [f"--output={out}", f"--method={_binary.written(method, 'method')}"]
        if measures is None and judged:
            measures = ("map", "nDCG@10")
        asked = _binary.written(measures, "measures").split(",") if measures is not None else []
        if measures is not None and not all(asked):
            raise UsageError(f"measures is {_values.shortened(measures)}: a name is empty", "name some, as map or nDCG@10")
        line += [f"--measure={m}" for m in asked]
        line += [f"--weight={_binary.written(weight, 'weight')}"] if weight is not None else []
        if len(judged) == 2:
            line.append("--qrels=" + ",".join(f"{split}={path}" for split, path in judged.items()))
        elif judged:
            line.append(f"--qrels={judged['dev']}")
        called = list(map(str, named))
        names = dict(zip(paths, called, strict=True))
        answer = _program.output("train", "mix", *line, "--json", files=paths, folder=folder, name=given.mended).json()
        with answered():
            return _mixture(out, answer, names, called)


def _listed(runs: Any) -> list[Any]:
    """Returns the runs of a list."""
    runs = _lists.listed(runs)
    if isinstance(runs, (*Paths, Mapping)) or not isinstance(runs, Sequence):
        raise InputError(f"runs is of the type {type(runs).__name__}", "give a list of runs, or {name: run}")
    return list(runs)


def _mixture(path: str, answer: dict[str, Any], names: Mapping[str, str], called: list[str]) -> Mixture:
    """Reads a written run; the answer calls its runs what the caller does: `called` by place, `names` by path."""
    scores: dict[str, dict[str, float]] = {}
    files = Files(Path(path).parent)
    with files.members(Path(path).name):
        for line in files.read(Path(path).name).decode("utf-8").removesuffix("\n").split("\n"):
            query, _, document, _, score, _ = line.split(" ")
            scores.setdefault(query, {})[document] = float(score)
    answer["runs"] = called
    for part, member in (("measures", "system"), ("tests", "a")):
        for row in answer.get(part) or []:
            row[member] = names.get(row[member], row[member])
    for name, plain in names.items():
        answer["verdict"] = answer.get("verdict", "").replace(name, plain)
    weighed = " + ".join(f"{round(weight, 3):g} {name}" for weight, name in zip(answer["weights"], answer["runs"], strict=True))
    said = [f"{weighed} ({answer['method']}), chosen by {answer['chosen_by']}", *(answer.get("notes") or []), answer["verdict"]]
    return Mixture(scores, answer, "\n".join(filter(None, said)))
