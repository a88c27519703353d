package result

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// folding is a disk that does not distinguish the case of names, as those of Windows and macOS: it has the lower one of all.
type folding struct{ filesys.FS }

func (f folding) OpenFile(name string, flag int) (filesys.File, error) {
	return f.FS.OpenFile(strings.ToLower(name), flag)
}
func (f folding) Mkdir(name string) error                { return f.FS.Mkdir(strings.ToLower(name)) }
func (f folding) Remove(name string) error               { return f.FS.Remove(strings.ToLower(name)) }
func (f folding) Lstat(name string) (fs.FileInfo, error) { return f.FS.Lstat(strings.ToLower(name)) }
func (f folding) ReadDir(name string) ([]fs.DirEntry, error) {
	return f.FS.ReadDir(strings.ToLower(name))
}
func (f folding) SyncDir(name string) error { return f.FS.SyncDir(strings.ToLower(name)) }
func (f folding) Rename(from, to string) error {
	return f.FS.Rename(strings.ToLower(from), strings.ToLower(to))
}

// disks are the two kinds of disks.
var disks = map[string]func(*filesys.Root) filesys.FS{
	"as it is": func(r *filesys.Root) filesys.FS { return r },
	"folding":  func(r *filesys.Root) filesys.FS { return folding{r} },
}

// stageOn finishes a stage that leaves files, in a directory on a disk.
func stageOn(t *testing.T, disk func(*filesys.Root) filesys.FS, path string, mode Mode, stages ...[]string) error {
	t.Helper()
	root, _, err := filesys.Make(path)
	must.Do(t, err)
	d := must.Get(ClaimOn(disk(root), path, mode))(t)
	defer d.Close()
	for _, names := range stages {
		var files []File
		for _, name := range names[1:] {
			f, err := d.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, names[0]+" "+name); return err })
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if err := d.Finish(names[0], names[0], files); err != nil {
			return err
		}
	}
	return d.Settle()
}

// Names of one run that differ in case alone, or in how a letter is encoded, are refused on every disk.
func TestTwinsAreRefused(t *testing.T) {
	for name, disk := range disks {
		for _, stages := range [][][]string{
			{{"s", "run.Dev.txt", "run.dev.txt"}},
			{{"s", "a/RUN"}, {"t", "A/run"}},
			{{"s", "caf\u00e9"}, {"t", "cafe\u0301"}},
			{{"s", "o\u03c3"}, {"t", "O\u03a3"}, {"u", "o\u03c2"}},
		} {
			err := stageOn(t, disk, filepath.Join(t.TempDir(), "out"), Fresh, stages...)
			if f := new(errs.Error); !errors.As(err, &f) || f.Kind != errs.Usage || !strings.Contains(err.Error(), "cannot stand beside") {
				t.Errorf("%s: %v: %v", name, stages, err)
			}
		}
		if err := stageOn(t, disk, filepath.Join(t.TempDir(), "out"), Fresh, []string{"s", "stra\u00dfe", "strasse", "a", "b"}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A run whose names differ in case from those of the run before leaves its own files, on every disk and in every mode.
func TestTwinsOfAnEarlierRun(t *testing.T) {
	for name, disk := range disks {
		for _, mode := range []Mode{Resume, Overwrite} {
			dir := filepath.Join(t.TempDir(), "out")
			old := stageOn(t, disk, dir, Fresh, []string{"s", "run.Dev.txt", "Gone.txt"}, []string{"t", "Other.txt"})
			now := stageOn(t, disk, dir, mode, []string{"s", "run.dev.txt"}, []string{"t", "other.TXT"})
			if old != nil || now != nil {
				t.Fatalf("%s, mode %d: %v, %v", name, mode, old, now)
			}
			var got []string
			for _, line := range tree(t, dir) {
				if file, _, _ := strings.Cut(line, "="); path.Base(file) != journalName {
					got = append(got, strings.ToLower(file)+"="+line[len(file)+1:])
				}
			}
			slices.Sort(got)
			if want := []string{"other.txt=t other.TXT", "run.dev.txt=s run.dev.txt"}; !slices.Equal(got, want) {
				t.Errorf("%s, mode %d: %q", name, mode, got)
			}
		}
	}
}
