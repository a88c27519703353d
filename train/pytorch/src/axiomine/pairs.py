"""Training pairs from a collection."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from axiomine import _binary, _html
from axiomine._folder import Inputs, kept
from axiomine.errors import ShortfallError

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


@dataclass(frozen=True)
class Page:
    """A page of a report, which a notebook shows."""

    path: Path

    def _repr_html_(self) -> str:
        text = escape(self.path.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{text}" style="width: 100%; height: 40em; border: 0" sandbox></iframe>'

    def __str__(self) -> str:
        return str(self.path)


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
    queries: likewise, {id: text}, or a list of texts; None where the documents bring them, or where options make them
        (queries_from="documents").
    qrels: judgements, a frame of qid, docno, label or {query: {document: grade}}; without them all pairs are those of axioms.
    run: candidates, a frame of qid, docno, score or {query: {document: score}}; without it BM25's.
    axioms: axioms, expressions and sets, as "tfc1(delta_star=0.1), m-tdc" (length-safe).
    ratio: axiomatic to judged pairs ("1:1"), or "none" for all of them.
    config: a preset ("wikiqa") or a YAML file.
    overwrite, resume: what is done with an output that is there: it is replaced, or a job that was stopped goes on.
    output: a folder that stays, with index, ledger and pairs; without it they go with the returned value.
    progress: whether it is shown; None: on a terminal and in a notebook.
    options: the program's other flags in snake_case, as hits=50, seed=1, delta_star=0.1.

    Warnings are of the class axiomine.Warning, and stand in `warnings` of the value. An amount that was not reached is one of them, if
    there are pairs at all and on_shortage is not "fail".

    Pairs come from training queries, or from all where nothing divides them; rows_of="all" takes those of dev and test too.
    """
    folder, keeper = kept(output)
    line = _binary.flags({"rows_of": "train", **options, "axioms": axioms, "ratio": ratio}, "mine", config)
    line += _binary.switches(overwrite=overwrite, resume=resume)
    with tempfile.TemporaryDirectory(prefix="axiomine-") as inputs:
        given = Inputs(Path(inputs), documents, queries, qrels, run, options)
        formats = _binary.written(options.get("output_format") or ())
        line.append("--output-format=" + ",".join(["jsonl", *[f for f in formats.split(",") if f not in ("", "jsonl")]]))
        done = _binary.run("gen", *given.flags, *line, f"--output={folder}", name=given.mended, progress=progress, partly=True)
    warned = [*given.warnings, *done.warnings]
    pairs = Pairs(folder, keeper, warned)
    if done.shortfall is not None:
        if options.get("on_shortage") == "fail" or not pairs:
            raise ShortfallError("; ".join([done.shortfall.message, *warned]), done.shortfall.hint, 4)
        warned.append(str(done.shortfall))
    _binary.warn(warned)
    return pairs


class Pairs(Sequence[dict[str, Any]]):
    """Drawn pairs. Each is a dict: query, positive and negative (texts), query_id, pos_id, neg_id, axiom (empty for a judged one),
    source, weight, margin, split and more, as the shards have them.

    `folder` holds what `axiomine gen` leaves; without an `output` it goes when the value does. `warnings` are the program's lines that a
    user should see.
    """

    def __init__(self, folder: str | os.PathLike[str], _keeper: Any = None, _warnings: Sequence[str] = ()) -> None:
        self.folder, self._keeper, self.warnings = Path(folder), _keeper, _warnings
        self._rows: list[dict[str, Any]] | None = None

    def _files(self) -> Iterator[tuple[str, Path]]:
        for split in ("train", "validation", "test"):
            for path in sorted((self.folder / "shards" / "jsonl").glob(f"{split}-*.jsonl")):
                yield split, path

    def _lines(self) -> Iterator[tuple[str, bytes]]:
        for split, path in self._files():
            with open(path, "rb") as rows:
                for row in rows:
                    yield split, row

    @property
    def rows(self) -> list[dict[str, Any]]:
        """All pairs, read at the first call, in the order of training."""
        if self._rows is None:
            self._rows = [json.loads(line) | {"split": split} for split, line in self._lines()]
        return self._rows

    def __len__(self) -> int:
        if self._rows is not None:
            return len(self._rows)
        return sum(path.read_bytes().count(b"\n") for _, path in self._files())

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
        import pandas

        return pandas.DataFrame(self.rows)

    def docpairs(self) -> Iterator[DocPair]:
        """The pairs as ir_datasets' docpairs_iter has them."""
        for row in self.rows:
            yield DocPair(row["query_id"], row["pos_id"], row["neg_id"])

    def shards(self, output_format: str, output: str | os.PathLike[str], **options: Unpack[ShardOptions]) -> Path:
        """Writes the pairs for a trainer (`axiomine tokenize formats` names the formats) and gives the folder."""
        line = _binary.flags({"rows_of": "train", **options}, "shards")
        _binary.run("tokenize", "shards", self.folder, f"--output-format={output_format}", *line, f"--output={os.fspath(output)}")
        return Path(output)

    def dataset(self, name: str = "pairs", **options: Unpack[ShardOptions]) -> datasets.Dataset:
        """A data set of Hugging Face with the columns of the format parquet: pairs (texts), pairs-tokenized or cross (ids)."""
        import datasets

        folder = self.folder / "-".join(["dataset", *(f"{k}={_binary.written(v)}".replace(os.sep, "_") for k, v in options.items())])
        if not folder.exists():
            self.shards("parquet", folder, **options)
        files = sorted(map(str, (folder / name).glob("train-*.parquet")))
        if not files:
            there = sorted(p.name for p in folder.iterdir() if p.is_dir())
            raise ValueError(f"no rows for training in {name!r}; there are {', '.join(there)}")
        return datasets.Dataset.from_parquet(files, cache_dir=str(self.folder / "cache"))

    @property
    def ledger(self) -> dict[str, Any]:
        """What was found, wanted, drawn and left out, and why: ledger.json."""
        loaded: dict[str, Any] = json.loads((self.folder / "ledger.json").read_text(encoding="utf-8"))
        return loaded

    def report(self) -> Page:
        """The page of the pools, which a notebook shows."""
        return Page(self.folder / "pairs.html")

    def _repr_html_(self) -> str:
        columns = ("query", "positive", "negative", "axiom")
        begin = ([row["query"], row["positive"], row["negative"], row["axiom"] or "judged"] for row in self.rows[: _html.ROWS])
        return _html.table(repr(self), columns, begin, len(self), self.warnings)

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for row in self.rows:
            axiom = row["axiom"] or "judged"
            counts[axiom] = counts.get(axiom, 0) + 1
        return f"Pairs({len(self)}: " + ", ".join(f"{n} {axiom}" for axiom, n in counts.items()) + ")"
