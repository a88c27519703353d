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

// Overwrite builds the new result in a folder below the directory, and so on the same disk and under the same lock. The old result does not
// change until the new one is complete. The folder's name shows the state of a stopped overwriting:
//
//	unfinishedFolder   the new result is incomplete; the old result is complete
//	wholeFolder        the new result is complete and valid; while the folder has a journal, the files of the old result are being
//	                   removed; afterwards the new files get their final names
//
// The next claim of the directory finishes an overwriting whose result is complete. The user's own files are not moved.
const (
	unfinishedFolder = ".overwrite-unfinished"
	wholeFolder      = ".overwrite-whole"
)

// choosePlace finishes an overwriting whose result is complete, then decides whether the command builds beside an old result.
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
		if d.clear, err = isMissing(s.root, path.Join(unfinishedFolder, journalName)); err != nil {
			return err
		}
	case Overwrite:
		nothing, err := isMissing(s.root, journalName)
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

// isMissing reports whether no file or folder of this name is below the root.
func isMissing(root filesys.FS, name string) (bool, error) {
	_, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	return false, err
}

// hasFolder reports whether the root has a folder of this name. A file of this name belongs to the user.
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

// rootStore returns the store of the claimed directory itself, with an empty journal that has not been read.
func rootStore(s *store) *store { return newStore(s.path, s.root, s.lock) }

// checkOld returns an error if a journal of the old result names a path outside the directory.
func checkOld(s *store) error {
	old := rootStore(s)
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
func rename(root filesys.FS, oldName, newName string) error {
	if err := root.Rename(oldName, newName); err != nil {
		return err
	}
	return root.SyncDir(".")
}

// finishOverwriting ends an overwriting whose result is complete, at whatever step it was stopped. The new journal replaces the old one
// after the old files are removed and before the new files get their names. So the journal at the root always describes the files there.
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

// replaceJournal removes the files of the old result and replaces the old journal by the new one, unless an earlier process has done so.
func replaceJournal(s *store) error {
	next := path.Join(wholeFolder, journalName)
	if replaced, err := isMissing(s.root, next); err != nil || replaced {
		return err
	}
	old := rootStore(s)
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

// moveUp moves the files of the new result to the root. It syncs the folders that get names before the folders that lose them.
func moveUp(s *store) error {
	final := rootStore(s)
	var present, missing []string
	err := filesys.Walk(s.root, wholeFolder, func(name string, item fs.DirEntry) error {
		target := strings.TrimPrefix(name, wholeFolder+"/")
		folder := path.Dir(target)
		if item.IsDir() {
			folder = target
		}
		if err := final.folders.make(s.root, folder); err != nil || item.IsDir() {
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
