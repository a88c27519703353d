package filesys

import (
	"io/fs"
	"path"
)

// below is a folder of a file system.
type below struct {
	of     FS
	folder string
}

func (b below) name(name string) string { return path.Join(b.folder, name) }

func (b below) Path(name string) string { return b.of.Path(b.name(name)) }
func (b below) OpenFile(name string, flag int) (File, error) {
	return b.of.OpenFile(b.name(name), flag)
}
func (b below) Mkdir(name string) error { return b.of.Mkdir(b.name(name)) }
func (b below) Rename(oldName, newName string) error {
	return b.of.Rename(b.name(oldName), b.name(newName))
}
func (b below) Remove(name string) error                   { return b.of.Remove(b.name(name)) }
func (b below) Lstat(name string) (fs.FileInfo, error)     { return b.of.Lstat(b.name(name)) }
func (b below) ReadDir(name string) ([]fs.DirEntry, error) { return b.of.ReadDir(b.name(name)) }
func (b below) SyncDir(name string) error                  { return b.of.SyncDir(b.name(name)) }
func (b below) Close() error                               { return nil }
