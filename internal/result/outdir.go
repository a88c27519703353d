// Package result writes result folders safely: files, journal, lock. Nothing half-written has a final name, nothing of the user's
// is removed, finished stages are found again after a crash, and one process at a time writes.
//
// A file is written in a temporary folder of the process, synced and renamed. A finished stage is one line of the journal,
// with the key of what decided its content and the checksums of its files. The journal is there before the first of them,
// so that a directory of the user's own is never taken for one of ours. Every path is opened through the directory
// (filesys.FS): neither a name that was read nor a link leads out of it.
//
// A crash of the machine keeps what was synced. A file is synced before it gets its name, the folder that holds the name after
// that, both before a stage counts as finished; and what is removed is gone for good before the journal forgets it.
package result

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Mode says what to do with a directory that holds files already.
type Mode int

const (
	Fresh     Mode = iota // refuse
	Resume                // keep finished stages whose key and checksums still hold
	Overwrite             // leave them until a new result is whole, which then takes their place
	InPlace               // remove the files that the journal lists, as soon as the first new one is whole
	// All but Fresh refuse a directory without journal.
)

// File is a finished file: its path below the directory, with slashes, and its content's size and SHA-256 in hex.
type File struct {
	Path   string `json:"path"`   // below the directory
	Bytes  int64  `json:"bytes"`  // its size
	SHA256 string `json:"sha256"` // of its bytes
}

// Dir is an output directory claimed by one command. Its methods may be called from several goroutines.
type Dir struct {
	path    string     // as it was given, for messages
	root    filesys.FS // of the claimed directory, which this one may lie below
	prefix  string     // where in it, "" or with a slash behind
	lock    *lock
	created bool // the directory did not exist before
	part    bool // of another Dir, with which it is closed
	mode    Mode
	beside  bool   // the new result is built beside an old one (overwrite.go)
	clear   bool   // what an earlier overwriting left there is to go
	notes   string // what was done or chosen when the directory was claimed, for the user
	mu      sync.Mutex
	begun   bool              // the journal is ours, and what was to go is gone
	stages  map[string]entry  // of the journal; under InPlace, those to be removed until begun
	placing map[string]bool   // files of the journal that got their names and belong to no finished stage
	owned   map[string]bool   // those that do, or did
	written map[string]File   // by path, in this process
	twins   map[string]string // names of all files by what they have in common with other names (twin.go)
	used    map[string]bool   // files that this process wrote, or took over as finished
	lasting map[string]bool   // folders below the root that are there for good
	made    []string          // those of them that this process made
}

// Claim takes path as an output directory, making it when it does not exist, and locks it until Close. Until the first file is
// whole nothing in it changes but the lock and a temporary folder.
func Claim(path string, mode Mode) (*Dir, error) {
	root, isNew, err := filesys.Make(path)
	if err != nil {
		return nil, err
	}
	d, err := ClaimOn(root, path, mode)
	if err != nil {
		root.Close()
		if isNew {
			os.Remove(path) // fails while it holds anything
		}
		return nil, err
	}
	d.created = isNew
	return d, nil
}

// ClaimOn is Claim of a directory that is open already. Close closes it; an error leaves it open. path is its name in messages.
func ClaimOn(root filesys.FS, path string, mode Mode) (*Dir, error) {
	d := newDir(path, root)
	d.mode = mode
	if err := d.hold(); err != nil {
		return nil, err
	}
	return d, nil
}

func newDir(path string, root filesys.FS) *Dir {
	return &Dir{path: path, root: root, stages: map[string]entry{}, placing: map[string]bool{}, owned: map[string]bool{},
		written: map[string]File{}, twins: map[string]string{}, used: map[string]bool{}, lasting: map[string]bool{}}
}

// hold locks the directory and reads its journal.
func (d *Dir) hold() error {
	if err := d.refuse(); err != nil { // before anything is touched
		return err
	}
	var err error
	if d.lock, err = holdLock(d.root, d.path); err != nil {
		return err
	}
	if err = d.refuse(); err == nil {
		err = d.choosePlace()
	}
	if err == nil && d.mode != Overwrite {
		err = d.readJournal()
	}
	if err == nil && (d.mode == Overwrite || d.mode == InPlace) {
		err = d.checkOld() // refuses what leads out while all is there
	}
	if err != nil {
		return errors.Join(err, d.lock.release(d.root))
	}
	return nil
}

// refuse says why the directory is not to be taken, if so.
func (d *Dir) refuse() error {
	names, err := entries(d.root)
	if err != nil {
		return err
	}
	lock, err := lockIn(d.root)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == lockName && lock != foreign || isTemporary(name) })
	switch {
	case d.lock == nil && lock == signed: // who holds it is told first
		return nil
	case len(names) == 0 || d.mode != Fresh && slices.Contains(names, journalName):
		return nil
	case d.mode == Fresh:
		return errs.BadUsage("name another directory, or give --resume or --overwrite", "%s is not empty", d.path)
	}
	return d.foreign()
}

func (d *Dir) foreign() error {
	return errs.BadUsage("name another directory", "%s is not empty, and no run of axiomine left it (it has no %s)", d.path, journalName)
}

func entries(root filesys.FS) (names []string, err error) {
	list, err := root.ReadDir(".")
	for _, item := range list {
		names = append(names, item.Name())
	}
	return names, err
}

// Path returns the full path of a file below the directory, for those who read it by its path.
func (d *Dir) Path(name string) string { return d.root.Path(d.name(name)) }

// FinalPath returns the full path that a file below the directory has when the command has ended, for messages. It differs from Path where
// a
// result is built beside an old one: there the old file may have that path now.
func (d *Dir) FinalPath(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// Claimed returns the path of the directory that the command claimed, which this one may lie below.
func (d *Dir) Claimed() string { return d.root.Path(".") }

// TakenOver says whose lock was found and taken over, "" for nobody's.
func (d *Dir) TakenOver() string { return d.lock.takenOver }

// Begin makes the directory ready to be written: under InPlace, what an earlier run left goes now. What writes a file or
// finishes a stage begins by itself; a stage calls it that looks at what is there before.
func (d *Dir) Begin() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.begin()
}

// begin is Begin; d.mu is held.
func (d *Dir) begin() error {
	if d.begun {
		return nil
	}
	if d.clear {
		if err := d.removeUnfinished(); err != nil {
			return err
		}
	}
	if d.mode == InPlace {
		if err := d.removeListed(); err != nil {
			return err
		}
	}
	if d.beside {
		if err := d.makeFolder(unfinishedFolder); err != nil {
			return err
		}
	}
	if err := d.writeJournal(); err != nil {
		return err
	}
	d.begun = true
	return nil
}

// Below gives an output directory of its own below this one, to be resumed. It is in the journal before anything is in it,
// so that whoever overwrites knows what to remove however it was stopped.
func (d *Dir) Below(name string) (*Dir, error) {
	if err := inside(d.path, name); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return nil, err
	}
	stage := "below " + name
	if _, ok := d.stages[stage]; !ok {
		if err := d.record(entry{Stage: stage, Below: name}); err != nil {
			return nil, err
		}
	}
	sub := d.at(name)
	sub.mode = Resume
	if err := d.makeFolder(sub.name(".")); err != nil {
		return nil, err
	}
	list, err := d.root.ReadDir(sub.name("."))
	if err != nil {
		return nil, err
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(item fs.DirEntry) bool { return item.Name() == journalName }) {
		return nil, sub.foreign()
	}
	return sub, sub.readJournal()
}

// at is the directory name below d, of which nothing is read yet.
func (d *Dir) at(name string) *Dir {
	sub := newDir(d.FinalPath(name), d.root)
	sub.prefix, sub.lock, sub.part = d.name(name)+"/", d.lock, true
	return sub
}

// name is a file's name below the root.
func (d *Dir) name(name string) string { return path.Join(d.prefix, filepath.ToSlash(name)) }

// makeFolder makes a folder below the root, and those above it, for good; d.mu is held.
func (d *Dir) makeFolder(name string) error {
	if name == "." {
		return nil
	}
	parent := path.Dir(name)
	if err := d.makeFolder(parent); err != nil {
		return err
	}
	err := d.root.Mkdir(name)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err == nil {
		d.made = append(d.made, name)
	} else if d.lasting[name] {
		return nil
	}
	d.lasting[name] = true
	return d.root.SyncDir(parent)
}

// Settle removes what stages left that were stopped and are no more, and writes the journal anew, a line per stage by name: the same
// stages give the same bytes whatever their order was. A command calls it when all is done: a result that was built beside an old one
// takes its place then.
func (d *Dir) Settle() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.begin(); err != nil {
		return err
	}
	if err := d.disown(); err != nil {
		return err
	}
	if err := d.writeJournal(); err != nil || !d.beside {
		return err
	}
	return d.replaceOld()
}

// Close gives the directory free. One that this command made goes again if it holds nothing finished. A directory below
// another is closed with that.
func (d *Dir) Close() error {
	if d.part {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	empty := len(d.stages) == 0 && len(d.written) == 0
	var err error
	switch {
	case empty && d.begun && d.beside:
		err = d.removeUnfinished()
	case empty && d.begun && (d.mode == Fresh || d.created):
		rm := removal{root: d.root, folders: d.made}
		err = errors.Join(rm.sync("."), d.root.Remove(journalName))
	}
	err = errors.Join(err, d.lock.release(d.root), d.root.Close())
	if empty && d.created {
		os.Remove(d.path) // fails while it holds anything
	}
	return err
}
