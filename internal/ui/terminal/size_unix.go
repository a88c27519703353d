//go:build !windows

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Size returns the number of columns of the terminal f, and an error if f is no terminal.
func Size(f *os.File) (columns int, err error) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, err
	}
	return int(size.Col), nil
}
