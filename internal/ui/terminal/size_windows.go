package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// Size returns the number of columns of the terminal f, and an error if f is no terminal.
func Size(f *os.File) (columns int, err error) {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info); err != nil {
		return 0, err
	}
	return int(info.Window.Right-info.Window.Left) + 1, nil
}
