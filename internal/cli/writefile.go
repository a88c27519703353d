package cli

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// WriteFile writes a file whole or not at all: beside it first, under a name that nobody has.
func WriteFile(path string, write func(io.Writer) error) error {
	folder, err := filesys.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	name := filepath.Base(path)
	return filesys.Replace(folder, fmt.Sprintf(".%s-%016x.part", name, rand.Uint64()), name, write)
}

// File is a file to be written.
type File struct {
	Path  string
	Write func(io.Writer) error
}

// WriteNew writes files that do not exist yet, all or none: where one fails, those before it are removed.
func WriteNew(files ...File) error {
	for i, f := range files {
		if err := WriteFile(f.Path, f.Write); err != nil {
			for _, earlier := range files[:i] {
				_ = os.Remove(earlier.Path) // the first error is the one to tell
			}
			return err
		}
	}
	return nil
}
