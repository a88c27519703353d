package cli

import (
	"fmt"
	"io"
	"math/rand/v2"
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
