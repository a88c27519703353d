"""Runs checkers one after the other in this process, so that what they read with is imported once: that takes longer than most checks.

A line of stdin is a JSON list, a script and its arguments; the answer to it is a line of stdout, its exit code and what it said."""

import contextlib
import io
import json
import os
import runpy
import sys
import traceback


def run(script, *args):
    """The exit code of a script, as Python would end with it, and what it printed."""
    said, code = io.StringIO(), 0
    argv, path = sys.argv, list(sys.path)
    sys.argv, sys.path[0:0] = [script, *args], [os.path.dirname(script)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_path(script, run_name="__main__")
        except SystemExit as end:
            if end.code is not None and not isinstance(end.code, int):
                print(end.code)
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except Exception:
            traceback.print_exc()
            code = 1
    sys.argv, sys.path[:] = argv, path
    return code, said.getvalue()


if __name__ == "__main__":
    answers = sys.stdout
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), file=answers, flush=True)
