//go:build !windows

package filesys

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// CanRemoveOpen reports whether a file can be removed while it is open.
const CanRemoveOpen = true

// tryLock locks a file for as long as it is open.
func tryLock(f *os.File) error {
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case err == nil:
		return nil
	case errors.Is(err, unix.EWOULDBLOCK):
		return ErrHeld
	case errors.Is(err, unix.ENOLCK), errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOSYS):
		return errors.ErrUnsupported
	default:
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
}

// Map maps the first size bytes of a file for reading.
func Map(f *os.File, size int) ([]byte, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	return b, os.NewSyscallError("mmap", err)
}

// Unmap releases a mapping of Map.
func Unmap(b []byte) error { return unix.Munmap(b) }

// remove removes a file or an empty folder.
func remove(root *os.Root, name string) error { return root.Remove(name) }

// syncFolder makes the names in a folder durable. It ignores the error of file systems that cannot sync a folder, such as network drives.
func syncFolder(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, unix.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
