package filesys

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// opened returns a root in a folder of the test.
func opened(t *testing.T) (r *Root, dir string) {
	t.Helper()
	dir = t.TempDir()
	r = must.Get(Open(dir))(t)
	t.Cleanup(func() { r.Close() })
	return r, dir
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// content returns a file's text, or the end of its error.
func content(fsys FS, name string) string {
	raw, err := readFile(fsys, name)
	if err != nil {
		return "error " + errors.Unwrap(err).Error()
	}
	return string(raw)
}

// TestFiles: a file is written whole, replaced whole, and left as it was where writing fails.
func TestFiles(t *testing.T) {
	r, dir := opened(t)
	if err := WriteFile(r, "a", text("one")); err != nil || content(r, "a") != "one" {
		t.Errorf("%s, %v", content(r, "a"), err)
	}
	if err := WriteFile(r, "a", text("two")); !errors.Is(err, fs.ErrExist) || content(r, "a") != "one" {
		t.Errorf("a file that is there is written again: %s, %v", content(r, "a"), err)
	}
	if err := Replace(r, "a.new", "a", text("two")); err != nil || content(r, "a") != "two" || content(r,
		"a.new") != "error no such file or directory" {
		t.Errorf("%s, %v", content(r, "a"), err)
	}
	fault := errors.New("full")
	half := func(w io.Writer) error { return errors.Join(text("th")(w), fault) }
	if err := Replace(r, "a.new", "a", half); !errors.Is(err, fault) || content(r, "a") != "two" || content(r, "a.new") == "th" {
		t.Errorf("a broken write leaves %s and %s, %v", content(r, "a"), content(r, "a.new"), err)
	}
	must.Do(t, r.Mkdir("folder"))
	if err := Replace(r, "a.new", "folder", text("x")); err == nil || content(r, "a.new") == "x" {
		t.Errorf("a folder is replaced by a file, or the temporary one stays: %v", err)
	}
	must.Equal(t, r.Path("x/y"), filepath.Join(dir, "x", "y"), "path")
}

// TestErrorsNameThePath: an error has the whole path, and the operation in words of the system.
func TestErrorsNameThePath(t *testing.T) {
	r, dir := opened(t)
	for name, err := range map[string]error{ // unlinkat and the like are no words of the command line
		"open":   func() error { _, err := r.OpenFile("none/x", Read); return err }(),
		"lstat":  func() error { _, err := r.Lstat("none/x"); return err }(),
		"unlink": r.Remove("none/x"),
		"mkdir":  r.Mkdir("none/x"),
		"rename": r.Rename("none/y", "none/x"),
	} {
		var path *fs.PathError
		if !errors.As(err, &path) || path.Path != filepath.Join(dir, "none", "x") || !errors.Is(err, fs.ErrNotExist) ||
			strings.HasSuffix(path.Op, "at") && !strings.HasSuffix(path.Op, "stat") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := r.ReadDir("none"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), filepath.Join(dir, "none")) {
		t.Error(err)
	}
	if err := r.SyncDir("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestStaysInside: neither a name nor a link leads out of the folder.
func TestStaysInside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right there")
	}
	r, dir := opened(t)
	must.Do(t, os.Symlink(t.TempDir(), filepath.Join(dir, "link")))
	want := filepath.Join(dir, "link",
		"x") + ": a link leads out of the directory; hint: it was changed or made by others: name another directory"
	if err := WriteFile(r, "link/x", text("x")); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := r.OpenFile("../x", Create); err == nil {
		t.Error("a file beside the folder is made")
	}
	if err := RemoveAll(r, "link"); err != nil { // the link, not what it leads to
		t.Error(err)
	}
}

// TestWalk: files by name, folders behind what they hold; a folder is removed with all of it, and one that is not there needs no removal.
func TestWalk(t *testing.T) {
	r, _ := opened(t)
	for _, name := range []string{"b", "b/c", "d"} {
		must.Do(t, r.Mkdir(name))
	}
	for _, name := range []string{"a", "b/x", "b/c/y"} {
		must.Do(t, WriteFile(r, name, text("")))
	}
	var names []string
	note := func(name string, _ fs.DirEntry) error { names = append(names, name); return nil }
	if err := Walk(r, ".", note); err != nil || fmt.Sprint(names) != "[a b/c/y b/c b/x b d]" {
		t.Errorf("%v, %v", names, err)
	}
	names = nil
	if err := Walk(Sub(r, "b"), ".", note); err != nil || fmt.Sprint(names) != "[c/y c x]" {
		t.Errorf("below b: %v, %v", names, err)
	}
	stop := errors.New("stop")
	must.Equal(t, Walk(r, ".", func(string, fs.DirEntry) error { return stop }), stop)
	for _, name := range []string{"b", "a", "none"} {
		if err := RemoveAll(r, name); err != nil {
			t.Error(err)
		}
	}
	names = nil
	if err := Walk(r, ".", note); err != nil || fmt.Sprint(names) != "[d]" {
		t.Errorf("%v is left, %v", names, err)
	}
}

// TestBelow: a folder of a file system is one of its own.
func TestBelow(t *testing.T) {
	r, dir := opened(t)
	must.Do(t, r.Mkdir("b"))
	b := Sub(r, "b")
	must.Do(t, errors.Join(WriteFile(b, "x", text("1")), b.Rename("x", "y"), b.Mkdir("c"), b.SyncDir("c"), b.Close()))
	if content(r, "b/y") != "1" || b.Path("y") != filepath.Join(dir, "b", "y") {
		t.Errorf("%s at %s", content(r, "b/y"), b.Path("y"))
	}
	if info, err := b.Lstat("c"); err != nil || !info.IsDir() {
		t.Error(err)
	}
	if err := b.Remove("c"); err != nil {
		t.Error(err)
	}
}

// TestMake: folders above are made too; a file is no folder.
func TestMake(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []bool{true, false} {
		r, isNew, err := Make(filepath.Join(dir, "a", "b", "c"))
		if err != nil || isNew != want {
			t.Fatalf("time %d: new is %v, %v", i+1, isNew, err)
		}
		r.Close()
	}
	file := filepath.Join(dir, "f")
	must.Do(t, os.WriteFile(file, nil, 0o666))
	for _, name := range []string{file, filepath.Join(file, "x")} {
		if _, _, err := Make(name); err == nil || !strings.Contains(err.Error(), "not a directory") {
			t.Errorf("%s: %v, want that it is no directory", name, err)
		}
	}
}

// TestLock: a second opening of a file cannot lock it until the first is closed.
func TestLock(t *testing.T) {
	r, _ := opened(t)
	first := must.Get(r.OpenFile("lock", Create))(t)
	if err := first.Lock(); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	second := must.Get(r.OpenFile("lock", os.O_RDWR))(t)
	defer second.Close()
	must.Equal(t, second.Lock(), ErrHeld)
	must.Do(t, first.Close())
	if err := second.Lock(); err != nil {
		t.Errorf("after it was closed: %v", err)
	}
}

// readFile returns the content of a file.
func readFile(fsys FS, name string) ([]byte, error) {
	f, err := fsys.OpenFile(name, Read)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
