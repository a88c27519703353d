//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package outdir

import (
	"errors"
	"os"
)

const canRemoveOpen = true

var errHeld = errors.New("locked by another process")

// tryLock has nothing to lock with here.
func tryLock(*os.File) error { return errors.ErrUnsupported }
