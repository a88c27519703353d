package outdir

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

const journalName = ".journal"

// entry is a line of the journal: a finished stage.
type entry struct {
	Stage string `json:"stage"`
	Key   string `json:"key"`
	Files []File `json:"files"`
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

// Finish records that a stage is done: its files, written or found, and the key of what decided their content. Files that
// the stage left under another key and not under this one are removed.
func (d *Dir) Finish(stage, key string, files []File) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := entry{Stage: stage, Key: key, Files: files}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(d.Path(journalName), os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	before := d.stages[stage].Files
	d.stages[stage] = e
	return d.remove(slices.DeleteFunc(slices.Clone(before), func(old File) bool {
		return slices.ContainsFunc(files, func(f File) bool { return f.Path == old.Path })
	}))
}

// Settle writes the journal anew, a line per stage by name: the same stages give the same bytes whatever their order was.
// A command calls it when all is done.
func (d *Dir) Settle() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := d.writeFile(journalName, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, stage := range slices.Sorted(maps.Keys(d.stages)) {
			if err := enc.Encode(d.stages[stage]); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

func (d *Dir) readJournal() error {
	raw, err := os.ReadFile(d.Path(journalName))
	if errors.Is(err, fs.ErrNotExist) {
		return fault.BadUsage("name another directory", "%s is not empty, and no run of axiomine left it (it has no %s)", d.path, journalName)
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

func (d *Dir) removeListed() error {
	for stage, e := range d.stages {
		if err := d.remove(e.Files); err != nil {
			return err
		}
		delete(d.stages, stage)
	}
	return nil
}

func (d *Dir) remove(files []File) error {
	for _, f := range files {
		if err := os.Remove(d.Path(f.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
