"""The program as a server of a training loop: over pipes, without a port."""

from __future__ import annotations

import io
import json
import os
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from axiomine import _binary, _values
from axiomine._channel import Channel
from axiomine._folder import Inputs
from axiomine._messages import translated
from axiomine._scratch import Folder
from axiomine.errors import InputError, ServerError, UsageError, answered, of_machine
from axiomine.violations import Preference, Violations

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from axiomine._options import MineOptions

__all__ = ["Preference", "Server", "Violations", "serve"]

# Options that name files.
_FILES = ("data", "collection", "topics", "qrels", "run", "index", "vectors", "violated_by")

Run = Mapping[str, Mapping[str, float]]
_servers: weakref.WeakSet[Server] = weakref.WeakSet()


class Server:
    """An index and its axioms, kept open. Made by `serve`; close it, or use it in a `with`.

    axioms: names of the axioms that it asks. Calls from several threads wait for each other.

    Each process has a program of its own: in a forked process, or where a pickle of this value is loaded, the first call starts one, which
    reads the collection again. A call that is interrupted leaves the server in step. A program that ended, for whatever reason, is a
    ServerError from then on.
    """

    def __init__(self, inputs: Inputs, line: Sequence[str]) -> None:
        self._inputs, self._line, self._cwd = inputs, list(line), _working()
        self._closed = False
        self._renew()
        ready, warnings = self._opened().ready()
        with answered():
            self.axioms: list[str] = ready["axioms"]
            self.documents: int = ready["documents"]
        self.warnings: list[str] = [*inputs.warnings, *warnings]
        _binary.warn(self.warnings)

    def _renew(self) -> None:
        """Forgets the program of another process."""
        self._channel: Channel | None = None
        self._lock = threading.Lock()
        _servers.add(self)

    def _opened(self) -> Channel:
        """The channel to this process's program, which is started where there is none."""
        if self._channel is not None and self._channel.process != os.getpid():
            self._renew()
        with self._lock:
            if self._closed:
                raise ServerError("the server is closed", "axiomine.serve opens another")
            if self._channel is None:
                channel = Channel([*self._inputs.flags, *self._line], self._inputs.folder, self._cwd, self._inputs.mended)
                weakref.finalize(self, channel.leave)
                try:
                    channel.start()
                    self._channel = channel
                except BaseException:
                    channel.leave()
                    raise
            return self._channel

    def request(self, op: str, **fields: Any) -> dict[str, Any]:
        """One request as `axiomine help serve` describes them, and its answer."""
        if "id" in fields:
            raise UsageError("the id of a request is the server object's own", "leave it out")
        return self._opened().ask(op, fields)

    def queries(self, queries: Sequence[str] | None = None) -> dict[str, tuple[str, list[str]]]:
        """{id: (text, candidates)} of those queries, or of all of training."""
        answer = self.request("queries", queries=None if queries is None else _ids(queries, "queries"))
        with answered():
            return {q: (text, of) for q, text, of in zip(answer["queries"], answer["texts"], answer["documents"], strict=True)}

    def texts(self, documents: Sequence[str]) -> list[str]:
        """Texts of documents by id."""
        answer = self.request("texts", documents=_ids(documents, "documents"))
        with answered():
            return cast("list[str]", answer["texts"])

    def preferences(self, candidates: Mapping[str, Sequence[str]], *, texts: bool = False) -> Violations:
        """All pairs of candidates that axioms order. candidates: {query id: document ids}; texts: queries are texts."""
        texts = _values.truth(texts, "texts")
        lists = [
            (_id(query, "candidates"), _ids(of, f"candidates[{_values.shortened(query)}]"))
            for query, of in _mapping(candidates, "candidates").items()
        ]
        asked = [{"text" if texts else "query": query, "documents": documents} for query, documents in lists]
        answer = self.request("preferences", lists=asked)
        with answered():
            return Violations(lists, self.axioms, answer)

    def violated(self, scores: Run, margin: float = 0.0, *, texts: bool = False) -> Violations:
        """The pairs that scores order against an axiom, or as it says by less than the margin.

        scores: {query id: {document id: score}}; texts: queries are texts.
        """
        asked, lists = _scored(scores, "text" if _values.truth(texts, "texts") else "query")
        answer = self.request("violated", lists=asked, margin=_number(margin, "margin"))
        with answered():
            return Violations(lists, self.axioms, answer)

    def draw(self, scores: Run | None = None, margin: float = 0.0, seed: int | None = None) -> list[dict[str, Any]]:
        """Draws training rows as `mine` does with the server's options: at its ratio, with the judged pairs.

        scores: of training queries' candidates; axiomatic pairs are then those that they violate (by the margin).
        seed: of this draw; None: the option's.

        A row has query_id, pos_id, neg_id, axiom (empty for a judged pair), weight, margin. An amount that a draw without scores does
        not reach is a warning.
        """
        fields: dict[str, Any] = {}
        if scores is not None:
            fields |= {"lists": _scored(scores, "query")[0], "margin": _number(margin, "margin")}
        elif _number(margin, "margin"):
            raise UsageError("margin has no meaning without scores", "give the scores, or leave it out")
        if seed is not None:
            fields["seed"] = _values.whole(seed, "seed")
        answer = self.request("draw", **fields)
        with answered():
            rows, short = _drawn(answer)
        _binary.warn(short)
        self.warnings.extend(text for text in short if text not in self.warnings)
        return rows

    def close(self) -> None:
        """Ends this process's program."""
        self._closed = True
        if self._channel is not None:
            self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: Any) -> Self:
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_channel", "_lock")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._renew()


def _drawn(answer: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the rows of a draw, and warnings: amounts that it does not reach, scores without an effect."""
    unmet = answer.get("unmet", [])
    short = [translated(f"{u['what']}: {u['key']} asks for {u['wanted']:,}, there are {u['there']:,}") for u in unmet]
    if strange := answer.get("not_candidates", 0):
        short.append(f"scores of documents that are no candidates of their query: {strange:,}, without an effect")
    names = answer["axioms"]
    columns = (answer[name] for name in ("query", "pos", "neg", "axiom", "weight", "margin"))
    rows = [
        {"query_id": q, "pos_id": p, "neg_id": n, "axiom": names[a], "weight": w, "margin": m}
        for q, p, n, a, w, m in zip(*columns, strict=True)
    ]
    return rows, short


def _working() -> str:
    """Returns the working folder, from which programs of other processes start too."""
    try:
        return os.getcwd()
    except OSError as e:
        raise of_machine("the working folder", e, "os.chdir to one that is there", InputError) from e


def _forked() -> None:
    for server in list(_servers):
        server._renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _mapping(value: Any, what: str) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"{what}: is of the type {type(value).__name__}", "give a dict by query")
    return value


def _id(value: Any, what: str, row: int = 1) -> str:
    return value if type(value) is str else _values.identifier(value, what, row, "the id")


def _ids(values: Any, what: str) -> list[str]:
    if isinstance(values, (str, bytes, type, Mapping, io.IOBase)) or not hasattr(values, "__iter__") or hasattr(values, "columns"):
        raise InputError(f"{what}: {_values.shortened(values)} is no list of ids", "give a list")
    if getattr(values, "shape", (1,)) == ():
        raise InputError(f"{what}: {_values.shortened(values)} is no list of ids", "give a list")
    return [_id(value, what, row) for row, value in enumerate(values, 1)]


def _number(value: Any, what: str) -> float:
    return value if type(value) is float and value - value == 0 else _values.score(value, "scores", 1, what)


def _scored(scores: Run, key: str) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    lists, asked = [], []
    for query, of in _mapping(scores, "scores").items():
        if members := _mapping(of, f"scores[{_values.shortened(query)}]"):
            name, documents = _id(query, "scores"), _ids(list(members), f"scores[{_values.shortened(query)}]")
            values = [_number(value, f"the score of {name!r}, {_values.shortened(document)}") for document, value in members.items()]
            lists.append((name, documents))
            asked.append({key: name, "documents": documents, "scores": values})
    return asked, lists


def serve(
    documents: Any,
    queries: Any = None,
    qrels: Any = None,
    run: Any = None,
    *,
    axioms: str | Sequence[str] | None = None,
    ratio: str | None = None,
    config: str | os.PathLike[str] | None = None,
    like: str | os.PathLike[str] | None = None,
    **options: Unpack[MineOptions],
) -> Server:
    """Opens a collection for a training loop: index, candidates and axioms stay, questions are answered in milliseconds.

    The arguments are those of `mine`; index=FOLDER takes an index that is there already. like is a folder of shards, whose configuration is
    taken but for the files it names (shards hold no folders): `documents` is the same collection, and vectors=FILE gives word vectors.
    """
    line = _binary.flags({**options, "axioms": axioms, "ratio": ratio}, "serve", config)
    if like is not None and config is not None:
        raise UsageError("config and like are two configurations", "give one of them")
    inputs = Inputs(Folder(), documents, queries, qrels, run, options)
    if like is not None:
        inputs.configure(_of_shards(_binary.path(like, "like")))
    return Server(inputs, line)


def _of_shards(folder: str) -> dict[str, Any]:
    """The configuration of a folder of shards, without files."""
    path = Path(folder) / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))["config"]
        return {noun: {k: v for k, v in manifest[noun].items() if k not in _FILES} for noun in ("gen", "train")}
    except OSError as e:
        hint = "name a folder that axiomine tokenize shards wrote"
        raise of_machine(str(path), e, hint, InputError) from e
    except (ValueError, LookupError, TypeError, AttributeError) as e:
        raise InputError(
            f"{path}: cannot be read as the manifest of shards: {e}", "name a folder that axiomine tokenize shards wrote"
        ) from e
