"""What axioms prefer, and what scores violate of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from axiomine import _html
from axiomine.errors import answered


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
        with answered():
            return sum(len(of["pos"]) for of in self._found)

    @property
    def share(self) -> float:
        """The share of the preferences that these are: of `violated`, how often the scores are wrong; 0 without any."""
        both = len(self) + self.obeyed
        return len(self) / both if both else 0.0

    def __iter__(self) -> Iterator[Preference]:
        with answered():
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
        return f"Violations({len(self):,} of {len(self) + self.obeyed:,} preferences)"
