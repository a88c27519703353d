package filesys

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// CanRemoveOpen says whether a file can be removed while it is open.
const CanRemoveOpen = false

// tryLock locks a file for as long as it is open: a byte far behind its end, so that others can read who holds it.
func tryLock(f *os.File) error {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	switch err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, far); {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrHeld
	default:
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
}
