"""Texts and vectors on disk, and the exact search of the nearest ones in blocks, so that memory does not grow with the collection."""

from __future__ import annotations

import array
import contextlib
import hashlib
import json
import mmap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axiomine import _values
from axiomine.errors import ROOM, InputError, of_machine

if TYPE_CHECKING:
    import numpy as np

# Texts that are encoded at once, before their vectors are on disk.
CHUNK = 4096
# Texts whose vectors tell a model from another.
PROBES = 10
# Similarities that are held at once, on a processor (more leave its caches) and on an accelerator.
HELD = 1 << 22
HELD_ON_ACCELERATOR = 1 << 28
# Documents that a block of queries is compared with at once.
PART = 1 << 11
PART_ON_ACCELERATOR = 1 << 14
# Neighbouring similarities whose greatest one is compared first.
GROUP = 64


class Texts:
    """Different texts in a file, numbered from 0 in the order in which they are added first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with disk(path):
            self._out: Any = open(path, "wb")  # noqa: SIM115
        self._ends, self._numbers = array.array("q", [0]), dict[bytes, int]()
        self._digest = hashlib.sha256()
        self._map: mmap.mmap | bytes = b""

    def add(self, text: str) -> int:
        """Returns the number of a text."""
        raw = text.encode("utf-8")
        key = hashlib.blake2b(raw, digest_size=16).digest()
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._ends) - 1:
            with disk(self.path):
                self._out.write(raw)
            self._ends.append(self._ends[-1] + len(raw))
            self._digest.update(key)
        return number

    def closed(self) -> Texts:
        """Ends the adding: the texts can be read from then on."""
        with disk(self.path):
            self._out.close()
        self._numbers.clear()
        if self._ends[-1] > 0:
            with open(self.path, "rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return self

    @property
    def digest(self) -> str:
        """A hash of all texts in their order."""
        return self._digest.hexdigest()

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> str:
        return self._map[self._ends[number] : self._ends[number + 1]].decode("utf-8")

    def chunk(self, start: int, end: int) -> list[str]:
        """Returns the texts from start up to end."""
        return [self[number] for number in range(start, min(end, len(self)))]


def on_disk(path: Path, kind: Any, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Returns a new array of zeros that lies in a file."""
    from numpy.lib import format as files

    new: Any = files.open_memmap  # type: ignore[attr-defined, unused-ignore]
    array: np.ndarray[Any, Any] = new(path, "w+", kind, shape)
    return array


def encoded(texts: Texts, path: Path, encode: Callable[[list[str]], np.ndarray[Any, Any]]) -> tuple[np.ndarray[Any, Any], int]:
    """Returns the vectors of texts as a file in memory, and how many of them an earlier call left there: it is gone on with."""
    import numpy as np

    done_path = path.with_suffix(".done.json")
    done, vectors = _kept(path, done_path, len(texts))
    for start in range(done, len(texts), CHUNK):
        some = texts.chunk(start, start + CHUNK)
        chunk = numbers_of(encode(some), "model", len(some), 2)
        with disk(path):
            if vectors is None:
                vectors = on_disk(path, np.float32, (len(texts), chunk.shape[1]))
            if chunk.shape[1] != vectors.shape[1]:
                raise InputError(f"model: vectors of {chunk.shape[1]} numbers, and of {vectors.shape[1]} before", "is it the same model?")
            vectors[start : start + len(chunk)] = chunk
            vectors.flush()
            done_path.write_text(json.dumps({"texts": start + len(chunk)}), encoding="utf-8")
    if vectors is None:
        raise ValueError("there are no texts")
    return vectors, done


def digest(texts: Texts, encode: Callable[[list[str]], np.ndarray[Any, Any]]) -> str:
    """Returns a hash of the vectors that a model gives some texts now: the first ones, and others evenly spread."""
    import numpy as np

    spread = np.linspace(0, len(texts) - 1, PROBES // 2 + 1)[1:].astype(int).tolist()
    asked = [texts[number] for number in sorted({*range(min(PROBES // 2, len(texts))), *spread})]
    return hashlib.sha256(numbers_of(encode(asked), "model", len(asked), 2).tobytes()).hexdigest()


def _kept(path: Path, done_path: Path, count: int) -> tuple[int, Any]:
    """Returns how many vectors an interrupted call left, and them; 0 and None where they are not whole, or not of so many texts."""
    import numpy as np

    try:
        done = int(json.loads(done_path.read_text("utf-8"))["texts"])
        vectors = np.load(path, mmap_mode="r+")
    except (OSError, ValueError, LookupError, TypeError, EOFError):
        return 0, None
    is_whole = vectors.ndim == 2 and len(vectors) == count and vectors.dtype == np.float32 and 0 <= done <= count
    return (done, vectors) if is_whole else (0, None)


def numbers_of(given: Any, what: str, rows: int, dimensions: int) -> np.ndarray[Any, Any]:
    """Returns what a model made of so many texts, as numbers. Another form, or what is no finite number, is an error."""
    import numpy as np

    try:
        array: np.ndarray[Any, Any] = np.asarray(given, dtype=np.float32)
    except (ValueError, TypeError) as e:
        raise InputError(f"{what}: it returned {_values.shortened(given)}", "it returns an array of numbers") from e
    if array.ndim == 0 or len(array) != rows or (array.size != rows if dimensions == 1 else array.ndim != 2):
        raise InputError(f"{what}: it returned an array of {array.shape} for {rows} texts", "it returns a row for each text")
    if not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array.reshape(rows, -1)))[0][0])
        raise InputError(f"{what}: a number for text {row + 1} of {rows} is not finite", "is the model whole?")
    return array


@contextlib.contextmanager
def disk(path: Path) -> Iterator[None]:
    """Makes an error of what the machine refuses while a file is written."""
    try:
        yield
    except OSError as e:
        raise of_machine(f"{path} cannot be written", e, ROOM) from e


def nearest(
    queries: np.ndarray[Any, Any],
    documents: np.ndarray[Any, Any],
    k: int,
    similarity: Callable[[Any, Any], Any],
    most: int,
    device: Any = "cpu",
) -> Iterator[tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Yields the k most similar documents of a block of queries at a time: its first query, scores, numbers; higher scores first.

    Fewer than k documents leave scores of -inf with the number -1. most: of queries in a block. device: where similarities are computed.
    """
    import numpy as np
    import torch

    device = torch.device(device)
    held, part = (HELD, PART) if device.type == "cpu" else (HELD_ON_ACCELERATOR, PART_ON_ACCELERATOR)
    width = min(len(documents), max(k, part))
    rows = max(1, min(most, held // width))
    for start in range(0, len(queries), rows):
        block = torch.from_numpy(np.array(queries[start : start + rows])).to(device)
        best = Best(len(block), k, device)
        for first in range(0, len(documents), width):
            some = torch.from_numpy(np.array(documents[first : first + width])).to(device)
            best.add(similarity(block, some).to(device, torch.float32), first)
        scores, numbers = best.lists()
        yield start, scores.to("cpu").numpy(), numbers.to("cpu").numpy()


class Best:
    """The k greatest scores of each query among those added, and the numbers of their documents."""

    def __init__(self, queries: int, k: int, device: Any) -> None:
        import torch

        self._k, self._queries = k, queries
        # The k-th score of each query when the lists were last cut to k.
        self._least = torch.full((queries,), -float("inf"), device=device)
        empty = torch.zeros(0, dtype=torch.int64, device=device)
        self._kept = [(empty, torch.zeros(0, device=device), empty)]  # rows, scores, numbers
        self._waiting = 0

    def add(self, scores: Any, first: int) -> None:
        """Adds the scores of all queries (rows) for the documents that follow the first one (columns)."""
        import torch

        if scores.size(1) % GROUP or torch.isinf(self._least).any():
            some, columns = torch.topk(scores, min(self._k, scores.size(1)), dim=1)
            rows, places = (some > self._least[:, None]).nonzero(as_tuple=True)
            columns = columns[rows, places]
        else:
            rows, columns = self._above(scores)
        self._kept.append((rows, scores[rows, columns], columns + first))
        self._waiting += len(rows)
        if self._waiting > self._queries * self._k // 2:
            self._cut()

    def _above(self, scores: Any) -> tuple[Any, Any]:
        """Returns the rows and columns of scores above the k-th of their rows, by looking at groups of columns first."""
        groups = scores.view(len(scores), -1, GROUP)
        rows, places = (groups.amax(dim=2) > self._least[:, None]).nonzero(as_tuple=True)
        some, within = (groups[rows, places] > self._least[rows, None]).nonzero(as_tuple=True)
        return rows[some], places[some] * GROUP + within

    def _cut(self) -> Any:
        """Leaves out what is no longer among the k greatest. Returns the rank of each score that stays in its row."""
        import torch

        rows, scores, numbers = (torch.cat(parts) for parts in zip(*self._kept, strict=True))
        order = torch.argsort(scores, descending=True, stable=True)
        order = order[torch.argsort(rows[order], stable=True)]
        rows, scores, numbers = rows[order], scores[order], numbers[order]
        counts = torch.bincount(rows, minlength=self._queries)
        ranks = torch.arange(len(rows), device=rows.device) - (counts.cumsum(0) - counts)[rows]
        stays = ranks < self._k
        rows, scores, numbers, ranks = rows[stays], scores[stays], numbers[stays], ranks[stays]
        last = ranks == self._k - 1
        self._least[rows[last]] = scores[last]
        self._kept, self._waiting = [(rows, scores, numbers)], 0
        return ranks

    def lists(self) -> tuple[Any, Any]:
        """Returns k scores of each query in falling order, and their documents; -inf and -1 where there are fewer."""
        import torch

        ranks = self._cut()
        rows, scores, numbers = self._kept[0]
        size, device = (self._queries, self._k), scores.device
        all_scores = torch.full(size, -float("inf"), device=device)
        all_numbers = torch.full(size, -1, dtype=torch.int64, device=device)
        all_scores[rows, ranks], all_numbers[rows, ranks] = scores, numbers
        return all_scores, all_numbers
