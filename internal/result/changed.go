package result

import (
	"errors"
	"io/fs"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// CheckUnchanged returns an error if one of the files that concern the caller is not as the journal in folder lists it. Files that the
// journal does not list pass, and so do those that are gone, as in a folder that cannot be opened: who reads them says so.
func CheckUnchanged(folder string, concerns func(path string) bool) error {
	root, err := filesys.Open(folder)
	if err != nil {
		return nil
	}
	defer root.Close()
	s := newStore(folder, root, nil)
	if _, err := root.Lstat(journalName); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := s.readJournal(); err != nil {
		return err
	}
	unchanged, changed := map[string]bool{}, map[string]bool{}
	for _, stage := range s.journal.stages {
		for _, want := range stage.Files {
			if !concerns(want.Path) {
				continue
			}
			sum, err := checksum(root, s.name(want.Path))
			if sum.Path = want.Path; err == nil && sum == want {
				unchanged[want.Path] = true
			} else if !errors.Is(err, fs.ErrNotExist) {
				changed[want.Path] = true
			}
		}
	}
	for path := range changed {
		if !unchanged[path] {
			return errs.BadInput(s.finalPath(path), 0, "the command that left it makes it again with --resume; a copy elsewhere is read as it is",
				"it was changed after axiomine wrote it")
		}
	}
	return nil
}
