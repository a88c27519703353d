"""Training pairs from a collection."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from axiomine import _binary, _html, _program, _values
from axiomine._files import Files, result
from axiomine._folder import Inputs
from axiomine._scratch import Folder
from axiomine.errors import ROOM, InputError, ShortfallError, UsageError, of_machine, packages
from axiomine.page import Page

if TYPE_CHECKING:
    import datasets
    import pandas
    from typing_extensions import Unpack

    from axiomine._options import MineOptions, ShardOptions


class DocPair(NamedTuple):
    """The docpair of ir_datasets: the first document ought to rank above the second."""

    query_id: str
    doc_id_a: str
    doc_id_b: str


def mine(
    documents: Any,
    queries: Any = None,
    qrels: Any = None,
    run: Any = None,
    *,
    axioms: str | Sequence[str] | None = None,
    ratio: str | None = None,
    config: str | os.PathLike[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    overwrite: bool = False,
    resume: bool = False,
    progress: bool | None = None,
    **options: Unpack[MineOptions],
) -> Pairs:
    """Finds the pairs of candidates that axioms order, and samples training pairs of them, mixed with judged ones.

    documents: a data frame (pandas, polars, Arrow), a data set of Hugging Face or ir_datasets, "irds:NAME", {id: text}, a list of texts,
        rows, or a path: a folder with topics and judgements too, or a file of documents where queries are given. Where queries are None,
        a table holds rows with a query, a document and a label each, as the same table in a file (`axiomine help columns`), or its splits.
    queries: likewise, {id: text}, or a list of texts; None where the documents bring them.
    qrels: judgements, a frame of qid, docno, label or {query: {document: grade}}; without them all pairs are those of axioms.
    run: candidates, a frame of qid, docno, score or {query: {document: score}}; without it BM25's.
    axioms: axioms, expressions and sets, as "tfc1(delta_star=0.1), m-tdc" (length-safe).
    ratio: axiomatic to judged pairs ("1:1"), or "none" for all of them.
    config: a preset ("wikiqa") or a YAML file.
    overwrite, resume: what is done with an output that is there. overwrite=True replaces it when the new result is whole,
        resume=True goes on with a job that was stopped.
    output: a folder that stays, with index, account and pairs; without it they go with the returned value.
    progress: whether it is shown; None: on a terminal and in a notebook.
    options: the program's other flags in snake_case, as hits=50, seed=1, delta_star=0.1. With group_size=N more negatives of each
        positive are found for the rows of dataset("n-tuple", group_size=N), which repeat negatives where there are fewer.

    Warnings are of the class axiomine.Warning, and stand in `warnings` of the value. An amount that was not reached is one of them, if
    there are pairs at all and on_shortage is not "fail".

    Pairs come from training queries, or from all where nothing divides them; rows_of="all" takes those of dev and test too.
    """
    asked = options.get("output_format")
    if asked is None and options.get("group_size") is not None:
        asked = TRAINER_FORMS["n-tuple"]
    formats = [] if asked is None else _binary.written(asked, "output_format").split(",")
    if not all(formats):
        raise UsageError(f"output_format is {_values.shortened(asked)}: a name is empty", "axiomine tokenize formats names them")
    formats = ["jsonl", *[f for f in formats if f != "jsonl"]]
    line = _binary.flags({"rows_of": "train", **options, "axioms": axioms, "ratio": ratio, "output_format": formats}, "mine", config)
    line += _binary.switches(overwrite=overwrite, resume=resume)
    files = result(output, None if output is None else _carried)
    with Folder() as inputs:
        given = Inputs(inputs, documents, queries, qrels, run, options)
        line.append(f"--output={files.path}")
        done = _program.run(
            "gen", *given.flags, *line, folder=inputs, holds=files.folders, name=given.mended, progress=progress, partly=True
        )
    warned = [*given.warnings, *done.warnings]
    short = done.shortfall
    if short is not None and (options.get("on_shortage") == "fail" or not (files.path / MANIFEST).exists()):
        raise ShortfallError("; ".join([short.message, *warned]), short.hint, 4)
    pairs = Pairs(files.path, files, warned, done.notes)
    if short is not None:
        if not pairs:
            raise ShortfallError("; ".join([short.message, *warned]), short.hint, 4)
        warned.append(str(short))
    _binary.warn(warned)
    return pairs


MANIFEST = "shards/manifest.json"
SPLITS = ("train", "validation", "test")
# The output format of each form of sentence-transformers'.
TRAINER_FORMS = {
    "triplet": "st-triplet",
    "n-tuple": "st-ntuple",
    "labeled-pair": "st-pairs",
    "labeled-list": "st-labeled-list",
    "margin-mse": "st-margin-mse",
    "cross-encoder": "st-cross",
    "listwise": "st-listwise",
}
COLUMNS = {"query_id", "pos_id", "neg_id", "query", "positive", "negative", "axiom"}


def _row(line: bytes, split: str) -> dict[str, Any]:
    """Returns a row of a file. One without the columns that every row has is an error."""
    row = {**json.loads(line), "split": split}
    if not row.keys() >= COLUMNS:
        raise ValueError(f"it lacks {', '.join(sorted(COLUMNS - row.keys()))}")
    if not isinstance(row["axiom"], str):
        raise ValueError(f"its axiom is {_values.shortened(row['axiom'])}")
    return row


def _carried(name: str) -> bool:
    """Reports whether a pickle of pairs takes a file of a folder that stays."""
    return not name.startswith("index/")


class Pairs(Sequence[dict[str, Any]]):
    """Drawn pairs. Each is a dict: query, positive and negative (texts), query_id, pos_id, neg_id, axiom (empty for a judged one),
    source, weight, margin, split and more, as the shards have them.

    `folder` holds what `axiomine gen` leaves; without an `output` it goes with the last object that needs it. `warnings` are the program's
    lines that a user should see, `notes` its other lines: which columns were read, which were not. A pickle carries the files: all of a
    temporary folder, all but the index of one that stays, which is found by its path.
    """

    def __init__(
        self, folder: str | os.PathLike[str], _files: Files | None = None, _warnings: Sequence[str] = (), _notes: Sequence[str] = ()
    ) -> None:
        self._files, self.warnings, self.notes = _files or Files(_binary.path(folder, "folder"), take=_carried), _warnings, _notes
        self._rows: list[dict[str, Any]] | None = None
        with self._files.members(MANIFEST):
            shards = self._files.json(MANIFEST).get("shards") or []
            self._shards = {str(s["path"]): int(s["rows"]) for s in shards if s["format"] == "jsonl"}
        if shards and not self._shards:
            raise InputError(f"{self.folder}: its shards have no format jsonl", "axiomine gen --output-format jsonl writes it")

    @property
    def folder(self) -> Path:
        return self._files.path

    def _lines(self) -> Iterator[tuple[str, bytes]]:
        """Every row with its split, in the order of training. A file that is not whole is an error."""
        for split in SPLITS:
            for name, count in sorted(self._shards.items()):
                if not name.startswith(f"jsonl/{split}-"):
                    continue
                lines = self._files.read(f"shards/{name}").splitlines(keepends=True)
                if len(lines) != count or not all(line.endswith(b"\n") for line in lines[-1:]):
                    raise InputError(f"{self.folder / 'shards' / name}: {len(lines)} of {count} rows", "make the folder anew")
                yield from ((split, line) for line in lines)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All pairs, read at the first call, in the order of training."""
        if self._rows is None:
            try:
                self._rows = [_row(line, split) for split, line in self._lines()]
            except (ValueError, TypeError, RecursionError) as e:
                if isinstance(e, InputError):
                    raise
                raise InputError(f"{self.folder}: a row is no object of JSON: {e}", "make the folder anew") from e
        return self._rows

    def __len__(self) -> int:
        return len(self._rows) if self._rows is not None else sum(self._shards.values())

    @overload
    def __getitem__(self, at: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self.rows[at]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame of all columns."""
        with packages("hf"):
            import pandas

        return pandas.DataFrame(self.rows)

    def docpairs(self) -> Iterator[DocPair]:
        """The pairs as ir_datasets' docpairs_iter has them."""
        for row in self.rows:
            yield DocPair(row["query_id"], row["pos_id"], row["neg_id"])

    def shards(
        self,
        output_format: str,
        output: str | os.PathLike[str],
        *,
        overwrite: bool = False,
        resume: bool = False,
        **options: Unpack[ShardOptions],
    ) -> Path:
        """Writes the pairs for a trainer (`axiomine tokenize formats` names the formats), and returns the folder.

        overwrite, resume: what is done with an output that is there, as for `mine`.
        """
        line = _binary.flags({"rows_of": "train", **options, "output_format": output_format}, "shards")
        line += _binary.switches(overwrite=overwrite, resume=resume)
        path = _binary.path(output, "output")
        with Folder() as folder:
            read = [self.folder]
            _program.run("tokenize", "shards", *line, f"--output={path}", files=read, folder=folder, holds=self._files.folders)
        return Path(path)

    def dataset(self, name: str = "triplet", **options: Unpack[ShardOptions]) -> datasets.Dataset:
        """A data set of Hugging Face.

        name: a form of sentence-transformers', whose trainers take it as it is: triplet, n-tuple, labeled-pair, labeled-list, margin-mse,
            cross-encoder, listwise. Or a part of the format parquet: pairs (all that is known of a pair); with `vocab=` also
            pairs-tokenized, cross (ids).

        A row of n-tuple has group_size - 1 negatives (group_size is 8 by default). They are repeated where a positive has fewer; `mine`
        with the same group_size finds more.
        """
        with packages("hf"):
            import datasets
            from pyarrow import concat_tables, parquet
        if not isinstance(name, str):
            raise UsageError(f"name is {_values.shortened(name)}", "give a text, as pairs or cross")
        folder = self._converted(TRAINER_FORMS.get(name, "parquet"), options)
        kinds = {p.name: sorted(p.glob("train-*.parquet")) for p in folder.iterdir() if p.is_dir()}
        if not kinds.get(name):
            names = sorted({*kinds, *TRAINER_FORMS})
            raise UsageError(f"no rows for training in {name!r}; there are {', '.join(names)}", "name one of them; token ids need vocab=")
        # Without threads: a forked process does not have them.
        return datasets.Dataset(concat_tables([parquet.ParquetFile(path).read(use_threads=False) for path in kinds[name]]))

    def _converted(self, output_format: str, options: Mapping[str, Any]) -> Path:
        """Returns the folder of an output format. It is made beside its place, so that it is whole or not there."""
        made = self._files.folder.path
        key = output_format + json.dumps({k: _binary.written(v, k) for k, v in sorted(options.items()) if v is not None})
        folder = made / f"dataset-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
        if not folder.exists():
            try:
                new = Path(tempfile.mkdtemp(dir=made))
            except OSError as e:
                raise of_machine(f"{made}: no folder can be made", e, ROOM) from e
            self.shards(output_format, new / "out", **options)
            try:
                os.rename(new / "out", folder)
            except OSError as e:
                if not folder.exists():  # no other thread or process was first
                    raise of_machine(f"{folder} cannot be made", e, ROOM) from e
            shutil.rmtree(new, ignore_errors=True)
        return folder

    @property
    def account(self) -> dict[str, Any]:
        """What was asked for, found, used and dropped, and why, as a table of rows: account.json."""
        return self._files.json("account.json")

    def report(self) -> Page:
        """The page of the pools, which a notebook shows."""
        return Page(self._files.path / "pairs.html", self._files)

    def _repr_html_(self) -> str:
        columns = ("query", "positive", "negative", "axiom")
        begin = ([row["query"], row["positive"], row["negative"], row["axiom"] or "judged"] for row in self.rows[: _html.ROWS])
        return _html.table(repr(self), columns, begin, len(self), self.warnings)

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for row in self.rows:
            axiom = row["axiom"] or "judged"
            counts[axiom] = counts.get(axiom, 0) + 1
        read = [f"\n{note}" for note in self.notes if re.match(r"read [0-9,]+ rows?[: ]", note)]
        return "".join([f"Pairs({len(self):,}: ", ", ".join(f"{n:,} {axiom}" for axiom, n in counts.items()), ")", *read])
