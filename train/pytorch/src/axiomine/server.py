"""The program as a server of a training loop: over pipes, without a port."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from axiomine import _binary, _html, errors
from axiomine._folder import Inputs
from axiomine._messages import translated

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from axiomine._options import MineOptions

# Options that name files.
_FILES = ("data", "collection", "topics", "qrels", "run", "index", "vectors", "query_file", "hard_run", "violated_by", "model_run")

Run = Mapping[str, Mapping[str, float]]


class Preference(NamedTuple):
    """An axiom puts one document above another."""

    query: str
    axiom: str
    positive: str
    negative: str


class Violations(Sequence[Preference]):
    """Preferences over candidates; `obeyed` counts those that the scores obey, which are not among them."""

    def __init__(self, lists: Sequence[tuple[str, Sequence[str]]], axioms: Sequence[str], answer: Mapping[str, Any]) -> None:
        self._lists, self._axioms, self._found = lists, axioms, answer["pairs"]
        self.obeyed = int(answer["obeyed"])

    def __len__(self) -> int:
        return sum(len(of["pos"]) for of in self._found)

    @property
    def share(self) -> float:
        """The share of the preferences that these are: of `violated`, how often the scores are wrong; 0 without any."""
        both = len(self) + self.obeyed
        return len(self) / both if both else 0.0

    def __iter__(self) -> Iterator[Preference]:
        for of in self._found:
            query, documents = self._lists[of["list"]]
            axiom = self._axioms[of["axiom"]]
            for positive, negative in zip(of["pos"], of["neg"], strict=True):
                yield Preference(query, axiom, documents[positive], documents[negative])

    def __getitem__(self, at: Any) -> Any:
        return list(self)[at]

    def _repr_html_(self) -> str:
        begin = (list(preference) for preference in islice(self, _html.ROWS))
        return _html.table(repr(self), Preference._fields, begin, len(self))

    def __repr__(self) -> str:
        return f"Violations({len(self)} of {len(self) + self.obeyed} preferences)"


class Server:
    """An index and its axioms, kept open. Made by `serve`; close it, or use it in a `with`.

    axioms: names of the axioms that it asks. Calls from several threads wait for each other.
    """

    def __init__(
        self,
        line: Sequence[object],
        inputs: tempfile.TemporaryDirectory[str] | None = None,
        mended: Any = translated,
        warned: Sequence[str] = (),
    ) -> None:
        self._inputs, self._mended = inputs, mended
        self._lock, self._said = threading.Lock(), deque[str](maxlen=50)
        self._process = subprocess.Popen(
            [str(_binary.find()), "serve", *map(str, line), "--log-level=warn"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        ready = self._answer()
        self.warnings: list[str] = [*warned, *(mended(s.removeprefix("warning: ")) for s in list(self._said) if s.startswith("warning: "))]
        _binary.warn(self.warnings)
        self.axioms: list[str] = ready["axioms"]
        self.documents: int = ready["documents"]

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._said.append(line.rstrip("\n"))

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            code = self._process.wait()
            self._reader.join()
            raise errors.of(code, self._mended(_binary.last_error(list(self._said))))
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise errors.UsageError(self._mended(answer["error"]), self._mended(answer.get("hint", "")), 2)
        return answer

    def request(self, op: str, **fields: Any) -> dict[str, Any]:
        """One request as `axiomine help serve` describes them, and its answer."""
        with self._lock:
            if self._process.stdin is None or self._process.stdin.closed:
                raise errors.Error("the server is closed")
            self._process.stdin.write(json.dumps({"op": op, **fields}) + "\n")
            self._process.stdin.flush()
            return self._answer()

    def queries(self, queries: Sequence[str] | None = None) -> dict[str, tuple[str, list[str]]]:
        """{id: (text, candidates)} of those queries, or of all of training."""
        answer = self.request("queries", queries=queries)
        return {q: (text, of) for q, text, of in zip(answer["queries"], answer["texts"], answer["documents"], strict=True)}

    def texts(self, documents: Sequence[str]) -> list[str]:
        """Texts of documents by id."""
        return cast("list[str]", self.request("texts", documents=list(documents))["texts"])

    def preferences(self, candidates: Mapping[str, Sequence[str]], *, texts: bool = False) -> Violations:
        """All pairs of candidates that axioms order. candidates: {query id: document ids}; texts: queries are texts."""
        lists = [(query, list(documents)) for query, documents in candidates.items()]
        asked = [{"text" if texts else "query": query, "documents": documents} for query, documents in lists]
        return Violations(lists, self.axioms, self.request("preferences", lists=asked))

    def violated(self, scores: Run, margin: float = 0.0, *, texts: bool = False) -> Violations:
        """The pairs that scores order against an axiom, or as it says by less than the margin.

        scores: {query id: {document id: score}}; texts: queries are texts.
        """
        asked, lists = _scored(scores, "text" if texts else "query")
        return Violations(lists, self.axioms, self.request("violated", lists=asked, margin=margin))

    def draw(self, scores: Run | None = None, margin: float = 0.0, seed: int | None = None) -> list[dict[str, Any]]:
        """Draws training rows as `mine` does with the server's options: at its ratio, with the judged pairs.

        scores: of training queries' candidates; axiomatic pairs are then those that they violate (by the margin).
        seed: of this draw; None: the option's.

        A row has query_id, pos_id, neg_id, axiom (empty for a judged pair), weight, margin.
        """
        asked, _ = _scored(scores or {}, "query")
        fields: dict[str, Any] = {"lists": asked, "margin": margin}
        if seed is not None:
            fields["seed"] = seed
        answer = self.request("draw", **fields)
        names = answer["axioms"]
        columns = (answer[name] for name in ("query", "pos", "neg", "axiom", "weight", "margin"))
        return [
            {"query_id": q, "pos_id": p, "neg_id": n, "axiom": names[a], "weight": w, "margin": m}
            for q, p, n, a, w, m in zip(*columns, strict=True)
        ]

    def close(self) -> None:
        """Ends the program."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        if self._inputs is not None:
            self._inputs.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _scored(scores: Run, key: str) -> tuple[list[dict[str, Any]], list[tuple[str, list[str]]]]:
    lists = [(query, list(of)) for query, of in scores.items() if of]
    asked = [{key: query, "documents": of, "scores": [float(scores[query][d]) for d in of]} for query, of in lists]
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
    inputs = tempfile.TemporaryDirectory(prefix="axiomine-")
    try:
        given = Inputs(Path(inputs.name), documents, queries, qrels, run, options)
        if like is not None:
            manifest = json.loads((Path(like) / "manifest.json").read_text(encoding="utf-8"))["config"]
            taken = {noun: {k: v for k, v in manifest[noun].items() if k not in _FILES} for noun in ("gen", "train")}
            config = Path(inputs.name) / "like.yaml"
            config.write_text(json.dumps(taken), encoding="utf-8")
        line = [*given.flags, *_binary.flags({**options, "axioms": axioms, "ratio": ratio}, "serve", config)]
        return Server(line, inputs, given.mended, given.warnings)
    except BaseException:
        inputs.cleanup()
        raise
