"""Lays what Python holds into a folder that the program reads."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from axiomine import _binary, _tables
from axiomine._files import packed, unpack
from axiomine._messages import translated
from axiomine._scratch import Folder
from axiomine.errors import ROOM, InputError, of_machine, packages

# Names of splits that the program knows by the name of a file.
SPLITS = ("train", "dev", "validation", "test")
Paths = (str, os.PathLike)
_encoded = json.JSONEncoder(ensure_ascii=False).encode


class Inputs:
    """Files of a folder, and the flags that name them.

    Paths are named as they are: a folder of documents with its topics and judgements, or one file of each. "irds:NAME" is a data set
    of ir_datasets. A pickle carries the files; names of files that come from a caller are the caller's alone.
    """

    def __init__(
        self,
        folder: Folder,
        documents: Any = None,
        queries: Any = None,
        qrels: Any = None,
        run: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.folder = folder
        # Flags, or a flag and the name of a file in the folder.
        self._flags: list[str | tuple[str, str]] = []
        self._named: dict[str, str] = {}
        self.warnings: list[str] = []
        documents = _tables.taken(_irds(documents), once=True)
        queries, qrels, run = (_tables.taken(table) for table in (_irds(queries), _irds(qrels), run))
        if hasattr(documents, "docs_iter"):  # a data set of ir_datasets has the rest too
            queries = documents if queries is None and hasattr(documents, "queries_iter") else queries
            qrels = documents if qrels is None and hasattr(documents, "qrels_iter") else qrels
        known: set[str] | None = None
        if documents is not None and isinstance(documents, Paths):
            path = _binary.path(documents, "documents")
            self._flags.append(f"--{'data' if queries is None or os.path.isdir(path) else 'collection'}={path}")
        elif documents is not None and queries is None and _has_queries(documents, options or {}):
            self._flags.append(("data", self._rows(documents)))
        elif documents is not None:
            name = self._file("corpus.jsonl", "documents")
            known = None if qrels is None or isinstance(qrels, Paths) else set()
            lines(self._path(name), (_document(*row) for row in _noted(_tables.documents(documents), known)))
            self._flags.append(("collection", name))
        self._table("topics", "queries", "queries.jsonl", queries, lambda path: lines(path, map(query, _tables.queries(queries))))
        self._table("qrels", "qrels", "qrels.tsv", qrels, lambda path: self._judged(path, _tables.judgements(qrels), known))
        self._table("run", "run", "run.jsonl", run, lambda path: lines(path, map(_scored, _tables.run(run))))

    def _rows(self, table: Any) -> str:
        """Writes a table of rows with a query and a document each: a file, or a folder with one of each split."""
        splits = _tables.splits_of(table)
        if not splits:
            name = self._file("rows.jsonl", "documents")
            lines(self._path(name), _tables.rows(table))
            return name
        for name, rows in splits.items():
            if name not in SPLITS:
                raise InputError(
                    f"documents: the split {name!r} of a DatasetDict", f"name the splits {', '.join(SPLITS)}, or give one of them"
                )
            lines(self._path(self._file(f"rows/{name}.jsonl", f"documents[{name!r}]")), _tables.rows(rows))
        return self._file("rows", "documents")

    def _judged(self, path: Path, rows: Iterable[tuple[str, str, int]], known: set[str] | None) -> None:
        """Writes judgements, and says how many judged documents the collection lacks."""
        judged(path, rows := list(rows))
        if known is None:
            return
        asked = dict.fromkeys(document for _, document, _ in rows)
        if unknown := [document for document in asked if document not in known]:
            row = next(number for number, row in enumerate(rows, 1) if row[1] == unknown[0])
            there = len(asked) - len(unknown)
            text = f"{there:,} of {len(asked):,} judged documents are in the collection; qrels row {row} names {unknown[0]!r}"
            self.warnings.append(text + (", the documents are called such as " + repr(min(known)) if known and not there else ""))

    def _file(self, name: str, what: str) -> str:
        """Notes what a file of the folder is called in messages."""
        self._named[name] = what
        self._path(name).parent.mkdir(exist_ok=True)
        return name

    def _path(self, name: str) -> Path:
        return self.folder.path / name

    def path(self, name: str, what: str, table: Any, write: Callable[[Path], None]) -> str:
        """Where a table lies: the path that it is, or the file of that name, which write fills."""
        if isinstance(table, Paths):
            return _binary.path(table, what)
        write(self._path(self._file(name, what)))
        return str(self._path(name))

    def _table(self, flag: str, what: str, name: str, table: Any, write: Callable[[Path], None]) -> None:
        if isinstance(table, Paths):
            self._flags.append(f"--{flag}={_binary.path(table, what)}")
        elif table is not None:
            split = _tables.split_of(table, what) if flag != "run" else ""
            self.path(name, what, table, write)
            self._flags.append((f"{flag}={split}" if split else flag, name))

    def configure(self, configuration: Any) -> None:
        """Writes a configuration, and takes it."""
        name = self._file("configuration.yaml", "configuration")
        lines(self._path(name), [configuration])  # JSON is YAML
        self._flags.append(("config", name))

    @property
    def flags(self) -> list[str]:
        """The flags that name the inputs."""
        return [flag if isinstance(flag, str) else f"--{flag[0]}={self._path(flag[1])}" for flag in self._flags]

    def mended(self, line: str) -> str:
        """An error's line that speaks of documents, not of the file they were written to; its line number is that of the row."""
        for name, what in self._named.items():
            path = str(self._path(name))
            line = re.sub(re.escape(path) + r":(?=\d)", f"{what}: row ".replace("\\", r"\\"), line).replace(path, what)
        return translated(line)

    def __getstate__(self) -> dict[str, Any]:
        # A program that runs in the folder makes and removes files of its own beside these.
        return {**self.__dict__, "folder": packed(self.folder.path, [n for n in self._named if not self._path(n).is_dir()])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        folder = Folder()
        unpack(folder.path, state["folder"])
        self.__dict__.update(state, folder=folder)


def _irds(table: Any) -> Any:
    if isinstance(table, str) and table.startswith(("irds:", "ir_datasets:")):
        with packages("terrier"):
            import ir_datasets
        name = table.partition(":")[2]
        try:
            return ir_datasets.load(name)
        except KeyError as e:
            raise InputError(f"ir_datasets has no data set {name!r}", "ir_datasets.registry names those that there are") from e
    return table


def _has_queries(table: Any, options: Mapping[str, Any]) -> bool:
    """Reports whether a table without queries beside it is one of rows: each with a query and a document."""
    names = _tables.names_of(table)
    if names is None:
        if options.get("columns") is not None:
            raise InputError("columns: the documents have no columns", "give a data frame, a data set, or rows that are dicts")
        return False
    plain = {name.lower() for name in names}
    alone = {*_tables.DOCUMENT_ID, *_tables.DOCUMENT_TEXT, "title", "url"}
    if options.get("columns") is None and plain and plain <= alone and options.get("index") is None:
        hint = 'give them as queries=; columns="query=NAME" names a column of them'
        raise InputError(f"queries: none are given, and the documents have the columns {', '.join(names)}", hint)
    return True


def _noted(rows: Iterator[tuple[str, str, str]], ids: set[str] | None) -> Iterator[tuple[str, str, str]]:
    """Returns documents as they come, and keeps their ids."""
    for row in rows:
        if ids is not None:
            ids.add(row[0])
        yield row


def _document(identifier: str, title: str, text: str) -> dict[str, str]:
    return {"_id": identifier, "title": title, "text": text} if title else {"_id": identifier, "text": text}


def query(of: tuple[str, str]) -> dict[str, str]:
    """Returns the row of a file of queries."""
    return {"_id": of[0], "text": of[1]}


def _scored(of: tuple[str, str, float]) -> dict[str, Any]:
    return {"query_id": of[0], "doc_id": of[1], "score": of[2]}


def lines(path: Path, rows: Iterable[Any]) -> None:
    """JSON lines."""
    _written(path, (_encoded(row) + "\n" for row in rows))


def judged(path: Path, rows: Iterable[tuple[str, str, int]]) -> None:
    """Judgements as BEIR's table."""

    def table() -> Iterator[str]:
        yield "query-id\tcorpus-id\tscore\n"
        for row, (query, document, grade) in enumerate(rows, 1):
            if any(c in "\t\n\r" for c in query + document):
                raise InputError(f"qrels: row {row}: the id {query!r} or {document!r} holds a tab or a line break", "rename it")
            yield f"{query}\t{document}\t{grade}\n"

    _written(path, table())


def _written(path: Path, text: Iterable[str]) -> None:
    """Writes a file. A failure of the machine is an error."""
    try:
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as out:
            out.writelines(text)
    except RecursionError as e:
        raise InputError(f"{path.stem}: a value holds lists or dicts too deep for JSON", "give flat rows") from e
    except OSError as e:
        if e.filename not in (None, str(path)):  # of the rows' own iterator
            raise
        raise of_machine(f"{path} cannot be written", e, ROOM) from e


def _single(query: str, document: str, what: str, row: int) -> None:
    """Refuses ids that would be other fields or another line of a file of trec_eval."""
    for name in (query, document):
        if any(c.isspace() for c in name) or name.startswith("\ufeff"):
            raise InputError(f"{what}: row {row}: the id {name!r} holds a space", "rename it")


def write_run(path: Path, table: Any) -> None:
    """A run as trec_eval reads it, for commands that take no other form."""

    def run() -> Iterator[str]:
        for row, (query, document, score) in enumerate(_tables.run(table), 1):
            _single(query, document, "run", row)
            yield f"{query} Q0 {document} 0 {score!r} run\n"

    _written(path, run())


def write_qrels(path: Path, table: Any) -> None:
    """Judgements likewise."""

    def qrels() -> Iterator[str]:
        for row, (query, document, grade) in enumerate(_tables.judgements(table), 1):
            _single(query, document, "qrels", row)
            yield f"{query} 0 {document} {grade}\n"

    _written(path, qrels())
