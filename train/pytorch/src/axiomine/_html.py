"""What a notebook shows of values: every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

ROWS = 10
LONGEST = 200
SHORT = 24  # a text of so many characters stays on one line, as the name of an axiom
_LEFT = "text-align: left; vertical-align: top; padding: .2em .6em; max-width: 28em; overflow-wrap: anywhere; white-space: "
_HEAD, _CELL = _LEFT + "nowrap", _LEFT + "normal; min-width: 14em"  # a word of a text is whole on a narrow page


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], total: int, warnings: Sequence[str] = ()) -> str:
    """Returns the first rows below a title, with the number of the others."""
    body = list(rows)
    parts = [f"<div><p><b>{escape(title)}</b></p>"]
    parts += [f"<p>warning: {escape(line)}</p>" for line in warnings]
    if body:
        parts.append(
            '<div style="overflow-x: auto"><table><thead><tr>'
            + "".join(f'<th style="{_HEAD}">{escape(name)}</th>' for name in columns)
            + "</tr></thead><tbody>"
        )
        parts += ["<tr>" + "".join(map(_cell, row)) + "</tr>" for row in body]
        parts.append("</tbody></table></div>")
    if total > len(body):
        parts.append(f"<p>and {total - len(body):,} more</p>")
    return "".join([*parts, "</div>"])


def explanation(answer: Mapping[str, Any], text: str) -> str:
    """Returns an explanation: its answers in bold, then the conditions as text."""
    answers = [f"{one.get('axiom', '')}: {one.get('answer', '')}" for one in answer.get("explanations", [])]
    lines = "".join(f"<p><b>{escape(line)}</b></p>" for line in answers)
    return f'<div>{lines}<pre style="white-space: pre-wrap">{escape(text)}</pre></div>'


def _cell(value: Any) -> str:
    return f'<td style="{_HEAD if len(str(value)) <= SHORT else _CELL}">{_cut(value)}</td>'


def _cut(value: Any) -> str:
    said = str(value)
    return escape(said if len(said) <= LONGEST else said[: LONGEST - 1] + "…")
