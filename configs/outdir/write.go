package outdir

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// WriteFile writes one file through write: in the temporary folder, synced, then renamed. On an error no trace of it remains.
func (d *Dir) WriteFile(name string, write func(io.Writer) error) (File, error) {
	temporary, file, err := d.writeTemporary(name, write)
	if err != nil {
		return File{}, d.named(err, name, temporary)
	}
	defer d.root.Remove(temporary) // fails once renamed
	if err := d.Begin(); err != nil {
		return File{}, err
	}
	return file, d.named(d.place(temporary, file), name, temporary)
}

// writeTemporary writes the file that is to be name.
func (d *Dir) writeTemporary(name string, write func(io.Writer) error) (temporary string, file File, err error) {
	if err := inside(d.path, name); err != nil {
		return "", file, err
	}
	if temporary, err = d.lock.temporary(d.root); err != nil {
		return "", file, err
	}
	f, err := d.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return temporary, file, err
	}
	defer func() {
		f.Close() // fails when it is closed
		if err != nil {
			d.root.Remove(temporary)
		}
	}()
	sum := sha256.New()
	counted := &countingWriter{w: io.MultiWriter(f, sum)}
	buffered := bufio.NewWriterSize(counted, 1<<20)
	if err := write(buffered); err != nil {
		return temporary, file, err
	}
	if err := errors.Join(buffered.Flush(), f.Sync(), f.Close()); err != nil {
		return temporary, file, err
	}
	return temporary, File{Path: filepath.ToSlash(name), Bytes: counted.n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// place gives a temporary file its final name.
func (d *Dir) place(temporary string, file File) error {
	name := d.name(file.Path)
	if err := d.root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	if err := d.root.Rename(temporary, name); err != nil {
		return err
	}
	d.mu.Lock()
	d.written[file.Path] = file
	d.mu.Unlock()
	return nil
}

// WriteFolder lets fill make a folder with files, and puts these below name once all are there, the one called last after the
// others: whoever finds it finds them all.
func (d *Dir) WriteFolder(name, last string, fill func(dir string) error) ([]File, error) {
	if err := inside(d.path, name); err != nil {
		return nil, err
	}
	temporary, err := d.lock.temporary(d.root)
	if err != nil {
		return nil, d.named(err, name, "")
	}
	defer d.root.RemoveAll(temporary)
	err = fill(filepath.Join(d.root.Name(), filepath.FromSlash(temporary)))
	var files []File
	if err == nil {
		files, err = checksums(d.root, temporary)
	}
	if err == nil {
		err = d.Begin()
	}
	if err == nil {
		err = d.root.Remove(d.name(path.Join(name, last)))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		return nil, d.named(err, name, temporary)
	}
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(mark(a.Path == last), mark(b.Path == last)) })
	for i := range files {
		from := path.Join(temporary, files[i].Path)
		files[i].Path = path.Join(filepath.ToSlash(name), files[i].Path)
		if err := d.place(from, files[i]); err != nil {
			return nil, d.named(err, name, temporary)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// mark orders what is true behind what is not.
func mark(is bool) string { return fmt.Sprint(is) }

// WriteJSON writes value as indented JSON without HTML escaping.
func (d *Dir) WriteJSON(name string, value any) (File, error) {
	return d.WriteFile(name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(value)
	})
}

// named puts the final name into an error that names the temporary one.
func (d *Dir) named(err error, name, temporary string) error {
	return plain(err, d.root.Name(), temporary, d.Path(name))
}

// Checksum reads a file below dir. Neither its name nor a link may lead out of that.
func Checksum(dir, name string) (File, error) {
	if err := inside(dir, name); err != nil {
		return File{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return File{}, err
	}
	defer root.Close()
	file, err := checksum(root, name)
	return file, plain(err, dir, "", "")
}

func checksum(root *os.Root, name string) (File, error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return File{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	return File{Path: filepath.ToSlash(name), Bytes: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// checksums are those of all files in a folder, by name, with their paths from there.
func checksums(root *os.Root, folder string) (files []File, err error) {
	err = fs.WalkDir(root.FS(), folder, func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		f, err := checksum(root, name)
		f.Path = strings.TrimPrefix(name, folder+"/")
		files = append(files, f)
		return err
	})
	return files, err
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
