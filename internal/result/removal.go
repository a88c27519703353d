package result

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// removal removes files and remembers which folders are to be synced, so that they do not come back after a crash.
type removal struct {
	root    filesys.FS
	folders []string
}

// remove removes a file or an empty folder. One that is not there may have been removed by a run that was stopped.
func (r *removal) remove(name string) error {
	if err := r.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if folder := path.Dir(name); !slices.Contains(r.folders, folder) {
		r.folders = append(r.folders, folder)
	}
	return nil
}

// removeEmpty removes the folders below root that are to be synced and hold nothing, and those above them for which that is true then.
func (r *removal) removeEmpty(root string) error {
	depth := func(name string) int { return strings.Count(name, "/") }
	slices.SortFunc(r.folders, func(a, b string) int { return depth(b) - depth(a) })
	for i := 0; i < len(r.folders); i++ { // what is removed adds the one above
		if r.folders[i] == root || r.folders[i] == "." {
			continue
		}
		if err := r.remove(r.folders[i]); err != nil && !errors.Is(err, fs.ErrExist) { // which means that it holds something
			return err
		}
	}
	return nil
}

// sync removes the folders below root that are empty now, and makes all removals last. A folder that is gone itself needs no sync, since
// that which held it has one.
func (r *removal) sync(root string) error {
	if err := r.removeEmpty(root); err != nil {
		return err
	}
	for _, folder := range r.folders {
		if err := r.root.SyncDir(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	r.folders = nil
	return nil
}
