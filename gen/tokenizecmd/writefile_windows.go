package tokenizecmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeFile writes a file under another name first, so that a failed write leaves what was there. Windows replaces a file
// by a rename too, though not atomically.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once renamed
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
