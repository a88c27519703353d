package result

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

const journalName = ".journal"

// entry is a line of the journal: a finished stage.
type entry struct {
	Stage  string `json:"stage"`
	Key    string `json:"key"`
	Files  []File `json:"files"`
	Subdir string `json:"below,omitempty"` // a folder below this one that has its own journal; "" if the line is about a stage
	// Placing lists files that are about to get their names. An entry with Placing has no other field. The files do not belong to a
	// finished stage until a later line records one.
	Placing []string `json:"placing,omitempty"`
}

// journal is the content of a folder's journal.
type journal struct {
	stages  map[string]entry
	placing map[string]bool   // the files that got their names, but belong to no finished stage
	owned   map[string]bool   // the files that belong or belonged to a finished stage
	byFold  map[string]string // the name of the file with each folded name (see Fold)
}

// Has reports whether the folder has a stage that was finished, under any key.
func (d *Dir) Has(stage string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.store.journal.stages[stage]
	return ok
}

// FinishedFiles returns the files of a stage. It reports whether the stage was finished under this key and its files still have their
// checksums.
func (d *Dir) FinishedFiles(stage, key string) ([]File, bool) {
	d.mu.Lock()
	e, ok := d.store.journal.stages[stage]
	d.mu.Unlock()
	if !ok || e.Key != key {
		return nil, false
	}
	err := forEach(len(e.Files), func(i int) error {
		sum, err := d.store.sum(e.Files[i].Path)
		if err == nil && sum != e.Files[i] {
			err = errors.New("another file")
		}
		return err
	})
	if err != nil {
		return nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range e.Files {
		d.store.journal.byFold[Fold(f.Path)], d.store.used[f.Path] = f.Path, true
	}
	return e.Files, true
}

// Finish records that a stage is done, with its files and the key of everything that decided their content. It removes files that the stage
// left under an earlier key and that are not among these files.
func (d *Dir) Finish(stage, key string, files []File) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return err
	}
	var old []string
	for _, f := range d.store.journal.stages[stage].Files {
		if !slices.ContainsFunc(files, func(now File) bool { return now.Path == f.Path }) {
			old = append(old, f.Path)
		}
	}
	if err := d.store.discard(old); err != nil {
		return err
	}
	return d.store.record(entry{Stage: stage, Key: key, Files: files})
}

// Retire removes the finished stages of earlier runs for which isObsolete returns true, and their files. It keeps a file that another
// stage has too.
func (d *Dir) Retire(isObsolete func(stage string) bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	inUse, old := map[string]bool{}, []string{}
	for stage, e := range d.store.journal.stages {
		if !isObsolete(stage) {
			for _, f := range e.Files {
				inUse[f.Path] = true
			}
		}
	}
	for _, stage := range slices.Sorted(maps.Keys(d.store.journal.stages)) {
		if isObsolete(stage) {
			for _, f := range d.store.journal.stages[stage].Files {
				if !inUse[f.Path] {
					old = append(old, f.Path)
				}
			}
		}
	}
	if err := d.store.discard(old); err != nil {
		return err
	}
	maps.DeleteFunc(d.store.journal.stages, func(stage string, _ entry) bool { return isObsolete(stage) })
	return nil
}

// discard removes files durably, and folders that are empty afterwards. It skips missing files, and a file that was replaced by a file
// whose name differs only in case.
func (s *store) discard(names []string) error {
	rm := removal{root: s.root}
	for _, name := range names {
		if other, ok := s.journal.byFold[Fold(name)]; ok && other != name {
			continue
		}
		if err := rm.remove(s.name(name)); err != nil {
			return err
		}
	}
	return rm.sync(s.name("."))
}

// record appends a line to the journal and syncs it.
func (s *store) record(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := s.root.OpenFile(s.name(journalName), os.O_APPEND|os.O_WRONLY)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		s.journal.apply(e)
	}
	return err
}

// apply applies a line to the journal in memory.
func (j *journal) apply(e entry) {
	for _, name := range e.Placing {
		j.placing[name], j.byFold[Fold(name)] = true, name
	}
	if len(e.Placing) > 0 {
		return
	}
	for _, f := range e.Files {
		delete(j.placing, f.Path)
		j.owned[f.Path], j.byFold[Fold(f.Path)] = true, f.Path
	}
	j.stages[e.Stage] = e
}

// announce writes to the journal which files are about to get their names. If the run is stopped afterwards, the next run finds them in the
// journal, and overwrites or removes them.
func (s *store) announce(files ...File) error {
	var e entry
	for _, f := range files {
		if !s.journal.owned[f.Path] && !s.journal.placing[f.Path] {
			e.Placing = append(e.Placing, f.Path)
		}
	}
	if e.Placing == nil {
		return nil
	}
	return s.record(e)
}

// removeOrphans removes the files that an earlier run placed and that no stage has. Such files of this run are kept, and no longer listed.
func (s *store) removeOrphans() error {
	old := lists.Filter(slices.Sorted(maps.Keys(s.journal.placing)), func(name string) bool { return !s.written[name] })
	if err := s.discard(old); err != nil {
		return err
	}
	clear(s.journal.placing)
	return nil
}

// writeJournal replaces the journal by one with the current stages only.
func (s *store) writeJournal() error {
	temporary, _, err := s.writeTemporary(journalName, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		for _, stage := range slices.Sorted(maps.Keys(s.journal.stages)) {
			if err := enc.Encode(s.journal.stages[stage]); err != nil {
				return err
			}
		}
		if len(s.journal.placing) == 0 {
			return nil
		}
		return enc.Encode(entry{Placing: slices.Sorted(maps.Keys(s.journal.placing))})
	})
	if err != nil {
		return renameError(err, s.finalPath(journalName), temporary)
	}
	if err := s.root.Rename(temporary, s.name(journalName)); err != nil {
		s.root.Remove(temporary)
		return err
	}
	return s.root.SyncDir(s.name("."))
}

// readJournal reads the stages of earlier runs, if any. A journal that names a path outside its directory is an error.
func (s *store) readJournal() error {
	f, err := s.root.OpenFile(s.name(journalName), filesys.Read)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return err
		}
		var e entry
		if json.Unmarshal([]byte(line), &e) == nil { // a crash may have cut the last line
			if err := checkEntry(s, e, n); err != nil {
				return err
			}
			s.journal.apply(e)
		}
		if err == io.EOF {
			return nil
		}
	}
}

// checkEntry returns an error if a line of the journal names a file or a folder outside of this directory.
func checkEntry(s *store, e entry, line int) error {
	names := slices.Concat(e.Placing, lists.Map(e.Files, func(f File) string { return f.Path }))
	folders := lists.Set(names, path.Dir)
	if e.Subdir != "" {
		names = append(names, e.Subdir)
		folders[e.Subdir] = true
	}
	for _, name := range names {
		if !isInside(name) {
			return errs.BadInput(s.finalPath(journalName), line, stayInside, "%q is no file of this directory", name)
		}
	}
	for folder := range folders {
		if err := refuseLinks(s.root, s.name(folder)); err != nil {
			return err
		}
	}
	return nil
}

// listStores returns this folder and all folders with a journal below it, deepest first.
func (s *store) listStores() (all []*store, err error) {
	for _, stage := range slices.Sorted(maps.Keys(s.journal.stages)) {
		name := s.journal.stages[stage].Subdir
		if name == "" {
			continue
		}
		sub := s.subfolder(name)
		if err := sub.readJournal(); err != nil {
			return nil, err
		}
		deeper, err := sub.listStores()
		if err != nil {
			return nil, err
		}
		all = append(all, deeper...)
	}
	return append(all, s), nil
}

// removeListed removes the files that are listed in the journal and in the journals below it, and folders that are empty afterwards. It
// removes journals last, so that a stopped removal can be repeated.
func (s *store) removeListed() error {
	all, err := s.listStores()
	if err != nil {
		return err
	}
	rm := removal{root: s.root}
	for _, dir := range all {
		for _, e := range dir.journal.stages {
			for _, f := range e.Files {
				if err := rm.remove(dir.name(f.Path)); err != nil {
					return err
				}
			}
		}
		for name := range dir.journal.placing {
			if err := rm.remove(dir.name(name)); err != nil {
				return err
			}
		}
	}
	if err := rm.sync(s.name(".")); err != nil {
		return err
	}
	for _, dir := range all[:len(all)-1] {
		if err := rm.remove(dir.name(journalName)); err != nil {
			return err
		}
	}
	if err := rm.sync(s.name(".")); err != nil {
		return err
	}
	clear(s.journal.stages)
	clear(s.journal.placing)
	clear(s.journal.owned)
	return nil
}
