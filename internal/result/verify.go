package result

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Verification is the result of Verify: counts of files and bytes, and the damaged files.
type Verification struct {
	Files   int
	Bytes   int64
	Damaged []string // a line for each file that differs from the journal, or is missing
}

// Verify compares files with their checksums in the journals of path and of the folders below it. It changes nothing.
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
	if isStopped, err := hasFolder(root, wholeFolder); err != nil {
		return nil, err
	} else if isStopped {
		v.Damaged = append(v.Damaged, s.finalPath(wholeFolder)+": an --overwrite was stopped before its result had taken the place of the old one; "+
			"the same command with --resume finishes that")
	}
	slices.Reverse(all) // the directory itself first
	for _, dir := range all {
		for _, stage := range slices.Sorted(maps.Keys(dir.journal.stages)) {
			for _, want := range dir.journal.stages[stage].Files {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				v.compare(dir, want)
			}
		}
	}
	return v, nil
}

// compare adds a file to the counts, and to Damaged if the file differs from want.
func (v *Verification) compare(s *store, want File) {
	sum, err := s.sum(want.Path)
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

// CheckUnchanged returns an error if a file differs from the journal in folder. It checks the files for which isRelevant returns true. It
// accepts missing files, files that are not in the journal, and a folder that cannot be opened, since a later read reports these errors.
func CheckUnchanged(folder string, isRelevant func(path string) bool) error {
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
	unchanged, changed := map[string]bool{}, map[string]bool{} // by path; of several stages with one path, one that matches is enough
	for _, stage := range s.journal.stages {
		for _, want := range stage.Files {
			if !isRelevant(want.Path) {
				continue
			}
			if sum, err := s.sum(want.Path); err == nil && sum == want {
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

// sum returns the current size and checksum of a file of the folder.
func (s *store) sum(name string) (File, error) {
	file, err := checksum(s.root, s.name(name))
	file.Path = name
	return file, err
}

// Checksum returns the size and checksum of a file below dir. Neither its name nor a link may lead out of dir.
func Checksum(dir, name string) (File, error) {
	if err := checkInside(dir, name); err != nil {
		return File{}, err
	}
	root, err := filesys.Open(dir)
	if err != nil {
		return File{}, err
	}
	defer root.Close()
	return checksum(root, name)
}

func checksum(root filesys.FS, name string) (File, error) {
	f, err := root.OpenFile(filepath.ToSlash(name), filesys.Read)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return File{}, err
	}
	return File{Path: filepath.ToSlash(name), Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// forEach calls do for each i below n, several at a time, because the checksums of gigabytes take seconds.
func forEach(n int, do func(i int) error) error {
	return parallel.Each(context.Background(), parallel.Threads(0), n, func(int) func(int) error { return do })
}
