"""Lays what Python holds into a folder that the program reads."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from axiomine import _tables
from axiomine.errors import InputError

Paths = (str, os.PathLike)
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def kept(output: str | os.PathLike[str] | None) -> tuple[Path, tempfile.TemporaryDirectory[str] | None]:
    """The folder of a result: the given one, or one that goes when its keeper does."""
    if output is not None:
        return Path(output), None
    keeper = tempfile.TemporaryDirectory(prefix="axiomine-")
    return Path(keeper.name) / "out", keeper


class Inputs:
    """Files of a folder, and the flags that name them.

    Paths are named as they are: a folder of documents with its topics and judgements, or one file of each. "irds:NAME" is a data set
    of ir_datasets.
    """

    def __init__(self, folder: Path, documents: Any = None, queries: Any = None, qrels: Any = None, run: Any = None) -> None:
        self.folder, self.flags = folder, list[str]()
        self.named: dict[str, str] = {}
        documents, queries, qrels = (_irds(of) for of in (documents, queries, qrels))
        if hasattr(documents, "docs_iter"):  # a data set of ir_datasets has the rest too
            queries = documents if queries is None and hasattr(documents, "queries_iter") else queries
            qrels = documents if qrels is None and hasattr(documents, "qrels_iter") else qrels
        if documents is not None and isinstance(documents, Paths):
            self.flags.append(f"--{'data' if queries is None or Path(documents).is_dir() else 'collection'}={os.fspath(documents)}")
        elif documents is not None:
            path = self._file("corpus.jsonl", "documents")
            lines(path, (_document(*of) for of in _tables.documents(documents)))
            self.flags.append(f"--collection={path}")
        self._table("topics", "queries", "queries.jsonl", queries, lambda path: lines(path, map(_query, _tables.queries(queries))))
        self._table("qrels", "qrels", "qrels.tsv", qrels, lambda path: judged(path, _tables.judgements(qrels)))
        self._table("run", "run", "run.jsonl", run, lambda path: lines(path, map(_scored, _tables.run(run))))
        if run is not None and not isinstance(run, Paths):
            self.flags.append("--run-format=jsonl")

    def _file(self, name: str, what: str) -> Path:
        path = self.folder / name
        self.named[str(path)] = what
        return path

    def path(self, name: str, what: str, table: Any, write: Callable[[Path], None]) -> str:
        """Where a table lies: the path that it is, or the file of that name, which write fills."""
        if isinstance(table, Paths):
            return os.fspath(table)
        path = self._file(name, what)
        path.parent.mkdir(exist_ok=True)
        write(path)
        return str(path)

    def _table(self, flag: str, what: str, name: str, table: Any, write: Callable[[Path], None]) -> None:
        if table is not None:
            self.flags.append(f"--{flag}={self.path(name, what, table, write)}")

    def mended(self, line: str) -> str:
        """An error's line that speaks of documents, not of the file they were written to; its line number is that of the row."""
        for path, what in self.named.items():
            line = line.replace(path, what)
        return line


def _irds(table: Any) -> Any:
    if isinstance(table, str) and table.startswith(("irds:", "ir_datasets:")):
        import ir_datasets

        return ir_datasets.load(table.partition(":")[2])
    return table


def _document(identifier: str, title: str, text: str) -> dict[str, str]:
    return {"_id": identifier, "title": title, "text": text} if title else {"_id": identifier, "text": text}


def _query(of: tuple[str, str]) -> dict[str, str]:
    return {"_id": of[0], "text": of[1]}


def _scored(of: tuple[str, str, float]) -> dict[str, Any]:
    return {"query_id": of[0], "doc_id": of[1], "score": of[2]}


def lines(path: Path, rows: Iterable[Any]) -> None:
    """JSON lines."""
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as out:
        out.writelines(_encoded(row) + "\n" for row in rows)


def judged(path: Path, rows: Iterable[tuple[str, str, int]]) -> None:
    """Judgements as BEIR's table."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("query-id\tcorpus-id\tscore\n")
        for query, document, grade in rows:
            if any(c in "\t\n\r" for c in query + document):
                raise InputError(f"qrels: the id {query!r} or {document!r} holds a tab or a line break", "rename it")
            out.write(f"{query}\t{document}\t{grade}\n")


def write_run(path: Path, table: Any) -> None:
    """A run as trec_eval reads it, for commands that take no other form."""
    with open(path, "w", encoding="utf-8") as out:
        for query, document, score in _tables.run(table):
            if any(c.isspace() for c in query + document) or not query or not document:
                raise InputError(f"run: the id {query!r} or {document!r} holds a space", "rename it")
            out.write(f"{query} Q0 {document} 0 {score!r} run\n")


def write_qrels(path: Path, table: Any) -> None:
    """Judgements likewise."""
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(f"{query} 0 {document} {grade}\n" for query, document, grade in _tables.judgements(table))
