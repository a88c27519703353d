"""Texts and vectors on disk, and the exact search of the nearest ones in blocks, so that memory does not grow with the collection."""

from __future__ import annotations

import array
import hashlib
import json
import mmap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

# Texts that are encoded at once, before their vectors are on disk.
CHUNK = 4096
# Similarities that are held at once.
HELD = 1 << 24


class Texts:
    """Different texts in a file, numbered from 0 in the order in which they are added first."""

    def __init__(self, path: Path) -> None:
        self.path = path
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
            self._out.write(raw)
            self._ends.append(self._ends[-1] + len(raw))
            self._digest.update(key)
        return number

    def closed(self) -> Texts:
        """Ends the adding: the texts can be read from then on."""
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


def encoded(texts: Texts, path: Path, encode: Callable[[list[str]], np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """Returns the vectors of texts as a file in memory. What an interrupted call left is gone on with."""
    import numpy as np

    done_path = path.with_suffix(".done.json")
    done: int = 0
    vectors: Any = None
    if path.exists() and done_path.exists():
        done = int(json.loads(done_path.read_text("utf-8"))["texts"])
        vectors = np.load(path, mmap_mode="r+")
        if vectors.shape[0] != len(texts):
            done, vectors = 0, None
    for start in range(done, len(texts), CHUNK):
        chunk = np.asarray(encode(texts.chunk(start, start + CHUNK)), dtype=np.float32)
        if vectors is None:
            vectors = on_disk(path, np.float32, (len(texts), chunk.shape[1]))
        vectors[start : start + len(chunk)] = chunk
        vectors.flush()
        done_path.write_text(json.dumps({"texts": start + len(chunk)}), encoding="utf-8")
    if vectors is None:
        raise ValueError("there are no texts")
    result: np.ndarray[Any, Any] = vectors
    return result


def nearest(
    queries: np.ndarray[Any, Any],
    documents: np.ndarray[Any, Any],
    k: int,
    similarity: Callable[[Any, Any], Any],
    most: int,
) -> Iterator[tuple[int, np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Yields the k most similar documents of a block of queries at a time: its first query, scores, numbers; higher scores first.

    Fewer than k documents leave scores of -inf with the number -1. most: of queries in a block.
    """
    import numpy as np
    import torch

    width = min(len(documents), max(k, 1 << 14))
    rows = max(1, min(most, HELD // width))
    for start in range(0, len(queries), rows):
        block = torch.from_numpy(np.array(queries[start : start + rows]))
        scores = torch.full((len(block), k), -float("inf"))
        numbers = torch.full((len(block), k), -1, dtype=torch.int64)
        for first in range(0, len(documents), width):
            part = torch.from_numpy(np.array(documents[first : first + width]))
            some = similarity(block, part).to("cpu", torch.float32)
            some, places = torch.topk(some, min(k, some.size(1)), dim=1)
            scores, order = torch.topk(torch.cat([scores, some], dim=1), k, dim=1)
            numbers = torch.gather(torch.cat([numbers, places + first], dim=1), 1, order)
        yield start, scores.numpy(), numbers.numpy()


def written(path: Path, columns: dict[str, Any], batches: Iterable[dict[str, list[Any]]]) -> Any:
    """Writes batches of columns into a file as they come, and returns it as a data set of Hugging Face."""
    import pyarrow
    from datasets import Dataset

    schema = pyarrow.schema(list(columns.items()))
    with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_stream(sink, schema) as writer:
        for batch in batches:
            writer.write_table(pyarrow.table({name: batch[name] for name in columns}, schema=schema))
    return Dataset.from_file(str(path))
