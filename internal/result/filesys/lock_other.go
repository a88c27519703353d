//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package filesys

import (
	"errors"
	"os"
)

// CanRemoveOpen says whether a file can be removed while it is open.
const CanRemoveOpen = true

// tryLock returns an error: there is nothing to lock with here.
func tryLock(*os.File) error { return errors.ErrUnsupported }
