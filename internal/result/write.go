package result

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// WriteFile writes one file through write: in the temporary folder, synced, then renamed. On an error no trace of it remains.
func (d *Dir) WriteFile(name string, write func(io.Writer) error) (File, error) {
	temporary, file, err := d.store.writeTemporary(name, write)
	if err != nil {
		return File{}, withFinalName(err, d.FinalPath(name), temporary)
	}
	err = d.Begin()
	if err == nil {
		err = d.place(temporary, file)
	}
	if err != nil {
		d.store.root.Remove(temporary)
		return File{}, withFinalName(err, d.FinalPath(name), temporary)
	}
	return file, d.store.root.SyncDir(path.Dir(d.store.name(name)))
}

// buffers are those of files that are written one after the other.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 1<<20) }}

// place renames a temporary file to its final name, which lasts once the folder is synced that holds it.
func (d *Dir) place(temporary string, file File) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.store
	if err := s.makeWay(file.Path); err != nil {
		return err
	}
	if err := s.announce(file); err != nil {
		return err
	}
	name := s.name(file.Path)
	if err := s.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := s.root.Rename(temporary, name); err != nil {
		return err
	}
	d.written[file.Path] = file
	return nil
}

// Fill lets fill make files in an empty folder, and sync them, and puts these below name once all are there, the one called last
// after the others: whoever finds it finds them all.
func (d *Dir) Fill(name, last string, fill func(folder filesys.FS) error) ([]File, error) {
	if err := inside(d.store.path, name); err != nil {
		return nil, err
	}
	temporary, err := d.store.lock.temporary(d.store.root)
	if err != nil {
		return nil, withFinalName(err, d.FinalPath(name), d.store.lock.folder)
	}
	defer filesys.RemoveAll(d.store.root, temporary) // what is left of it goes with the lock else
	if err := d.store.root.Mkdir(temporary); err != nil {
		return nil, withFinalName(err, d.FinalPath(name), temporary)
	}
	folder := newSumming(filesys.Sub(d.store.root, temporary))
	if err := fill(folder); err != nil {
		return nil, withFinalName(err, d.FinalPath(name), temporary)
	}
	files, err := folder.checksums()
	if err != nil {
		return nil, withFinalName(err, d.FinalPath(name), temporary)
	}
	newFiles, err := d.placeAll(temporary, name, last, files)
	return newFiles, withFinalName(err, d.FinalPath(name), temporary)
}

// placeAll moves files to a folder, the one called last after the others, and gives them with the paths that they have there.
func (d *Dir) placeAll(temporary, folder, last string, files []File) ([]File, error) {
	if err := d.Begin(); err != nil {
		return nil, err
	}
	rm := removal{root: d.store.root}
	if err := rm.remove(d.store.name(path.Join(folder, last))); err != nil {
		return nil, err
	}
	if err := rm.sync("."); err != nil {
		return nil, err
	}
	final := slices.Clone(files)
	for i := range final {
		final[i].Path = path.Join(filepath.ToSlash(folder), final[i].Path)
	}
	d.mu.Lock()
	err := d.store.announce(final...)
	d.mu.Unlock()
	if err != nil {
		return nil, err
	}
	for _, turnOfLast := range []bool{false, true} {
		var folders []string
		for i, f := range files {
			if (f.Path == last) != turnOfLast {
				continue
			}
			if err := d.place(path.Join(temporary, f.Path), final[i]); err != nil {
				return nil, err
			}
			folders = append(folders, d.store.name(path.Dir(final[i].Path)))
		}
		slices.Sort(folders)
		for _, folder := range slices.Compact(folders) {
			if err := d.store.root.SyncDir(folder); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(final, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return final, nil
}

// WriteJSON writes value as indented JSON without HTML escaping.
func (d *Dir) WriteJSON(name string, value any) (File, error) {
	return d.WriteFile(name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(value)
	})
}

// Open opens a file of the directory to be read.
func (d *Dir) Open(name string) (filesys.File, error) {
	if err := inside(d.store.path, name); err != nil {
		return nil, err
	}
	return d.store.root.OpenFile(d.store.name(name), filesys.Read)
}

// ReadFile returns the content of a file of the directory.
func (d *Dir) ReadFile(name string) ([]byte, error) {
	if err := inside(d.store.path, name); err != nil {
		return nil, err
	}
	return filesys.ReadFile(d.store.root, d.store.name(name))
}

// ReadDir lists a folder of the directory, "." for the directory itself, by name.
func (d *Dir) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := inside(d.store.path, name); err != nil && name != "." {
		return nil, err
	}
	return d.store.root.ReadDir(d.store.name(name))
}

// Remove removes files of the directory, for good, and folders that are empty then. What is not there needs no removal.
func (d *Dir) Remove(names ...string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, name := range names {
		if err := inside(d.store.path, name); err != nil {
			return err
		}
	}
	return d.store.discard(names)
}

// Checksum reads a file below dir. Neither its name nor a link may lead out of that.
func Checksum(dir, name string) (File, error) {
	if err := inside(dir, name); err != nil {
		return File{}, err
	}
	root, err := filesys.Open(dir)
	if err != nil {
		return File{}, err
	}
	defer root.Close()
	return checksum(root, name)
}

func checksum(root filesys.FS, name string) (File, error) {
	f, err := root.OpenFile(filepath.ToSlash(name), filesys.Read)
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return File{}, err
	}
	return File{Path: filepath.ToSlash(name), Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// forEach does something with every one of n files, several at a time: gigabytes take seconds.
func forEach(n int, do func(i int) error) error {
	return parallel.Each(context.Background(), parallel.Threads(0), n, func(int) func(int) error { return do })
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
