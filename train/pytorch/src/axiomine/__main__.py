"""The program: `python -m axiomine gen --help`."""

import os
import subprocess
import sys

from axiomine._binary import find
from axiomine.errors import Error


def main() -> int:
    """Runs the program in place of this process, or waits for it where a process cannot be replaced."""
    try:
        command = [str(find()), *sys.argv[1:]]
        if os.name == "posix":
            os.execv(command[0], command)
        return subprocess.call(command)
    except (Error, OSError) as e:
        print(f"error: {e}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
