package traincmd

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report"
	"github.com/axiomine/axiomine/internal/experiment/report/sweeps"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// shownRecord is a finished record in its printed forms.
type shownRecord interface {
	Results() *table.Results
	Markdown(io.Writer) error
	HTML(io.Writer) error
}

// openRecord reads the record of an experiment, or of a sweep or a comparison of runs if the file's name begins so. The record's files are read from its own folder only.
func openRecord(path string) (shownRecord, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link that the user names is followed; those in its folder only within it
	}
	folder, name := filepath.Split(path)
	concerns := func(path string) bool { return path == name || strings.HasPrefix(path, "per-query/") }
	if err := result.CheckUnchanged(filepath.Clean(folder), concerns); err != nil {
		return nil, err
	}
	r, err := openFile(path)
	if bad, ok := errors.AsType[*errs.Error](err); ok && bad.File != "" {
		bad.File = filepath.Join(filepath.Dir(path), bad.File) // the error's path begins at the record's folder
	}
	return r, err
}

func openFile(path string) (shownRecord, error) {
	folder, name := filepath.Split(path)
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, errs.CannotOpen(name, err)
	}
	defer root.Close()
	switch {
	case strings.HasPrefix(name, "sweep"):
		return sweeps.Read(root.FS(), name)
	case strings.HasPrefix(name, "comparison"):
		return report.ReadComparison(root.FS(), name)
	}
	return report.Read(root.FS(), name)
}
