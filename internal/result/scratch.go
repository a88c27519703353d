package result

import (
	"os"

	"github.com/axiomine/axiomine/internal/result/filesys"
)

// Scratch lets work fill a temporary directory, which is removed afterwards.
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

// Aside lets work fill a temporary directory in d, on the same disk, which is removed afterwards: by whoever takes d next where this
// process is killed.
func (d *Dir) Aside(work func(out *Dir) error) error {
	s := d.store
	folder, err := s.lock.temporary(s.root)
	if err != nil {
		return err
	}
	if err := s.root.Mkdir(folder); err != nil {
		return err
	}
	defer filesys.RemoveAll(s.root, folder) // what is left of it goes with the lock
	aside := newDir(newStore(s.root.Path(folder), s.root, s.lock), Resume)
	aside.store.prefix, aside.part = folder+"/", true
	return work(aside)
}

// CreateUnnamed returns a temporary file that no folder lists, where the system allows that: it is gone when the program is.
func CreateUnnamed() (*os.File, error) {
	file, err := os.CreateTemp("", "axiomine-")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(file.Name()) // a system that keeps it until it is closed leaves it to the cleaning of its temporary folder
	return file, nil
}
