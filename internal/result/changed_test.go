package result

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// TestCheckUnchanged: a listed file that somebody changed is bad input, even if its size and time are as before. Files of no concern,
// files that are not listed and files that are gone pass.
func TestCheckUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	d, err := Claim(dir, Fresh)
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, d, "result.json", `{"map": 0.61}`)
	if err := d.Finish("record", "key", []File{file}); err != nil {
		t.Fatal(err)
	}
	d.Close()
	path := filepath.Join(dir, "result.json")
	record := func(path string) bool { return path == "result.json" }
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	change := func(path, text string) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, before.ModTime(), before.ModTime())); err != nil {
			t.Fatal(err)
		}
	}
	change(filepath.Join(dir, "notes.json"), "mine")
	if err := CheckUnchanged(dir, func(string) bool { return true }); err != nil {
		t.Error(err)
	}
	change(path, `{"map": 0.91}`)
	bad, is := errors.AsType[*errs.Error](CheckUnchanged(dir, record))
	if !is || bad.Kind != errs.Input || bad.File != path || !strings.Contains(bad.Error(), "changed after") {
		t.Errorf("error %v", bad)
	}
	if err := CheckUnchanged(dir, func(path string) bool { return path == "notes.json" }); err != nil {
		t.Error(err)
	}
	os.Remove(path)
	if err := errors.Join(CheckUnchanged(dir, record), CheckUnchanged(filepath.Join(dir, "none"), record)); err != nil {
		t.Error(err)
	}
}
