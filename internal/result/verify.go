package result

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Verification counts what Verify read.
type Verification struct {
	Files   int
	Bytes   int64
	Damaged []string // a line for each file that is not as its stage left it
}

// Verify reads every byte that the journal in path vouches for, also in directories below. It changes nothing.
func Verify(ctx context.Context, path string) (*Verification, error) {
	root, err := filesys.Open(path)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	defer root.Close()
	s := newStore(path, root, nil)
	if _, err := root.Lstat(journalName); errors.Is(err, fs.ErrNotExist) {
		const hint = "name a directory with an index, or one that axiomine left"
		return nil, errs.BadInput(path, 0, hint, "nothing to check: it has no %s", journalName)
	}
	if err := s.readJournal(); err != nil {
		return nil, err
	}
	all, err := s.listStores()
	if err != nil {
		return nil, err
	}
	v := &Verification{}
	for _, folder := range []string{wholeFolder, placingFolder} {
		if half, err := hasFolder(root, folder); err != nil {
			return nil, err
		} else if half {
			v.Damaged = append(v.Damaged, s.finalPath(folder)+": an --overwrite was stopped before its result had taken the place of the old one; "+
				"the same command with --resume finishes that")
		}
	}
	slices.Reverse(all) // the directory itself first
	for _, dir := range all {
		for _, stage := range slices.Sorted(maps.Keys(dir.journal.stages)) {
			for _, want := range dir.journal.stages[stage].Files {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				v.file(dir, want)
			}
		}
	}
	return v, nil
}

func (v *Verification) file(s *store, want File) {
	sum, err := checksum(s.root, s.name(want.Path))
	v.Files++
	v.Bytes += sum.Bytes
	switch name := s.finalPath(want.Path); {
	case errors.Is(err, fs.ErrNotExist):
		v.Damaged = append(v.Damaged, name+": it is not there")
	case err != nil:
		v.Damaged = append(v.Damaged, fmt.Sprintf("%s: it cannot be read: %v", name, err))
	case sum.Bytes != want.Bytes:
		v.Damaged = append(v.Damaged, fmt.Sprintf("%s: %s, not %d", name, terminal.Plural(sum.Bytes, "byte", "bytes"), want.Bytes))
	case sum.SHA256 != want.SHA256:
		v.Damaged = append(v.Damaged, name+": its checksum differs")
	}
}
