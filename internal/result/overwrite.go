package result

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Overwrite builds the new result in a folder of the directory, so on the same disk, behind the same links and under the same lock. The
// old result stays as it is until the new one is complete. The folder's name tells how far a stopped overwriting came:
//
//	unfinishedFolder   the new result is being built; the old one is whole
//	wholeFolder        the new result is whole and counts; while it has a journal, the files of the old one are being removed, then
//	                   the new files get their names
//
// The next claim of the directory finishes an overwriting whose result is complete. The user's own files are not moved.
const (
	unfinishedFolder = ".overwrite-unfinished"
	wholeFolder      = ".overwrite-whole"
)

// choosePlace finishes an overwriting whose result is whole, then decides whether the command builds beside an old result.
func choosePlace(d *Dir) error {
	s := d.store
	completes, err := finishOverwriting(s)
	if err != nil {
		return err
	}
	if completes {
		d.notes = "an earlier --overwrite was stopped when its result was whole: that has now taken the place of the old one"
	}
	exists, err := hasFolder(s.root, unfinishedFolder)
	if err != nil {
		return err
	}
	switch d.mode {
	case Resume:
		if !exists {
			return nil
		}
		d.notes = "going on with the --overwrite that was stopped; the old result stays until the new one is whole (to keep the old one " +
			"instead, remove " + d.FinalPath(unfinishedFolder) + ")"
		if d.clear, err = lacks(s.root, path.Join(unfinishedFolder, journalName)); err != nil {
			return err
		}
	case Overwrite:
		nothing, err := lacks(s.root, journalName)
		if err != nil {
			return err
		}
		if nothing { // there is no old result
			d.mode = Fresh
			return nil
		}
		d.clear = exists
	default:
		d.clear = exists
		return nil
	}
	d.keepsOld, s.prefix = true, unfinishedFolder+"/"
	return nil
}

// lacks reports whether no file or folder of this name is below the root.
func lacks(root filesys.FS, name string) (bool, error) {
	_, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// hasFolder reports whether the root holds a folder of this name. A file of the name is the user's.
func hasFolder(root filesys.FS, name string) (bool, error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, errs.BadInput(root.Path(name), 0, "remove it", "it is not the folder in which --overwrite builds a new result")
	}
	return true, nil
}

// atRoot returns the store of the claimed directory itself, with an empty journal: nothing is read yet.
func atRoot(s *store) *store { return newStore(s.path, s.root, s.lock) }

// checkOld refuses journals of the old result that lead out of it.
func checkOld(s *store) error {
	old := atRoot(s)
	if err := old.readJournal(); err != nil {
		return err
	}
	_, err := old.listStores()
	return err
}

// removeUnfinished removes the incomplete result of a stopped overwriting.
func removeUnfinished(s *store) error {
	if err := filesys.RemoveAll(s.root, unfinishedFolder); err != nil {
		return err
	}
	s.folders = folders{}
	return s.root.SyncDir(".")
}

// replaceOld replaces the old result by the new one, which is complete.
func replaceOld(s *store) error {
	s.prefix, s.folders = "", folders{}
	if _, err := finishOverwriting(s); err != nil {
		return fmt.Errorf("the new result is whole, but it cannot take the place of the old one: %w; "+
			"hint: mend that, then the same command with --resume goes on", err)
	}
	return nil
}

// rename renames a folder or a file to a name in the root and syncs the folders.
func rename(root filesys.FS, old, now string) error {
	if err := root.Rename(old, now); err != nil {
		return err
	}
	return root.SyncDir(".")
}

// finishOverwriting ends an overwriting whose result is complete, wherever it was stopped. The new journal replaces the old one after the
// old files are removed and before the new files get their names. So the journal at the root always describes the files there.
func finishOverwriting(s *store) (whole bool, err error) {
	if whole, err = hasFolder(s.root, wholeFolder); err != nil || !whole {
		return false, err
	}
	if err := replaceJournal(s); err != nil {
		return true, err
	}
	if err := moveUp(s); err != nil {
		return true, err
	}
	if err := filesys.RemoveAll(s.root, wholeFolder); err != nil {
		return true, err
	}
	return true, s.root.SyncDir(".")
}

// replaceJournal removes the files of the old result and puts the new journal in the place of the old one, unless that was done.
func replaceJournal(s *store) error {
	next := path.Join(wholeFolder, journalName)
	if replaced, err := lacks(s.root, next); err != nil || replaced {
		return err
	}
	old := atRoot(s)
	if err := old.readJournal(); err != nil {
		return err
	}
	if err := old.removeListed(); err != nil {
		return err
	}
	if err := rename(s.root, next, journalName); err != nil {
		return err
	}
	return s.root.SyncDir(wholeFolder)
}

// moveUp moves the files of the new result to the root. The folders that get names are synced before those that lose them.
func moveUp(s *store) error {
	now := atRoot(s)
	var present, missing []string
	err := filesys.Walk(s.root, wholeFolder, func(name string, item fs.DirEntry) error {
		target := strings.TrimPrefix(name, wholeFolder+"/")
		folder := path.Dir(target)
		if item.IsDir() {
			folder = target
		}
		if err := now.folders.make(s.root, folder); err != nil || item.IsDir() {
			return err
		}
		present, missing = append(present, folder), append(missing, path.Dir(name))
		return s.root.Rename(name, target)
	})
	if err != nil {
		return err
	}
	if err := syncAll(s.root, present); err != nil {
		return err
	}
	return syncAll(s.root, missing)
}
