// Package outdir keeps output directories honest: nothing half-written under a final name, nothing of the user's
// removed, finished stages found again after a crash.
//
// A file is written as NAME.part, synced and renamed. A finished stage is one line of the journal, with the key of what
// decided its content and the checksums of its files. The journal is there from the beginning, so that a directory of the
// user's own is never taken for one of ours.
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
	"path/filepath"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/configs/fault"
)

// Mode says what to do with a directory that holds files already.
type Mode int

const (
	Fresh     Mode = iota // refuse
	Resume                // keep finished stages whose key and checksums still hold
	Overwrite             // remove the files that the journal lists, then begin anew
	// Resume and Overwrite refuse a directory without journal.
)

const partSuffix = ".part"

// File is a finished file: its path below the directory, with slashes, and its content's size and SHA-256 in hex.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Dir is an output directory claimed by one command. Its methods may be called from several goroutines.
type Dir struct {
	path    string
	created bool // the directory did not exist before
	mu      sync.Mutex
	stages  map[string]entry
	written map[string]File // by path, in this process or kept by Resume
}

// Claim takes path as an output directory, making it when it does not exist.
func Claim(path string, mode Mode) (*Dir, error) {
	d := &Dir{path: path, stages: map[string]entry{}, written: map[string]File{}}
	list, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(path, 0o777); err != nil {
			return nil, err
		}
		d.created = true
		return d, d.Settle()
	case err != nil:
		return nil, err
	case len(list) == 0:
		return d, d.Settle()
	case mode == Fresh:
		return nil, fault.BadUsage("name another directory, or give --resume or --overwrite", "%s is not empty", path)
	}
	if err := d.readJournal(); err != nil {
		return nil, err
	}
	if err := d.removeParts(); err != nil {
		return nil, err
	}
	if mode == Overwrite {
		if err := d.removeListed(); err != nil {
			return nil, err
		}
	}
	return d, d.Settle()
}

// Path is the full path of a file below the directory.
func (d *Dir) Path(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// WriteFile writes one file through write: as NAME.part, synced, then renamed. On an error no trace of it remains.
func (d *Dir) WriteFile(name string, write func(io.Writer) error) (File, error) {
	file, err := d.writeFile(name, write)
	if err != nil {
		return File{}, err
	}
	d.mu.Lock()
	d.written[file.Path] = file
	d.mu.Unlock()
	return file, nil
}

func (d *Dir) writeFile(name string, write func(io.Writer) error) (File, error) {
	path := d.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return File{}, err
	}
	f, err := os.Create(path + partSuffix)
	if err != nil {
		return File{}, err
	}
	defer os.Remove(path + partSuffix) // fails once renamed
	defer f.Close()
	sum := sha256.New()
	counted := &countingWriter{w: io.MultiWriter(f, sum)}
	buffered := bufio.NewWriterSize(counted, 1<<20)
	if err := write(buffered); err != nil {
		return File{}, err
	}
	if err := errors.Join(buffered.Flush(), f.Sync(), f.Close()); err != nil {
		return File{}, err
	}
	if err := os.Rename(path+partSuffix, path); err != nil {
		return File{}, err
	}
	return File{Path: filepath.ToSlash(name), Bytes: counted.n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
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

// Abandon removes the directory again if this command made it and it is still empty of finished files.
func (d *Dir) Abandon() {
	if d.created && len(d.stages) == 0 && len(d.written) == 0 {
		os.Remove(d.Path(journalName))
		d.removeEmpty()
	}
}

// Checksum reads a file below dir.
func Checksum(dir, name string) (File, error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)))
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

// removeParts removes what a killed run was writing: files, and the folder of an index.
func (d *Dir) removeParts() error {
	return filepath.WalkDir(d.path, func(path string, item fs.DirEntry, err error) error {
		switch {
		case err != nil || !strings.HasSuffix(path, partSuffix) || path == d.path:
			return err
		case item.IsDir():
			if err := os.RemoveAll(path); err != nil {
				return err
			}
			return filepath.SkipDir
		}
		return os.Remove(path)
	})
}

// removeEmpty removes the directory and its empty folders, deepest first, and stops at anything that is not empty.
func (d *Dir) removeEmpty() {
	var folders []string
	_ = filepath.WalkDir(d.path, func(path string, item fs.DirEntry, err error) error {
		if err == nil && item.IsDir() {
			folders = append(folders, path)
		}
		return err
	})
	for i := len(folders) - 1; i >= 0; i-- {
		os.Remove(folders[i])
	}
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
