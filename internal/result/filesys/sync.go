//go:build !windows

package filesys

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder makes the names in a folder last. Some file systems, such as those of other machines, cannot be asked to: they say
// that a folder is nothing to be synced.
func syncFolder(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
