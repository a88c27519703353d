"""Removes the temporary folders of processes that are gone.

Run as a program it reads the paths of folders from its input, each with a NUL behind it. The input ends when the process that started it,
and all that this process forked, are gone, however they ended. Then each folder is removed as soon as nobody holds it.
"""

import os
import shutil
import sys
import time

PREFIX = "axiomine-"
YOUNG = 60.0  # seconds
HELD = ".held"  # a file that is locked as long as a process needs the folder


def lock(file: int, wait: bool = False) -> bool:
    """Locks an open file, and reports whether nobody else holds it; with wait it waits for that."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e:
        if e.errno is None:  # a timeout that a caller's handler raises
            raise
        return False
    return True


def remove(path: str, wait: bool = False, torn: bool = False) -> bool:
    """Removes a folder unless a process holds it, and reports whether it is gone; with wait it waits for the last process.

    torn: also one whose file HELD is not there. It is being made, or its removal was interrupted.
    """
    try:
        file = os.open(os.path.join(path, HELD), os.O_RDWR)
    except FileNotFoundError:
        if torn:
            shutil.rmtree(path, ignore_errors=True)
        return not os.path.exists(path)
    except OSError as e:
        if e.errno is None:  # likewise
            raise
        return False
    try:
        if not lock(file, wait):
            return False
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(file)
    shutil.rmtree(path, ignore_errors=True)  # where an open file could not be removed
    return not os.path.exists(path)


def sweep(place: str) -> None:
    """Removes what processes that were killed left in a place of temporary folders. Young ones may be in the making."""
    try:
        names = os.listdir(place)
    except OSError:
        return
    for name in names:
        if name.startswith(PREFIX) and _is_old(os.path.join(place, name, HELD)):
            remove(os.path.join(place, name))


def _is_old(path: str) -> bool:
    try:
        return time.time() - os.path.getmtime(path) > YOUNG
    except OSError:  # it is not there, or was removed just now
        return False


def main() -> None:
    rest, folders = b"", dict[str, bool]()  # whether they were seen: a path comes before its folder is there
    while part := os.read(0, 1 << 16):
        *whole, rest = (rest + part).split(b"\0")
        paths = [os.fsdecode(path) for path in whole]
        folders |= dict.fromkeys(paths, False)
        for place in {os.path.dirname(path) for path in paths}:
            sweep(place)
        there = {path: os.path.exists(path) for path in folders}
        folders = {path: seen or there[path] for path, seen in folders.items() if there[path] or not seen}
    for path in folders:
        end = time.monotonic() + YOUNG
        # On Windows no lock is waited for longer than ten seconds, and files that a program has open cannot be removed.
        while not remove(path, wait=True, torn=True) and time.monotonic() < end:
            time.sleep(0.2)


if __name__ == "__main__":
    main()
