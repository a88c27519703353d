package filesys

import (
	"io/fs"
	"path"
)

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
