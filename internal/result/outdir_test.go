package result

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func write(t *testing.T, d *Dir, name, text string) File {
	t.Helper()
	return must.Get(d.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }))(t)
}

// overwrite puts a result without files in the place of the old one.
func overwrite(t *testing.T, path string) {
	t.Helper()
	d := must.Get(Claim(path, Overwrite))(t)
	must.Do(t, errors.Join(d.Settle(), d.Close()))
}

func TestResumeKeepsOnlyWhatStillHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	d := must.Get(Claim(path, Fresh))(t)
	must.Do(t, d.Finish("index", "k1", []File{write(t, d, "a/b.txt", "one")}))
	if _, err := Claim(path, Fresh); err == nil {
		t.Fatal("a directory with files was taken without --resume or --overwrite")
	} else if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Usage {
		t.Errorf("error %v is not a usage fault", err)
	}
	r := must.Get(Claim(path, Resume))(t)
	if files, ok := r.FinishedFiles("index", "k1"); !ok || len(files) != 1 || files[0].Path != "a/b.txt" {
		t.Errorf("Finished = %v, %v", files, ok)
	}
	if _, ok := r.FinishedFiles("index", "k2"); ok {
		t.Error("a stage with another key counts as finished")
	}
	os.WriteFile(filepath.Join(path, "a/b.txt"), []byte("two"), 0o666)
	if _, ok := r.FinishedFiles("index", "k1"); ok {
		t.Error("a stage whose file changed counts as finished")
	}
}

func TestOverwriteRemovesOnlyItsOwn(t *testing.T) {
	path := t.TempDir()
	d, _ := Claim(path, Fresh)
	must.Do(t, d.Finish("s", "k", []File{write(t, d, "ours", "1")}))
	os.WriteFile(filepath.Join(path, "theirs"), nil, 0o666)
	overwrite(t, path)
	if _, err := os.Stat(filepath.Join(path, "ours")); err == nil {
		t.Error("our file was kept")
	}
	if _, err := os.Stat(filepath.Join(path, "theirs")); err != nil {
		t.Error("a file that the journal does not list was removed")
	}
}

// A directory below is removed with what its own journal lists, whether it was finished or not; a foreign one stays.
func TestOverwriteRemovesBelow(t *testing.T) {
	path := t.TempDir()
	d, _ := Claim(path, Fresh)
	for _, name := range []string{"cells/a", "cells/b"} {
		cell := must.Get(d.Subdir(name))(t)
		must.Do(t, cell.Finish("train", "k", []File{write(t, cell, "models/m", "1")}))
	}
	os.WriteFile(filepath.Join(path, "cells/b/theirs"), nil, 0o666)
	other, _ := Claim(filepath.Join(path, "other"), Fresh)
	must.Do(t, other.Finish("s", "k", []File{write(t, other, "kept", "1")}))
	again := must.Get(Claim(path, Resume))(t)
	if cell, err := again.Subdir("cells/a"); err != nil {
		t.Fatal(err)
	} else if _, ok := cell.FinishedFiles("train", "k"); !ok {
		t.Error("a resumed directory below forgot its stage")
	}
	overwrite(t, path)
	for name, want := range map[string]bool{"cells/a": false, "cells/b/models": false, "cells/b/.journal": false, "cells/b/theirs": true,
		"other/kept": true} {
		if _, err := os.Stat(filepath.Join(path, name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new")
	d := must.Get(Claim(path, Fresh))(t)
	broken := errors.New("disk full")
	if _, err := d.WriteFile("sub/f", func(w io.Writer) error { io.WriteString(w, "half"); return broken }); !errors.Is(err, broken) {
		t.Errorf("error = %v", err)
	}
	must.Do(t, d.Close())
	if _, err := os.Stat(path); err == nil {
		t.Error("the directory made for a failed run is still there")
	}
}

func TestJournalDoesNotTellTheOrderOfStages(t *testing.T) {
	journal := func(stages ...string) string {
		path := t.TempDir()
		d := must.Get(Claim(path, Fresh))(t)
		for _, s := range stages {
			must.Do(t, d.Finish(s, "k", []File{write(t, d, s, s)}))
		}
		must.Do(t, d.Settle())
		raw := must.Get(os.ReadFile(filepath.Join(path, journalName)))(t)
		return string(raw)
	}
	if a, b := journal("x", "y", "z"), journal("z", "x", "y", "x"); a != b || strings.Count(a, "\n") != 3 {
		t.Errorf("journals differ:\n%s\n%s", a, b)
	}
}

func TestJournalCutByACrash(t *testing.T) {
	path := t.TempDir()
	d, _ := Claim(path, Fresh)
	must.Do(t, d.Finish("first", "k", []File{write(t, d, "a", "1")}))
	f := must.Get(os.OpenFile(filepath.Join(path, journalName), os.O_APPEND|os.O_WRONLY, 0))(t)
	f.WriteString(`{"stage":"second","key":"k","fil`)
	f.Close()
	r := must.Get(Claim(path, Resume))(t)
	must.Do(t, r.Finish("third", "k", []File{write(t, r, "c", "3")}))
	again := must.Get(Claim(path, Resume))(t)
	for stage, want := range map[string]bool{"first": true, "second": false, "third": true} {
		if _, ok := again.FinishedFiles(stage, "k"); ok != want {
			t.Errorf("%s finished: %v", stage, ok)
		}
	}
}

func TestAStageRemovesWhatItNoLongerWrites(t *testing.T) {
	path := t.TempDir()
	d, _ := Claim(path, Fresh)
	old := []File{write(t, d, "run.train", "1"), write(t, d, "run.dev", "2")}
	must.Do(t, errors.Join(d.Finish("retrieve", "k1", old), d.Finish("retrieve", "k2", []File{write(t, d, "run.dev", "3")})))
	if _, err := os.Stat(filepath.Join(path, "run.train")); err == nil {
		t.Error("a file of the stage's earlier key is still there")
	}
	if _, ok := d.FinishedFiles("retrieve", "k2"); !ok {
		t.Error("the new file is gone")
	}
}

func TestForeignDirectoriesAreLeftAlone(t *testing.T) {
	path := t.TempDir()
	os.WriteFile(filepath.Join(path, "film.part"), []byte("half a download"), 0o666)
	os.WriteFile(filepath.Join(path, "manifest.json"), []byte("{}"), 0o666)
	for _, mode := range []Mode{Fresh, Resume, Overwrite} {
		if _, err := Claim(path, mode); err == nil {
			t.Errorf("mode %d takes a directory that holds no run", mode)
		}
	}
	if list, _ := os.ReadDir(path); len(list) != 2 {
		t.Errorf("left: %v", list)
	}
}

// What lies aside has no part in the directory: it is on its disk, and gone when it was used.
func TestAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	d := must.Get(Claim(path, Fresh))(t)
	write(t, d, "kept.txt", "x")
	below := must.Get(d.Subdir("cells/1"))(t)
	at := ""
	must.Do(t, below.Aside(func(aside *Dir) error {
		f := write(t, aside, "shards/a.txt", "y")
		at = aside.Path(f.Path)
		if raw, err := os.ReadFile(at); err != nil || string(raw) != "y" {
			t.Errorf("%q, %v", raw, err)
		}
		if !strings.HasPrefix(at, path+string(filepath.Separator)) {
			t.Errorf("%s is not below %s", at, path)
		}
		return aside.Finish("shards", "key", []File{f})
	}))
	if _, err := os.Stat(filepath.Dir(filepath.Dir(at))); !os.IsNotExist(err) {
		t.Errorf("%s is still there", at)
	}
	if _, ok := below.FinishedFiles("shards", "key"); ok {
		t.Error("what was finished aside counts here")
	}
	must.Do(t, d.Close())
}

// A batch records all its files; after an error it writes and records nothing more.
func TestBatch(t *testing.T) {
	d := must.Get(Claim(filepath.Join(t.TempDir(), "out"), Fresh))(t)
	whole := d.Batch()
	whole.Write("a.txt", func(w io.Writer) error { _, err := io.WriteString(w, "a"); return err })
	whole.WriteJSON("b.json", 1)
	must.Do(t, whole.Finish("whole", "k"))
	if files, ok := d.FinishedFiles("whole", "k"); !ok || len(files) != 2 || files[1].Path != "b.json" {
		t.Errorf("%v, %v", files, ok)
	}
	broken, want := d.Batch(), errors.New("disk full")
	broken.Write("c.txt", func(io.Writer) error { return want })
	broken.WriteJSON("d.json", 1)
	if err := broken.Finish("broken", "k"); !errors.Is(err, want) || !errors.Is(broken.Err(), want) || len(broken.Files) > 0 {
		t.Errorf("%v, %v", err, broken.Files)
	}
	if _, ok := d.FinishedFiles("broken", "k"); ok {
		t.Error("a broken batch is finished")
	}
}
