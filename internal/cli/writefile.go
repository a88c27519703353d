package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// WriteFile writes a file whole or not at all: beside it first, under a name that nobody has. Unless it may replace a file, one that came
// under its name meanwhile is an error.
func WriteFile(path string, mayReplace bool, write func(io.Writer) error) error {
	folder, err := filesys.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	name := filepath.Base(path)
	temporary := fmt.Sprintf(".%s-%016x.part", name, rand.Uint64())
	if mayReplace {
		return filesys.Replace(folder, temporary, name, write)
	}
	if err := filesys.WriteFile(folder, temporary, write); err != nil {
		return err
	}
	err = os.Link(folder.Path(temporary), folder.Path(name))
	switch {
	case errors.Is(err, fs.ErrExist):
		err = errs.BadUsage("name another one, or give --overwrite", "%s exists: another command wrote it meanwhile", path)
	case err != nil: // the file system has no links
		return folder.Rename(temporary, name)
	}
	if errRemove := folder.Remove(temporary); err == nil {
		err = errRemove
	}
	return cmp.Or(err, folder.SyncDir("."))
}
