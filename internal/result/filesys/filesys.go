// Package filesys is the interface of the file system under a result folder. Root is the one of the operating system. Tests give one
// that breaks at an operation of their choice, or that returns what a crash would leave (internal/testkit/filesystest).
//
// Names are paths with slashes below the folder. Neither a name nor a link leads out of it. What was written is there after a
// crash once the file was synced, and its name once the folder was that holds it.
package filesys

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
)

// FS is a folder. Its methods may be called from several goroutines.
type FS interface {
	// Path is where something lies for those who ask the operating system for it, such as to map a file.
	Path(name string) string
	// OpenFile opens a file with the flags of os.OpenFile. An error names the whole path, as those of all methods do.
	OpenFile(name string, flag int) (File, error)
	Mkdir(name string) error
	// Rename puts a file or folder in the place of what is called to.
	Rename(oldName, newName string) error
	// Remove removes a file or an empty folder.
	Remove(name string) error
	Lstat(name string) (fs.FileInfo, error)
	// ReadDir lists a folder by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the names in a folder last: which files and folders it holds, not their content. Where the system
	// cannot do that, it does nothing.
	SyncDir(name string) error
	Close() error
}

// File is an open file.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Closer
	Truncate(size int64) error
	Stat() (fs.FileInfo, error)
	// Sync makes the content last.
	Sync() error
	// Lock locks the file as long as it is open. The error is ErrHeld where another process has it locked, and
	// errors.ErrUnsupported where the system has nothing to lock with.
	Lock() error
}

// ErrHeld is the error of a lock that another process holds.
var ErrHeld = errors.New("locked by another process")

// Flags of OpenFile.
const (
	Read   = os.O_RDONLY
	Create = os.O_CREATE | os.O_EXCL | os.O_RDWR // a new file
)

// WriteFile makes a new file through write and syncs it. What is there of it when that fails is removed.
func WriteFile(fsys FS, name string, write func(io.Writer) error) error {
	f, err := fsys.OpenFile(name, Create)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		fsys.Remove(name)
	}
	return err
}

// Replace writes a file whole or not at all: through write under the temporary name, which nobody may have, then synced and put
// in the place of what is called name. The temporary file must be in the same file system.
func Replace(fsys FS, temporary, name string, write func(io.Writer) error) error {
	if err := WriteFile(fsys, temporary, write); err != nil {
		return err
	}
	if err := fsys.Rename(temporary, name); err != nil {
		fsys.Remove(temporary)
		return err
	}
	return fsys.SyncDir(path.Dir(name))
}

// Sub returns a folder of a file system as one of its own. Closing it does nothing.
func Sub(fsys FS, folder string) FS { return subFS{fsys, folder} }

// subFS is a folder of a file system.
type subFS struct {
	parent FS
	folder string
}

func (b subFS) name(name string) string { return path.Join(b.folder, name) }

func (b subFS) Path(name string) string { return b.parent.Path(b.name(name)) }
func (b subFS) OpenFile(name string, flag int) (File, error) {
	return b.parent.OpenFile(b.name(name), flag)
}
func (b subFS) Mkdir(name string) error { return b.parent.Mkdir(b.name(name)) }
func (b subFS) Rename(oldName, newName string) error {
	return b.parent.Rename(b.name(oldName), b.name(newName))
}
func (b subFS) Remove(name string) error                   { return b.parent.Remove(b.name(name)) }
func (b subFS) Lstat(name string) (fs.FileInfo, error)     { return b.parent.Lstat(b.name(name)) }
func (b subFS) ReadDir(name string) ([]fs.DirEntry, error) { return b.parent.ReadDir(b.name(name)) }
func (b subFS) SyncDir(name string) error                  { return b.parent.SyncDir(b.name(name)) }
func (b subFS) Close() error                               { return nil }

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
