// Package filesystest is a file system for tests of those who write results. It keeps a record of every operation, lets one of them
// fail, and tells what a crash after any of them would leave.
package filesystest

import (
	"cmp"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Kind is the kind of an operation.
type Kind string

const (
	Open     Kind = "open"
	Read     Kind = "read"
	Write    Kind = "write"
	Truncate Kind = "truncate"
	Sync     Kind = "sync"
	Close    Kind = "close"
	Lock     Kind = "lock"
	Stat     Kind = "stat"
	List     Kind = "list"
	Mkdir    Kind = "mkdir"
	Rename   Kind = "rename"
	Remove   Kind = "remove"
	SyncDir  Kind = "syncdir"
)

// Op is one operation.
type Op struct {
	Kind   Kind
	Name   string // of the file as it was opened, or of the folder
	Target string // Rename
	Flag   int    // Open
	File   int    // of operations on an open file: its number
	Data   []byte // Write; Open of a file that is there, to be read and written: its content
	Offset int64  // Write: where, -1 for behind what was written before; Truncate: the size
}

// Disk records what is done to a file system.
type Disk struct {
	base  filesys.FS
	fail  func(n int, op Op) error
	mu    sync.Mutex
	files int
	ops   []Op
}

// NewDisk records what is done to of. fail says which error the n-th operation, counted from 1, is to give in place of what it
// does; nil for none. A write that fails has written half.
func NewDisk(fsys filesys.FS, fail func(n int, op Op) error) *Disk {
	return &Disk{base: fsys, fail: fail}
}

// Ops returns the operations so far, those that failed included.
func (d *Disk) Ops() []Op {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ops[:len(d.ops):len(d.ops)]
}

// do records an operation and says whether it is to fail.
func (d *Disk) do(op Op) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ops = append(d.ops, op)
	if d.fail != nil {
		if err := d.fail(len(d.ops), op); err != nil {
			return &fs.PathError{Op: string(op.Kind), Path: d.base.Path(cmp.Or(op.Target, op.Name)), Err: err}
		}
	}
	return nil
}

func (d *Disk) Path(name string) string { return d.base.Path(name) }

func (d *Disk) OpenFile(name string, flag int) (filesys.File, error) {
	d.mu.Lock()
	d.files++
	number := d.files
	d.mu.Unlock()
	op := Op{Kind: Open, Name: path.Clean(name), Flag: flag, File: number}
	if flag == os.O_RDWR { // to sync what somebody left there by its path
		if f, err := d.base.OpenFile(name, filesys.Read); err == nil {
			op.Data, _ = io.ReadAll(f)
			f.Close()
		}
	}
	if err := d.do(op); err != nil {
		return nil, err
	}
	f, err := d.base.OpenFile(name, flag)
	if err != nil {
		return nil, err
	}
	return &file{f, d, path.Clean(name), number}, nil
}

func (d *Disk) Mkdir(name string) error {
	if err := d.do(Op{Kind: Mkdir, Name: path.Clean(name)}); err != nil {
		return err
	}
	return d.base.Mkdir(name)
}

func (d *Disk) Rename(oldName, newName string) error {
	if err := d.do(Op{Kind: Rename, Name: path.Clean(oldName), Target: path.Clean(newName)}); err != nil {
		return err
	}
	return d.base.Rename(oldName, newName)
}

func (d *Disk) Remove(name string) error {
	if err := d.do(Op{Kind: Remove, Name: path.Clean(name)}); err != nil {
		return err
	}
	return d.base.Remove(name)
}

func (d *Disk) Lstat(name string) (fs.FileInfo, error) {
	if err := d.do(Op{Kind: Stat, Name: path.Clean(name)}); err != nil {
		return nil, err
	}
	return d.base.Lstat(name)
}

func (d *Disk) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := d.do(Op{Kind: List, Name: path.Clean(name)}); err != nil {
		return nil, err
	}
	return d.base.ReadDir(name)
}

// SyncDir records the call alone: nothing here lasts longer than a test.
func (d *Disk) SyncDir(name string) error { return d.do(Op{Kind: SyncDir, Name: path.Clean(name)}) }

func (d *Disk) Close() error { return d.base.Close() }

// file is an open file of a Disk.
type file struct {
	base   filesys.File
	disk   *Disk
	name   string
	number int
}

func (f *file) do(op Op) error {
	op.Name, op.File = f.name, f.number
	return f.disk.do(op)
}

func (f *file) Read(p []byte) (int, error) {
	if err := f.do(Op{Kind: Read}); err != nil {
		return 0, err
	}
	return f.base.Read(p)
}

func (f *file) ReadAt(p []byte, offset int64) (int, error) {
	if err := f.do(Op{Kind: Read}); err != nil {
		return 0, err
	}
	return f.base.ReadAt(p, offset)
}

func (f *file) Write(p []byte) (int, error) {
	if err := f.do(Op{Kind: Write, Data: append([]byte{}, p...), Offset: -1}); err != nil {
		n, _ := f.base.Write(p[:len(p)/2])
		return n, err
	}
	return f.base.Write(p)
}

func (f *file) WriteAt(p []byte, offset int64) (int, error) {
	if err := f.do(Op{Kind: Write, Data: append([]byte{}, p...), Offset: offset}); err != nil {
		n, _ := f.base.WriteAt(p[:len(p)/2], offset)
		return n, err
	}
	return f.base.WriteAt(p, offset)
}

func (f *file) Truncate(size int64) error {
	if err := f.do(Op{Kind: Truncate, Offset: size}); err != nil {
		return err
	}
	return f.base.Truncate(size)
}

func (f *file) Stat() (fs.FileInfo, error) {
	if err := f.do(Op{Kind: Stat}); err != nil {
		return nil, err
	}
	return f.base.Stat()
}

// Sync records the call alone, as SyncDir is.
func (f *file) Sync() error { return f.do(Op{Kind: Sync}) }

func (f *file) Close() error {
	err := f.do(Op{Kind: Close})
	if closeErr := f.base.Close(); err == nil { // the descriptor is free whatever it says
		err = closeErr
	}
	return err
}

func (f *file) Lock() error {
	if err := f.do(Op{Kind: Lock}); err != nil {
		return err
	}
	return f.base.Lock()
}

// changes reports whether an operation changes what is on the disk, or what of it lasts.
func (op Op) changes() bool {
	switch op.Kind {
	case Open:
		return op.Flag&(os.O_CREATE|os.O_TRUNC) != 0
	case Write, Truncate, Sync, Mkdir, Rename, Remove, SyncDir:
		return true
	}
	return false
}
