package outdir

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/axiomine/axiomine/configs/outdir/filesys"
)

// removal removes files and remembers which folders are to be synced, so that they do not come back after a crash.
type removal struct {
	root    filesys.FS
	folders []string
}

// remove removes a file; one that is not there needs no removal.
func (r *removal) remove(name string) error {
	err := r.root.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if folder := path.Dir(name); !slices.Contains(r.folders, folder) {
		r.folders = append(r.folders, folder)
	}
	return err
}

// folder removes a folder if it is empty.
func (r *removal) folder(name string) {
	if info, err := r.root.Lstat(name); err == nil && info.IsDir() && name != "." {
		r.remove(name) // fails while it holds anything
	}
}

// emptyFolders removes the folder and those in it that are empty, deepest first; it keeps what holds anything.
func (r *removal) emptyFolders(name string) {
	_ = filesys.Walk(r.root, name, func(name string, item fs.DirEntry) error {
		if item.IsDir() {
			r.folder(name)
		}
		return nil
	}) // what cannot be listed stays
	r.folder(name)
}

// sync makes the removals last. A folder that is gone itself needs no sync, since that which held it has one.
func (r *removal) sync() error {
	for _, folder := range r.folders {
		if err := r.root.SyncDir(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	r.folders = nil
	return nil
}
