// Package result writes result folders safely, with a journal and a lock. A file with its final name is complete. The user's own files are
// never removed. Finished stages are found again after a crash. Only one process writes at a time.
//
// A file is written in a temporary folder of the process, synced and renamed. A finished stage is one line of the journal, with the key of
// everything that decided its content, and the checksums of its files. The journal exists before the first file, so a directory without
// journal belongs to the user. Every path is opened through the directory (filesys.FS): neither a name that was read nor a link leads out.
//
// A crash of the machine keeps synced data. A file is synced before it gets its name. The folder with the name is synced before the stage
// counts as finished. Removals are synced before the journal drops the removed files.
package result

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Mode decides what happens to a directory that already has files.
type Mode int

const (
	Fresh     Mode = iota // refuse
	Resume                // keep finished stages whose key and checksums still hold
	Overwrite             // keep the old result until a new one is complete, then replace it
	// All but Fresh refuse a directory without journal.
)

// File is a finished file: its path below the directory, with slashes, and its content's size and SHA-256 in hex.
type File struct {
	Path   string `json:"path"`   // path below the directory
	Bytes  int64  `json:"bytes"`  // size in bytes
	SHA256 string `json:"sha256"` // SHA-256 of the content, in hex
}

// Dir is an output directory claimed by one command. Its methods may be called from several goroutines.
type Dir struct {
	store    *store
	created  bool   // whether Claim made the directory
	isSubdir bool   // whether the directory is below another Dir, which closes it
	notes    string // sentences for the user about the claim; "" for none
	mu       sync.Mutex

	mode     Mode
	keepsOld bool // whether the new result is built beside an old one (overwrite.go)
	clear    bool // whether Begin must remove the files of a stopped overwriting
	hasBegun bool // whether Begin was called
}

// Claim opens path as an output directory, makes it if it does not exist, and locks it until Close. Before the first file is complete,
// only the lock and a temporary folder are written.
func Claim(path string, mode Mode) (*Dir, error) {
	root, isNew, err := filesys.Make(path)
	if err != nil {
		return nil, err
	}
	d, err := ClaimOn(root, path, mode)
	if err != nil {
		root.Close()
		if isNew {
			os.Remove(path) // fails unless the folder is empty
		}
		return nil, err
	}
	d.created = isNew
	return d, nil
}

// FillNew fills a new or empty folder and returns what fill returns. After an error, finished stages stay in the folder.
func FillNew[T any](folder string, fill func(*Dir) (*T, error)) (*T, error) {
	out, err := Claim(folder, Fresh)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	value, err := fill(out)
	if err != nil {
		return nil, err
	}
	return value, out.Settle()
}

// ClaimOn claims a directory that is open already. Close closes it; an error leaves it open. path is its name in messages.
func ClaimOn(root filesys.FS, path string, mode Mode) (*Dir, error) {
	d := newDir(newStore(path, root, nil), mode)
	if err := hold(d); err != nil {
		return nil, err
	}
	return d, nil
}

func newDir(s *store, mode Mode) *Dir { return &Dir{store: s, mode: mode} }

// hold locks the directory and reads its journal.
func hold(d *Dir) error {
	s := d.store
	if err := checkFree(s, d.mode); err != nil { // before anything is touched
		return err
	}
	var err error
	if s.lock, err = holdLock(s.root, s.path); err != nil {
		return err
	}
	if err = checkFree(s, d.mode); err == nil {
		err = choosePlace(d)
	}
	if err == nil && d.mode != Overwrite {
		err = s.readJournal()
	}
	if err == nil && d.mode == Overwrite {
		err = checkOld(s) // before anything is removed
	}
	if err != nil {
		return errors.Join(err, s.lock.release(s.root))
	}
	return nil
}

// checkFree returns an error if a directory may not be claimed under a mode.
func checkFree(s *store, mode Mode) error {
	list, err := s.root.ReadDir(".")
	if err != nil {
		return err
	}
	lock, err := lockState(s.root)
	if err != nil {
		return err
	}
	var names []string
	for _, item := range list {
		if name := item.Name(); (name != lockName || lock == foreign) && !isTemporary(name) {
			names = append(names, name)
		}
	}
	switch {
	case s.lock == nil && lock == signed: // hold reports the process that holds it
		return nil
	case len(names) == 0 || mode != Fresh && slices.Contains(names, journalName):
		return nil
	case mode == Fresh && slices.Contains(names, journalName):
		return errs.BadUsage("name another directory, or give --resume or --overwrite", "%s is not empty", s.path)
	}
	return errForeign(s.path)
}

func errForeign(path string) error {
	return errs.BadUsage("name another directory", "%s is not empty, and no run of axiomine left it (it has no %s)", path, journalName)
}

// Path returns the full path of a file below the directory, where it can be read now.
func (d *Dir) Path(name string) string { return d.store.root.Path(d.store.name(name)) }

// FinalPath returns the full path that a file below the directory will have after the command, for messages. It differs from Path while a
// result is built beside an old one. An old file may have that path now.
func (d *Dir) FinalPath(name string) string { return d.store.finalPath(name) }

// State describes a claimed directory.
type State struct {
	Claimed   string // the path of the claimed directory, which is this one or above it
	TakenOver string // describes the dead process whose lock was taken over; "" for none
	Notes     string // sentences for the user about the claim; "" for none
	IsBeside  bool   // whether the new result is built beside an old one
}

// State returns the state of the directory and of its lock.
func (d *Dir) State() State {
	return State{Claimed: d.store.root.Path("."), TakenOver: d.store.lock.takenOver, Notes: d.notes, IsBeside: d.keepsOld}
}

// Begin removes the files of a stopped --overwrite, so that the directory can be written. Methods that write a file or finish a stage call
// Begin. A stage that first reads the directory must call Begin before reading.
func (d *Dir) Begin() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.begin()
}

// begin is Begin for callers that hold d.mu. Only the first call has an effect.
func (d *Dir) begin() error {
	s := d.store
	if d.hasBegun {
		return nil
	}
	if d.clear {
		if err := removeUnfinished(s); err != nil {
			return err
		}
	}
	if d.keepsOld {
		if err := s.folders.make(s.root, unfinishedFolder); err != nil {
			return err
		}
	}
	if err := s.writeJournal(); err != nil {
		return err
	}
	d.hasBegun = true
	return nil
}

// Subdir returns an output directory below this one, with its own journal, in mode Resume. The journal of d lists the new directory before
// it has any file, so that a later overwriting can remove it.
func (d *Dir) Subdir(name string) (*Dir, error) {
	s := d.store
	if err := checkInside(s.path, name); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return nil, err
	}
	stage := "below " + name
	if _, ok := s.journal.stages[stage]; !ok {
		if err := s.record(entry{Stage: stage, Subdir: name}); err != nil {
			return nil, err
		}
	}
	sub := newDir(s.subfolder(name), Resume)
	sub.isSubdir = true
	folder := sub.store.name(".")
	if err := s.folders.make(s.root, folder); err != nil {
		return nil, err
	}
	list, err := s.root.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(item fs.DirEntry) bool { return item.Name() == journalName }) {
		return nil, errForeign(sub.store.path)
	}
	return sub, sub.store.readJournal()
}

// Settle ends a successful command. It removes files of stopped stages that were not resumed, and rewrites the journal with the stages
// sorted by name, so that its bytes do not depend on their order. Then a result that was built beside an old one replaces the old one.
func (d *Dir) Settle() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return err
	}
	if err := d.store.removeOrphans(); err != nil {
		return err
	}
	if err := d.store.writeJournal(); err != nil || !d.keepsOld {
		return err
	}
	if err := rename(d.store.root, unfinishedFolder, wholeFolder); err != nil {
		return err
	}
	d.keepsOld, d.mode = false, Resume
	return replaceOld(d.store)
}

// undoneBytes is the maximum size of files that Undo removes: about as much as is made again in seconds.
const undoneBytes = 100 << 20

// Undo removes what the command left in a directory that was new or empty. Larger files stay, for Resume.
func (d *Dir) Undo() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.mode != Fresh || !d.hasBegun {
		return nil
	}
	all, err := d.store.listStores()
	if err != nil {
		return err
	}
	bytes := int64(0)
	for _, s := range all {
		for _, e := range s.journal.stages {
			for _, f := range e.Files {
				bytes += f.Bytes
			}
		}
	}
	if bytes > undoneBytes {
		return nil
	}
	clear(d.store.written)
	return d.store.removeListed()
}

// Close releases the directory. If this command made the directory and finished nothing, Close removes it. For a directory of Subdir, Close
// does nothing.
func (d *Dir) Close() error {
	if d.isSubdir {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.store
	empty := len(s.journal.stages) == 0 && len(s.written) == 0
	var err error
	switch {
	case empty && d.hasBegun && d.keepsOld:
		err = removeUnfinished(s)
	case empty && d.hasBegun && (d.mode == Fresh || d.created):
		rm := removal{root: s.root, folders: s.folders.made}
		err = errors.Join(rm.sync("."), s.root.Remove(journalName))
	}
	err = errors.Join(err, s.lock.release(s.root), s.root.Close())
	if empty && d.created {
		os.Remove(s.path) // fails while it holds anything
	}
	return err
}

// Scratch calls work with a temporary directory, which is removed afterwards.
func Scratch(work func(out *Dir) error) error {
	folder, err := os.MkdirTemp("", "axiomine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	out, err := Claim(folder, Fresh)
	if err != nil {
		return err
	}
	defer out.Close()
	return work(out)
}

// Aside calls work with a temporary directory in d, on the same disk, and removes the directory afterwards. If this process is killed, the
// next process that claims d removes it.
func (d *Dir) Aside(work func(out *Dir) error) error {
	s := d.store
	folder, err := s.lock.temporary(s.root)
	if err != nil {
		return err
	}
	if err := s.root.Mkdir(folder); err != nil {
		return err
	}
	defer filesys.RemoveAll(s.root, folder) // on an error, release removes the rest
	aside := newDir(newStore(s.root.Path(folder), s.root, s.lock), Resume)
	aside.store.prefix, aside.isSubdir = folder+"/", true
	return work(aside)
}

// CreateUnnamed returns a temporary file without a name in a folder, if the system supports that. The file is removed when the program
// ends.
func CreateUnnamed() (*os.File, error) {
	file, err := os.CreateTemp("", "axiomine-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // Windows refuses this while the file is open
	return file, nil
}
