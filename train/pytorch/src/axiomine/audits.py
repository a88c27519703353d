"""What is wrong with a training set, before a GPU finds out."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiomine import _binary, _folder, _html, _lists, _program, _tables, _values
from axiomine._files import Files, as_object, made
from axiomine._folder import Paths
from axiomine._messages import translated
from axiomine._scratch import Folder
from axiomine.errors import InputError, ShortfallError, UsageError, packages
from axiomine.page import Page

if TYPE_CHECKING:
    import pandas


class Audit(dict[str, Any]):
    """What an audit found: the content of audit.json.

    `findings` is a list of {code, severity, title, count, share, advice, exact, examples}, the most harmful first. An example is {row,
    file, line, score, reason, query, documents}, and a document {role, text, start, end}: the reason is about text[start:end].
    """

    def __init__(self, record: dict[str, Any], files: Files, rows: Any = None) -> None:
        super().__init__(record)
        self._files, self._rows, self._held = files, rows, _tables.held(rows)

    @property
    def findings(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self["findings"]
        return found

    @property
    def flags(self) -> pandas.DataFrame:
        """The flagged rows: row (from 0), code, score, reason, and document: the place in the row of the one that the reason is about."""
        with packages("hf"):
            import pandas

            table = pandas.read_parquet(io.BytesIO(self._files.read("flags.parquet")))
            return table.astype({"document": "Int64"})

    @property
    def reading(self) -> list[str]:
        """For each way in which columns were read: the rows, what was read as what, and the columns that were not used."""
        ways: dict[str, int] = {}
        for file in self["files"]:
            ways[file["columns"]] = ways.get(file["columns"], 0) + file["rows"]
        return [f"{rows:,} rows: {columns}" for columns, rows in ways.items()]

    def report(self) -> Page:
        """The page with the rows of each finding, which a notebook shows."""
        return Page(self._files.path / "audit.html", self._files)

    def clean(self, *codes: str) -> Any:
        """Returns the data set, its splits, the frame or the list that was audited without the rows of these findings; without codes, of
        those that are exact, which are the rows that `axiomine audit --fix drop` drops.

        Rows of an iterator come back as a list. A path, a LazyFrame and an IterableDataset are refused.
        """
        unknown = set(codes) - {*self["checked"]}
        if unknown:
            raise UsageError(f"clean: there is no check {', '.join(sorted(map(repr, unknown)))}", "axiomine help audit lists the codes")
        exact = [f["code"] for f in self.findings if f["exact"]]
        flags = self.flags
        dropped = set(flags.row[flags.code.isin(codes or exact)])
        if isinstance(self._rows, _Written):
            return [row for number, row in enumerate(self._rows.read()) if number not in dropped]
        splits = self._splits()
        if not splits:
            if hasattr(self._rows, "__len__") and len(self._rows) != len(self._held):
                said = f"clean: {len(self._held):,} rows were audited, and there are {len(self._rows):,} now"
                raise UsageError(said, "audit the rows again")
            return _tables.without(self._held, dropped)
        kept = {}
        for split, (rows, first) in splits.items():
            kept[split] = _tables.without(rows, {row - first for row in dropped if first <= row < first + len(rows)})
        return type(self._held)(kept)

    def scores(self) -> Any:
        """Returns a number for each row, in their order: how likely its likeliest negative is relevant. The higher, the likelier; it is no
        probability, and nan where a row has no negative beside a positive. Of a DatasetDict, one array for each split.
        """
        with packages("hf"):
            import numpy
            import pandas

            table = pandas.read_parquet(io.BytesIO(self._files.read("scores.parquet")), columns=["row", "score"])
        found = numpy.full(max((file["first_row"] + file["rows"] for file in self["files"]), default=0), numpy.nan)
        best = table.groupby("row")["score"].max()
        found[best.index.to_numpy()] = best.to_numpy()
        return {split: found[first : first + len(rows)] for split, (rows, first) in self._splits().items()} or found

    def _splits(self) -> dict[str, tuple[Any, int]]:
        """For each split of a DatasetDict that was audited, its rows and the number of the first."""
        names = {Path(file["name"]).stem: file["first_row"] for file in self["files"]}
        splits = _tables.splits_of(self._held) if self._held is not None else {}
        return {split: (rows, names.get(split, 0)) for split, rows in splits.items()}

    def _repr_html_(self) -> str:
        shown = [[f["severity"], f["code"], f["count"], f["title"]] for f in self.findings]
        title = "; ".join(self.reading) if shown else repr(self)
        parts = [_html.table(title, ("severity", "code", "rows", "finding"), shown, len(shown))]
        for f in [*self.findings, *self["likeliest"]]:
            rows = []
            for e in f["examples"]:
                texts: dict[str, str] = {}
                for document in e["documents"]:
                    role = "negative" if document["role"] == "negative" else "positive or document"
                    texts[role] = document["text"]
                rows.append([e["row"], e["query"], texts.get("positive or document", ""), texts.get("negative", ""), e["reason"]])
            if rows:
                head = ("row", "query", "positive or document", "negative", "why")
                parts.append(_html.table(f"{f['code']}: {f['title']}", head, rows[:SHOWN], f["count"]))
        return "".join(parts)

    def __repr__(self) -> str:
        lines = [f"{f['severity']:8} {f['code']:20} {f['title']}" for f in self.findings]
        return "\n".join([*self.reading, *(lines or [f"Nothing was found in {self['rows']:,} rows."])])


class _Written:
    """Rows of an iterator, which a file has, since nobody else has them any more."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Iterator[Any]:
        with self.path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


SHOWN = 3  # examples of a finding in a notebook

# Beginnings of the lines that a user should see: what was not read, and what was read otherwise than it may be meant.
COUNTED = ("not read, ", "noted, ")
UNUSED = "; not used: "  # columns, at the end of the line on how they were read


def audit(
    rows: Any,
    *,
    test: Any = None,
    collection: str | os.PathLike[str] | None = None,
    topics: str | os.PathLike[str] | None = None,
    tokenizer: str | os.PathLike[str] | None = None,
    runs: Mapping[str, str | os.PathLike[str]] | None = None,
    columns: str | None = None,
    labels: str | None = None,
    baseline: str | os.PathLike[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    strict: bool = False,
    fail_on: str | Sequence[str] | None = None,
) -> Audit:
    """Says what is wrong with a training set: contradictions, leaks, broken and repeated rows, shortcuts.

    rows: a path, several of them, or a data set of Hugging Face (or its splits), a data frame, a list of dicts, or what stands for one:
        an array, a series, a generator.
    test: a set whose queries must not be in the rows, likewise; or a list or a column of the queries' texts alone.
    collection, topics: the texts of rows that hold ids.
    runs: {name: path} of models' runs, whose scores help to find false negatives.
    columns: "query=NAME,positive=NAME,negative=NAME" or "query=NAME,document=NAME,label=NAME" where names do not tell.
    output: a folder for audit.html, audit.json, flags.parquet, scores.parquet and positives.parquet.
    strict: a row, a column or a file that is not read is an error, not a warning.
    fail_on: codes or severities that must not be found, such as "error" or "repeated-row=5%". A ShortfallError has the `audit`.
    """
    with Folder() as folder:
        once = _lists.listed(rows, once=True)
        files = _files(once, "rows", folder.path)
        written = [Path(path) for path in files if Path(path).is_relative_to(folder.path)]
        tests = _files(test, "test", folder.path) if test is not None else []
        flags = [f"--test={path}" for path in tests]
        for flag, path in (("collection", collection), ("topics", topics), ("tokenizer", tokenizer), ("baseline", baseline)):
            if path is not None:
                flags.append(f"--{flag}={_binary.path(path, flag)}")
        flags += [f"--run={name}={path}" for name, path in _runs(runs)]
        flags += [
            f"--{flag}={_binary.written(value, flag)}" for flag, value in (("columns", columns), ("labels", labels)) if value is not None
        ]
        if fail_on is not None:
            flags += [f"--fail-on={limit}" for limit in _binary.written(fail_on, "fail_on").split(",")]
        if _values.truth(strict, "strict"):
            flags.append("--strict")
        out = Path(_binary.path(output, "output")) if output is not None else folder.path / "audit"

        def mended(line: str) -> str:
            said = translated(line)
            for table in [*written, *(Path(path) for path in tests if Path(path).is_relative_to(folder.path))]:
                name = table.relative_to(folder.path).with_suffix("").as_posix().replace("/", ": split ")
                # A row of it, as the caller counts.
                said = re.sub(rf"{re.escape(str(table))}(?::|, row )(\d+)(?: counted from 1)?", partial(_row, name), said)
                said = said.replace(str(table), name)
            return said.replace(f"{folder.path}{os.sep}", "")

        done = _program.output(
            "audit", f"--output={out}", *flags, "--scores", "--log-level=warn", files=files, folder=folder, name=mended, partly=True
        )
        _binary.warn(mended(line) for line in done.output.splitlines() if line.startswith(COUNTED) or UNUSED in line)
        prefix = json.dumps(f"{folder.path}{os.sep}")[1:-1].encode()
        held = {name: Files(out).read(name).replace(prefix, b"") for name in ("audit.json", "audit.html")}
        held |= {name: Files(out).read(name) for name in ("flags.parquet", "scores.parquet")}
        record, kept = as_object(held["audit.json"], str(out / "audit.json")), Files.held(held) if output is None else Files(out)
        if isinstance(once, _lists.Once) and written:
            rows = _Written(written[0].rename(kept.folder.path / "rows.jsonl"))
        found = Audit(record, kept, rows if written else None)
    if isinstance(done.shortfall, ShortfallError):
        done.shortfall.audit = found
        raise done.shortfall
    return found


def _row(table: str, line: re.Match[str]) -> str:
    """Returns the name of a table's row, which is a line of the file that was made of it."""
    return f"{table}, row {int(line[1]) - 1}"


def _runs(runs: Any) -> list[tuple[str, str]]:
    """Returns the names and paths of runs."""
    if runs is None:
        return []
    if not isinstance(runs, Mapping):
        raise InputError(f"runs is {_values.shortened(runs)}", "give {name: path}")
    if not runs:
        raise InputError("runs: there is none", "give {name: path}, or leave it out")
    pairs = []
    for name, path in runs.items():
        if not isinstance(name, str) or not name or "=" in name:
            raise InputError(f"runs: the name {_values.shortened(name)}", "give names without =")
        pairs.append((_binary.written(name, "runs"), _binary.path(path, f"runs[{name!r}]")))
    return pairs


def _are_paths(members: list[Any]) -> bool:
    """Reports whether a list names files, not texts of queries: one of them is there, or all have an ending."""
    return any(not isinstance(m, str) or os.path.exists(m) for m in members) or all(Path(m).suffix[1:].isalnum() for m in members)


def _files(table: Any, name: str, folder: Path) -> list[str]:
    """Returns the paths of a set; a table is written below the folder."""
    if isinstance(table, Paths):
        return [_binary.path(table, name)]
    table = _lists.listed(table, once=True)
    path = folder / f"{name}.jsonl"
    if isinstance(_lists.first(table), Paths):
        table = list(table)
        if name != "test" or _are_paths(table):
            return [_binary.path(member, name) for member in table]
    names = _tables.names_of(table) or []
    if name == "test" and (_tables.is_texts(table) or (len(names) == 1 and names[0].lower() in _tables.QUERY_TEXT)):
        _folder.lines(path, map(_folder.query, _tables.queries(table)))
        return [str(path)]
    if not isinstance(table, Iterable) and not _lists.has_columns(table):
        raise InputError(f"{name} is {_values.shortened(table)}", "give a path, a data frame, a data set or rows that are dicts")
    splits = _tables.splits_of(table)
    if not splits:
        _folder.lines(path, _tables.rows(table, name))
        return [str(path)]
    made(folder / name)
    paths = []
    for split, rows in splits.items():
        if split not in _folder.SPLITS:
            raise InputError(
                f"{name}: the split {split!r} of a DatasetDict", f"name the splits {', '.join(_folder.SPLITS)}, or give one of them"
            )
        path = folder / name / f"{split}.jsonl"
        _folder.lines(path, _tables.rows(rows, name))
        paths.append(str(path))
    return paths
