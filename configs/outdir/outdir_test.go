package outdir

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/configs/fault"
)

func write(t *testing.T, d *Dir, name, text string) File {
	t.Helper()
	f, err := d.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestResumeKeepsOnlyWhatStillHolds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	d, err := Claim(path, Fresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Finish("index", "k1", []File{write(t, d, "a/b.txt", "one")}); err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(path, Fresh); err == nil {
		t.Fatal("a directory with files was taken without --resume or --overwrite")
	} else if e := new(fault.Error); !errors.As(err, &e) || e.Kind != fault.Usage {
		t.Errorf("error %v is not a usage fault", err)
	}
	os.WriteFile(filepath.Join(path, "x.part"), nil, 0o666)
	r, err := Claim(path, Resume)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(path, "x.part")); err == nil {
		t.Error("a part file of an earlier run is still there")
	}
	if files, ok := r.Finished("index", "k1"); !ok || len(files) != 1 || files[0].Path != "a/b.txt" {
		t.Errorf("Finished = %v, %v", files, ok)
	}
	if _, ok := r.Finished("index", "k2"); ok {
		t.Error("a stage with another key counts as finished")
	}
	os.WriteFile(filepath.Join(path, "a/b.txt"), []byte("two"), 0o666)
	if _, ok := r.Finished("index", "k1"); ok {
		t.Error("a stage whose file changed counts as finished")
	}
}

func TestOverwriteRemovesOnlyItsOwn(t *testing.T) {
	path := t.TempDir()
	d, _ := Claim(path, Fresh)
	if err := d.Finish("s", "k", []File{write(t, d, "ours", "1")}); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(path, "theirs"), nil, 0o666)
	if _, err := Claim(path, Overwrite); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(path, "ours")); err == nil {
		t.Error("our file was kept")
	}
	if _, err := os.Stat(filepath.Join(path, "theirs")); err != nil {
		t.Error("a file that the journal does not list was removed")
	}
}

func TestFailedWriteLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new")
	d, err := Claim(path, Fresh)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("disk full")
	if _, err := d.WriteFile("sub/f", func(w io.Writer) error { io.WriteString(w, "half"); return broken }); !errors.Is(err, broken) {
		t.Errorf("error = %v", err)
	}
	d.Abandon()
	if _, err := os.Stat(path); err == nil {
		t.Error("the directory made for a failed run is still there")
	}
}
