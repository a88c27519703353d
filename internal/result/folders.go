package result

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// folders are those below a root that are there for good.
type folders struct {
	lasting map[string]bool
	made    []string // those of them that this process made
}

// make makes a folder below the root, and those above it, for good.
func (f *folders) make(root filesys.FS, name string) error {
	if name == "." {
		return nil
	}
	parent := path.Dir(name)
	if err := f.make(root, parent); err != nil {
		return err
	}
	err := root.Mkdir(name)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err == nil {
		f.made = append(f.made, name)
	} else if f.lasting[name] {
		return nil
	}
	if f.lasting == nil {
		f.lasting = map[string]bool{}
	}
	f.lasting[name] = true
	return root.SyncDir(parent)
}

// syncAll syncs each of some folders once, by name.
func syncAll(root filesys.FS, names []string) error {
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if err := root.SyncDir(name); err != nil {
			return err
		}
	}
	return nil
}
