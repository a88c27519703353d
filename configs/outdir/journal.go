package outdir

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
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
	Below string `json:"below,omitempty"` // a directory of its own, with a journal
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
	before := d.stages[stage].Files
	if err := d.record(entry{Stage: stage, Key: key, Files: files}); err != nil {
		return err
	}
	return d.remove(slices.DeleteFunc(slices.Clone(before), func(old File) bool {
		return slices.ContainsFunc(files, func(f File) bool { return f.Path == old.Path })
	}))
}

// Forget takes a stage out of the journal that Settle writes. Its files are the caller's to remove before: until then a line
// of it may stand that names what is gone, which makes it no finished stage.
func (d *Dir) Forget(stage string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.stages, stage)
}

// record adds a line to the journal; d.mu is held.
func (d *Dir) record(e entry) error {
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
	d.stages[e.Stage] = e
	return errors.Join(f.Sync(), f.Close())
}

// Below gives an output directory of its own below this one, to be resumed. It is in the journal before anything is in it,
// so that Overwrite knows what to remove however it was stopped.
func (d *Dir) Below(name string) (*Dir, error) {
	d.mu.Lock()
	stage := "below " + name
	_, known := d.stages[stage]
	var err error
	if !known {
		err = d.record(entry{Stage: stage, Below: name})
	}
	d.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return Claim(d.Path(name), Resume)
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
	for _, e := range d.stages {
		if err := d.remove(e.Files); err != nil {
			return err
		}
	}
	for _, e := range d.stages {
		if e.Below == "" {
			continue
		}
		if err := (&Dir{path: d.Path(e.Below), stages: map[string]entry{}}).removeAll(); err != nil {
			return err
		}
		for folder := path.Dir(e.Below); folder != "."; folder = path.Dir(folder) {
			os.Remove(d.Path(folder)) // fails while it holds anything
		}
	}
	clear(d.stages)
	return nil
}

// removeAll removes what the directory's journal lists, the journal, and the folders that are empty then.
func (d *Dir) removeAll() error {
	if _, err := os.Stat(d.Path(journalName)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := errors.Join(d.readJournal(), d.removeParts(), d.removeListed(), os.Remove(d.Path(journalName))); err != nil {
		return err
	}
	d.removeEmpty()
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
