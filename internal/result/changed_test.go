package result

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestCheckUnchanged: a listed file that somebody changed is bad input, even if its size and time are as before. Files of no concern,
// files that are not listed and files that are gone pass.
func TestCheckUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	d := must.Get(Claim(dir, Fresh))(t)
	file := write(t, d, "result.json", `{"map": 0.61}`)
	must.Do(t, d.Finish("record", "key", []File{file}))
	d.Close()
	path := filepath.Join(dir, "result.json")
	record := func(path string) bool { return path == "result.json" }
	before := must.Get(os.Stat(path))(t)
	change := func(path, text string) {
		t.Helper()
		must.Do(t, errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, before.ModTime(), before.ModTime())))
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

// TestPipesAreRefused: a pipe that stands for a journal, or for a file that it lists, is bad input; nothing waits for its other end.
func TestPipesAreRefused(t *testing.T) {
	makePipe, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"result.json", journalName} {
		dir := filepath.Join(t.TempDir(), "out")
		d, err := Claim(dir, Fresh)
		must.Do(t, err)
		must.Do(t, d.Finish("record", "key", []File{write(t, d, "result.json", "1")}))
		d.Close()
		path := filepath.Join(dir, name)
		must.Do(t, errors.Join(os.Remove(path), exec.Command(makePipe, path).Run()))
		err = CheckUnchanged(dir, func(string) bool { return true })
		if bad, is := errors.AsType[*errs.Error](err); !is || bad.Kind != errs.Input || bad.File != path {
			t.Errorf("%s: error %v", name, err)
		}
		v, err := Verify(t.Context(), dir)
		bad, is := errors.AsType[*errs.Error](err)
		if refused := is && bad.File == path; name == journalName && !refused || name != journalName && len(v.Damaged) != 1 {
			t.Errorf("%s: %+v, error %v", name, v, err)
		}
	}
}
