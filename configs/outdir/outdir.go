// Package outdir keeps output directories honest: nothing half-written under a final name, nothing of the user's
// removed, finished stages found again after a crash.
//
// A file is written as NAME.part, synced and renamed. A finished stage is one line of the journal, with the key of what
// decided its content and the checksums of its files. manifest.json, where a command writes one, comes last: a directory
// without it is unfinished.
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
)

const (
	journalName = ".journal"
	partSuffix  = ".part"
)

// File is a finished file: its path below the directory, with slashes, and its content's size and SHA-256 in hex.
type File struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type entry struct {
	Stage string `json:"stage"`
	Key   string `json:"key"`
	Files []File `json:"files"`
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
		return d, nil
	case err != nil:
		return nil, err
	case len(list) == 0:
		return d, nil
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
		return d, d.removeListed()
	}
	return d, nil
}

// Path is the full path of a file below the directory.
func (d *Dir) Path(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// WriteFile writes one file through write: as NAME.part, synced, then renamed. On an error no trace of it remains.
func (d *Dir) WriteFile(name string, write func(io.Writer) error) (File, error) {
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
	file := File{Path: filepath.ToSlash(name), Bytes: counted.n, SHA256: hex.EncodeToString(sum.Sum(nil))}
	d.mu.Lock()
	d.written[file.Path] = file
	d.mu.Unlock()
	return file, nil
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

// Finished says whether the stage was finished under this key and its files still have their checksums, and gives them.
func (d *Dir) Finished(stage, key string) ([]File, bool) {
	d.mu.Lock()
	e, ok := d.stages[stage]
	d.mu.Unlock()
	if !ok || e.Key != key {
		return nil, false
	}
	for _, want := range e.Files {
		got, err := Checksum(d.path, want.Path)
		if err != nil || got != want {
			return nil, false
		}
	}
	return e.Files, true
}

// Finish records that a stage is done: its files, written or found, and the key of what decided their content.
func (d *Dir) Finish(stage, key string, files []File) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := entry{Stage: stage, Key: key, Files: files}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(d.Path(journalName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	d.stages[stage] = e
	return errors.Join(f.Sync(), f.Close())
}

// Abandon removes the directory again if this command made it and it is still empty of finished files.
func (d *Dir) Abandon() {
	if d.created && len(d.stages) == 0 && len(d.written) == 0 {
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

func (d *Dir) readJournal() error {
	raw, err := os.ReadFile(d.Path(journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(raw)) {
		var e entry
		if json.Unmarshal([]byte(line), &e) == nil { // a line cut by a crash is no finished stage
			d.stages[e.Stage] = e
		}
	}
	return nil
}

func (d *Dir) removeParts() error {
	return filepath.WalkDir(d.path, func(path string, item fs.DirEntry, err error) error {
		if err == nil && item.Type().IsRegular() && strings.HasSuffix(path, partSuffix) {
			return os.Remove(path)
		}
		return err
	})
}

func (d *Dir) removeListed() error {
	for _, e := range d.stages {
		for _, f := range e.Files {
			if err := os.Remove(d.Path(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	d.stages = map[string]entry{}
	for _, name := range []string{journalName, "manifest.json"} {
		if err := os.Remove(d.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
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
