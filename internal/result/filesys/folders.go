package filesys

import (
	"errors"
	"io/fs"
	"path"
)

// RemoveAll removes a folder with all that is in it, or a file. What is not there needs no removal. Links are not followed.
func RemoveAll(fsys FS, name string) error {
	err := fsys.Remove(name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	info, statErr := fsys.Lstat(name)
	if statErr != nil {
		return statErr
	}
	if !info.IsDir() {
		return err
	}
	list, err := fsys.ReadDir(name)
	if err != nil {
		return err
	}
	for _, item := range list {
		if err := RemoveAll(fsys, path.Join(name, item.Name())); err != nil {
			return err
		}
	}
	return fsys.Remove(name)
}

// Walk calls visit for a folder's files and links, also in folders below, by name, and for the folders behind what they hold.
func Walk(fsys FS, folder string, visit func(name string, item fs.DirEntry) error) error {
	list, err := fsys.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, item := range list {
		name := path.Join(folder, item.Name())
		if item.IsDir() {
			if err := Walk(fsys, name, visit); err != nil {
				return err
			}
		}
		if err := visit(name, item); err != nil {
			return err
		}
	}
	return nil
}
