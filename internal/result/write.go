package result

import (
	"bufio"
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"sync"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// WriteFile writes one file with write: in the temporary folder, synced, then renamed. After an error no part of the file remains.
func (d *Dir) WriteFile(name string, write func(io.Writer) error) (File, error) {
	temporary, file, err := d.store.writeTemporary(name, write)
	if err != nil {
		return File{}, renameError(err, d.FinalPath(name), temporary)
	}
	d.mu.Lock()
	err = d.begin()
	if err == nil {
		err = d.store.place(temporary, file)
	}
	d.mu.Unlock()
	if err != nil {
		d.store.root.Remove(temporary)
		return File{}, renameError(err, d.FinalPath(name), temporary)
	}
	return file, d.store.root.SyncDir(path.Dir(d.store.name(name)))
}

// buffers holds write buffers for use by later files.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 1<<20) }}

// Fill calls fill to make files in an empty folder, syncs them, and moves all of them below name. It moves the file named last after the
// others, so that the others are complete if this file exists.
func (d *Dir) Fill(name, last string, fill func(folder filesys.FS) error) ([]File, error) {
	if err := checkInside(d.store.path, name); err != nil {
		return nil, err
	}
	temporary, err := d.store.lock.temporary(d.store.root)
	if err != nil {
		return nil, renameError(err, d.FinalPath(name), d.store.lock.folder)
	}
	defer filesys.RemoveAll(d.store.root, temporary) // on an error, release removes the rest
	files, err := fillFolder(d.store.root, temporary, fill)
	if err == nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		err = d.begin()
	}
	if err == nil {
		files, err = d.store.placeAll(temporary, name, last, files)
	}
	if err != nil {
		return nil, renameError(err, d.FinalPath(name), temporary)
	}
	return files, nil
}

// fillFolder makes a folder, calls fill to write files in it, and returns these files.
func fillFolder(root filesys.FS, name string, fill func(folder filesys.FS) error) ([]File, error) {
	if err := root.Mkdir(name); err != nil {
		return nil, err
	}
	folder := filesys.Sub(root, name)
	if err := fill(folder); err != nil {
		return nil, err
	}
	var files []File
	err := filesys.Walk(folder, ".", func(name string, item fs.DirEntry) error {
		if !item.IsDir() {
			files = append(files, File{Path: name})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return files, forEach(len(files), func(i int) (err error) {
		files[i], err = checksum(folder, files[i].Path)
		return err
	})
}

// WriteJSON writes value as indented JSON without HTML escaping.
func (d *Dir) WriteJSON(name string, value any) (File, error) {
	return d.WriteFile(name, func(w io.Writer) error { return EncodeJSON(w, value) })
}

// EncodeJSON writes value as WriteJSON does.
func EncodeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// Batch writes the files of one stage. After an error it writes nothing more, and Finish returns the error.
type Batch struct {
	Files []File // the files that were written so far
	dir   *Dir
	err   error
}

// Batch returns a batch without files.
func (d *Dir) Batch() *Batch { return &Batch{dir: d} }

// Write writes one file, as Dir.WriteFile does.
func (b *Batch) Write(name string, write func(io.Writer) error) {
	if b.err == nil {
		b.add(b.dir.WriteFile(name, write))
	}
}

// WriteJSON writes one file, as Dir.WriteJSON does.
func (b *Batch) WriteJSON(name string, value any) {
	if b.err == nil {
		b.add(b.dir.WriteJSON(name, value))
	}
}

func (b *Batch) add(f File, err error) {
	if b.err = err; err == nil {
		b.Files = append(b.Files, f)
	}
}

// Err returns the error of the first file that could not be written.
func (b *Batch) Err() error { return b.err }

// Finish records that the stage is done with the written files, as Dir.Finish does.
func (b *Batch) Finish(stage, key string) error {
	if b.err != nil {
		return b.err
	}
	return b.dir.Finish(stage, key, b.Files)
}

// FS returns a read-only file system of the directory.
func (d *Dir) FS() fs.FS { return readFS{d.store} }

// readFS is the read-only file system of a store.
type readFS struct{ store *store }

// Open opens a file.
func (f readFS) Open(name string) (fs.File, error) {
	if err := checkInside(f.store.path, name); err != nil {
		return nil, err
	}
	return f.store.root.OpenFile(f.store.name(name), filesys.Read)
}

// ReadDir lists a folder by name, "." for the directory itself.
func (f readFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := checkInside(f.store.path, name); err != nil && name != "." {
		return nil, err
	}
	return f.store.root.ReadDir(f.store.name(name))
}

// countingWriter counts the bytes that it writes to w.
type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
