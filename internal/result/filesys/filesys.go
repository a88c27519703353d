// Package filesys defines FS, the interface to the files of a result folder. Root implements it with the operating system. Tests use
// file systems that fail at a chosen operation, or that show the state after a crash (internal/testkit/filesystest). Names are paths
// with slashes below the folder. Neither a name nor a link leads out of the folder. Content survives a crash after the file was synced.
// A name survives a crash after its folder was synced.
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
	// Path returns the operating system's path of a name, such as to map a file.
	Path(name string) string
	// OpenFile opens a file with the flags of os.OpenFile. The errors of all methods name the whole path.
	OpenFile(name string, flag int) (File, error)
	Mkdir(name string) error
	// Rename renames a file or folder. It replaces a file that has the new name.
	Rename(oldName, newName string) error
	// Remove removes a file or an empty folder.
	Remove(name string) error
	Lstat(name string) (fs.FileInfo, error)
	// ReadDir lists a folder by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// SyncDir makes the names in a folder durable, but not the content of files. It does nothing on systems that cannot sync a folder.
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
	// Sync makes the content durable.
	Sync() error
	// Lock locks the file until it is closed. The error is ErrHeld if another process has locked it, and errors.ErrUnsupported if the
	// system cannot lock files.
	Lock() error
}

// ErrHeld is the error of a lock that another process holds.
var ErrHeld = errors.New("locked by another process")

// Flags of OpenFile.
const (
	Read   = os.O_RDONLY
	Create = os.O_CREATE | os.O_EXCL | os.O_RDWR // a new file
)

// WriteFile makes a new file through write and syncs it. On an error it removes the file.
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

// Replace writes a file whole or not at all. It writes a new file under the name temporary, syncs it, and renames it to name. Both names
// must be in the same file system, and temporary must be free.
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

// Sub returns a folder of a file system as a file system. Its Close does nothing.
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

// RemoveAll removes a file, or a folder with its content. A missing file is no error. It does not follow links.
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

// Walk calls visit for all files, links and folders below a folder, sorted by name. A folder is visited after its content.
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
