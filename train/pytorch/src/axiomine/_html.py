"""What a notebook shows of values: every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

ROWS = 10
LONGEST = 200
_LEFT = "text-align: left; vertical-align: top; min-width: 4em; max-width: 28em; overflow-wrap: anywhere; white-space: normal"


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], total: int, warnings: Sequence[str] = ()) -> str:
    """Returns the first rows below a title, with the number of the others."""
    body = list(rows)
    parts = [f"<div><p><b>{escape(title)}</b></p>"]
    parts += [f"<p>warning: {escape(line)}</p>" for line in warnings]
    if body:
        parts.append(
            "<table><thead><tr>" + "".join(f'<th style="{_LEFT}">{escape(name)}</th>' for name in columns) + "</tr></thead><tbody>"
        )
        parts += ["<tr>" + "".join(f'<td style="{_LEFT}">{_cut(value)}</td>' for value in row) + "</tr>" for row in body]
        parts.append("</tbody></table>")
    if total > len(body):
        parts.append(f"<p>and {total - len(body):,} more</p>")
    return "".join([*parts, "</div>"])


def explanation(answer: Mapping[str, Any], text: str) -> str:
    """Returns an explanation: its answers in bold, then the conditions as text."""
    answers = [f"{one.get('axiom', '')}: {one.get('answer', '')}" for one in answer.get("explanations", [])]
    return "<div>" + "".join(f"<p><b>{escape(line)}</b></p>" for line in answers) + f"<pre>{escape(text)}</pre></div>"


def _cut(value: Any) -> str:
    said = str(value)
    return escape(said if len(said) <= LONGEST else said[: LONGEST - 1] + "…")
