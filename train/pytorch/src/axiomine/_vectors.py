"""Texts and vectors on disk, and the exact search of the nearest ones in blocks, so that memory does not grow with the collection."""

from __future__ import annotations

import array
import contextlib
import functools
import hashlib
import json
import math
import mmap
import weakref
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
        weakref.finalize(self, self._out.close)
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
    queries: np.ndarray[Any, Any], documents: np.ndarray[Any, Any], k: int, model: Any, most: int
) -> Iterator[tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Yields the k most similar documents of a block of queries at a time: its first query, scores, numbers; higher scores first.

    Fewer than k documents leave scores of -inf with the number -1. most: of queries in a block. The device is that of the model.
    """
    import numpy as np
    import torch

    device = getattr(model, "device", None)
    device = device if isinstance(device, torch.device) else torch.device("cpu")  # another object's "device" may be anything
    held, part = (HELD, PART) if device.type == "cpu" else (HELD_ON_ACCELERATOR, PART_ON_ACCELERATOR)
    width = min(len(documents), max(k, part))
    rows = max(1, min(most, held // width))
    margin = _margin(model, queries, documents) if device.type == "cpu" else None
    products = np.empty((0, 0), np.float32)  # one piece of memory for all products: a new one costs a fifth more time
    for start in range(0, len(queries), rows):
        block = torch.from_numpy(np.array(queries[start : start + rows])).to(device)
        again = None if margin is None else functools.partial(pairwise, model, block, documents)
        best = Best(len(block), k, device, margin or 0.0, again)
        for first in range(0, len(documents), width):
            some = np.array(documents[first : first + width])
            if margin is None:
                best.add(model.similarity(block, torch.from_numpy(some).to(device)).to(device, torch.float32), first)
                continue
            if products.shape != (len(block), len(some)):
                products = np.empty((len(block), len(some)), np.float32)
            best.add(torch.from_numpy(np.matmul(block.numpy(), some.T, out=products)), first)
        found, numbers = best.lists()
        yield start, found.to("cpu").numpy(), numbers.to("cpu").numpy()


def pairwise(model: Any, queries: Any, documents: Any, rows: Any, numbers: Any) -> Any:
    """Returns the similarity of each query (a row of queries) to the document beside it. No other pair and no thread changes its bits."""
    import numpy as np
    import torch

    similar = torch.empty(len(rows))
    for start in range(0, len(rows), CHUNK):
        part = torch.from_numpy(documents[np.asarray(numbers[start : start + CHUNK])])
        similar[start : start + CHUNK] = model.similarity_pairwise(queries[rows[start : start + CHUNK]], part)
    return similar


def _margin(model: Any, queries: np.ndarray[Any, Any], documents: np.ndarray[Any, Any]) -> float | None:
    """Returns how far the plain product of a document may be below the k-th best product if the document is among the k most similar.

    None: plain products do not stand in for this similarity. With n numbers a vector and u = 2^-24, lengths of 0 or within (n+4)u of 1 let
    a cosine differ by 2(n+4)u from the product q.d of exact arithmetic. In floating point, added in any order, q.d has an error of nu, and
    the cosine, whose vectors are made unit again, one of (2n+6)u. So the two computed numbers of a pair differ by less than e = 6(n+4)u,
    which leaves room for the terms of u^2 and for the rounding of the bound. k documents with products of p or more have similarities of
    p - e or more, and a document of such a similarity has a product of p - 2e or more.
    """
    import numpy as np

    if getattr(model, "similarity_fn_name", None) not in ("cosine", "dot"):
        return None
    unit: float = (documents.shape[1] + 4) * 2.0**-24
    squares = [np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64) for vectors in (queries, documents)]
    lengths = np.sqrt(np.concatenate(squares))
    is_unit = ((np.abs(lengths - 1) <= unit) | (lengths == 0)).all()
    return 12 * unit if is_unit else None


class Best:
    """The k greatest scores of each query among those added, and the numbers of their documents; of equal scores the smaller numbers.

    margin, again: with them the scores added only preselect. A document stays while its score is above the k-th greatest one less the
    margin, and again(rows, numbers) returns the scores that decide.
    """

    def __init__(self, queries: int, k: int, device: Any, margin: float = 0.0, again: Callable[[Any, Any], Any] | None = None) -> None:
        import torch

        self._k, self._queries, self._margin, self._again = k, queries, margin, again
        # Scores of each query that are not above it are left out.
        self._least = torch.full((queries,), -float("inf"), device=device)
        empty = torch.zeros(0, dtype=torch.int64, device=device)
        self._kept = [(empty, torch.zeros(0, device=device), empty)]  # rows, scores, numbers; the numbers of a row rise
        self._waiting = 0

    def add(self, scores: Any, first: int) -> None:
        """Adds the scores of all queries (rows) for the documents that follow the first one (columns), which is after those before."""
        import torch

        if first == 0 and scores.size(1) >= self._k:
            # There are k scores of at least the k-th greatest score among the first ones of groups of neighbours.
            groups = scores.reshape(len(scores), -1, math.gcd(scores.size(1), max(1, scores.size(1) // (2 * self._k))))
            last = torch.topk(groups.amax(dim=2), self._k, dim=1).values[:, -1]
            self._least = torch.nextafter(last, torch.full_like(last, -float("inf"))) - self._margin
        # The greatest score of a group of neighbours is compared first.
        groups = scores.reshape(-1, math.gcd(scores.size(1), GROUP))
        of_row = scores.size(1) // groups.size(1)
        places = (groups.amax(dim=1).view(-1, of_row) > self._least[:, None]).flatten().nonzero()[:, 0]
        groups, rows = groups.index_select(0, places), places // of_row
        some, within = (groups > self._least[rows, None]).nonzero(as_tuple=True)
        rows, columns = rows[some], places[some] % of_row * groups.size(1) + within
        self._kept.append((rows, groups[some, within], columns + first))
        self._waiting += len(rows)
        if self._waiting > self._queries * self._k:
            self._cut()

    def _cut(self) -> None:
        """Leaves out what is no longer among the k greatest."""
        import torch

        rows, scores, numbers = (torch.cat(parts) for parts in zip(*self._kept, strict=True))
        ranks = self._ranks(rows, scores)
        last = ranks == self._k - 1
        self._least[rows[last]] = scores[last] - self._margin
        stays = (ranks < self._k) | (scores > self._least[rows])
        if self._again is not None and stays.sum() > 4 * self._queries * self._k:  # many are almost equal
            stays = self._ranks(rows, self._again(rows, numbers)) < self._k
        self._kept, self._waiting = [(rows[stays], scores[stays], numbers[stays])], 0

    def _ranks(self, rows: Any, scores: Any) -> Any:
        """Returns how many scores of the same row are before each: greater ones, or equal ones that were added earlier."""
        import torch

        bits = (scores + 0.0).view(torch.int32).to(torch.int64)  # -0 is 0
        bits ^= (bits >> 31) & 0x7FFFFFFF  # in the order of the scores
        order = torch.argsort((rows << 32) - bits, stable=True)
        counts = torch.bincount(rows, minlength=self._queries)
        ranks = torch.empty_like(rows)
        ranks[order] = torch.arange(len(rows), device=rows.device) - (counts.cumsum(0) - counts)[rows[order]]
        return ranks

    def lists(self) -> tuple[Any, Any]:
        """Returns k scores of each query in falling order, and their documents; -inf and -1 where there are fewer."""
        import torch

        self._cut()
        rows, scores, numbers = self._kept[0]
        scores = scores if self._again is None else self._again(rows, numbers)
        ranks = self._ranks(rows, scores)
        stays = ranks < self._k
        size, device = (self._queries, self._k), scores.device
        all_scores = torch.full(size, -float("inf"), device=device)
        all_numbers = torch.full(size, -1, dtype=torch.int64, device=device)
        place = (rows[stays], ranks[stays])
        all_scores[place], all_numbers[place] = scores[stays], numbers[stays]
        return all_scores, all_numbers
