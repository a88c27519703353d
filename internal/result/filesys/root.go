package filesys

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/axiomine/axiomine/internal/errs"
)

// Root is a folder of the operating system.
type Root struct {
	path string // the folder's path, as the caller gave it
	root *os.Root
}

// Open opens an existing folder.
func Open(path string) (*Root, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		if info, statErr := os.Stat(path); statErr == nil && !info.IsDir() { // os has no name for it
			err = &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
		}
		return nil, err
	}
	return &Root{path, root}, nil
}

// Make opens a folder. First it makes the folder, and missing folders above it. isNew reports whether the folder was missing.
func Make(path string) (r *Root, isNew bool, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeAll(path); err != nil {
			return nil, false, err
		}
		isNew = true
	}
	r, err = Open(path)
	return r, isNew, err
}

// makeAll makes a folder and the missing folders above it, and syncs the folders that contain the new ones.
func makeAll(path string) error {
	path = filepath.Clean(path)
	parent := filepath.Dir(path)
	if _, err := os.Stat(parent); errors.Is(err, fs.ErrNotExist) && parent != path {
		if err := makeAll(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		if info, statErr := os.Stat(path); statErr == nil && info.IsDir() { // another process made it meanwhile
			return nil
		}
		return err
	}
	f, err := os.Open(parent)
	if err != nil {
		return nil // a folder without permission to read cannot be synced
	}
	defer f.Close()
	return syncFolder(f)
}

// Path returns the path of a file, beginning with the root's path as it was given.
func (r *Root) Path(name string) string { return filepath.Join(r.path, filepath.FromSlash(name)) }

// OpenFile opens a file. A new file has mode 0666 before the umask. It refuses a pipe, since opening a pipe can wait for ever.
func (r *Root) OpenFile(name string, flag int) (File, error) {
	if info, err := r.root.Stat(filepath.FromSlash(name)); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, errs.BadInput(r.Path(name), 0, stayInside, "it is a pipe or a device")
	}
	f, err := r.root.OpenFile(filepath.FromSlash(name), flag, 0o666)
	if err != nil {
		return nil, r.nameError(err, name)
	}
	return file{f}, nil
}

func (r *Root) Mkdir(name string) error {
	return r.nameError(r.root.Mkdir(filepath.FromSlash(name), 0o777), name)
}

func (r *Root) Rename(oldName, newName string) error {
	return r.nameError(r.root.Rename(filepath.FromSlash(oldName), filepath.FromSlash(newName)), newName)
}

func (r *Root) Remove(name string) error {
	return r.nameError(remove(r.root, filepath.FromSlash(name)), name)
}

func (r *Root) Lstat(name string) (fs.FileInfo, error) {
	info, err := r.root.Lstat(filepath.FromSlash(name))
	return info, r.nameError(err, name)
}

func (r *Root) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(r.root.FS(), filepath.ToSlash(filepath.Clean(name)))
	return list, r.nameError(err, name)
}

func (r *Root) SyncDir(name string) error {
	f, err := r.root.Open(filepath.FromSlash(name))
	if err != nil {
		return r.nameError(err, name)
	}
	defer f.Close()
	return syncFolder(f)
}

func (r *Root) Close() error { return r.root.Close() }

const stayInside = "it was changed or made by others: name another directory"

// nameError replaces the path in an error by the path that includes the root's.
func (r *Root) nameError(err error, name string) error {
	op, cause := "", err
	var pathErr *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		op, cause = pathErr.Op, pathErr.Err
	case errors.As(err, &link):
		op, cause = link.Op, link.Err
	default:
		return err
	}
	if cause.Error() == "path escapes from parent" { // os has no name for it
		return errs.BadInput(r.Path(name), 0, stayInside, "a link leads out of the directory")
	}
	if op != "stat" && op != "lstat" {
		op = strings.TrimSuffix(op, "at")
	}
	return &fs.PathError{Op: op, Path: r.Path(name), Err: cause}
}

// file is a file of the operating system.
type file struct{ *os.File }

// Lock locks the file for as long as it is open.
func (f file) Lock() error { return tryLock(f.File) }
