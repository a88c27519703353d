"""The program: `python -m axiomine gen --help`."""

import os
import subprocess
import sys

from axiomine._binary import find


def main() -> int:
    """Runs the program in place of this process, or waits for it where a process cannot be replaced."""
    command = [str(find()), *sys.argv[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main())
