"""The program's progress events as one line that is drawn anew."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Mapping
from typing import Any

from axiomine import _values

WIDTH = 24


def line(event: Mapping[str, Any]) -> str:
    """One event as text: step 2 of 5: indexing the documents [######      ] 4,100 of 8,000 documents, 3 s left."""
    title = event.get("step_title") or event.get("stage", "")
    begin = f"step {event['step']} of {event['steps']}: {title}" if event.get("steps") else str(title)
    done, total = int(event.get("done", 0)), int(event.get("total", 0))
    if not total:
        return f"{begin} {done:,} {event.get('unit', '')}"
    full = WIDTH * min(done, total) // total
    left = f", {max(1, round(event['eta_ms'] / 1000))} s left" if event.get("eta_ms") else ""
    return f"{begin} [{'#' * full}{' ' * (WIDTH - full)}] {done:,} of {total:,} {event.get('unit', '')}{left}"


class Bar:
    """Shows events on stderr where that is a terminal, or in a notebook's cell."""

    def __init__(self, wanted: bool | None = None) -> None:
        shell = sys.modules.get("IPython")
        self.handle: Any = None
        self.notebook = shell is not None and getattr(shell.get_ipython(), "kernel", None) is not None
        self.wanted = _values.truth(wanted, "progress") if wanted is not None else self.notebook or sys.stderr.isatty()
        self.drawn, self.at = 0, 0.0

    def show(self, event: Mapping[str, Any]) -> None:
        """Takes one event or message."""
        if event.get("msg") != "progress":
            return
        now = time.monotonic()
        if not self.wanted or now - self.at < 0.1:
            return
        self.at = now
        self._draw(line(event))

    def _draw(self, text: str) -> None:
        if self.notebook:
            from IPython import display

            pretty = {"text/plain": text}
            if self.handle is None:
                self.handle = display.display(pretty, raw=True, display_id=True)
            else:
                self.handle.update(pretty, raw=True)
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self.drawn))
        sys.stderr.flush()
        self.drawn = len(text)

    def close(self) -> None:
        """Takes the bar away."""
        if self.notebook:
            if self.handle is not None:
                self.handle.update({"text/plain": ""}, raw=True)
                self.handle = None
        elif self.drawn:
            sys.stderr.write("\r" + " " * self.drawn + "\r")
            sys.stderr.flush()
            self.drawn = 0
