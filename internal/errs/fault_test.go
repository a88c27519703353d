package errs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestErrorIsOneLine(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{BadInput("qrels.txt", 7, "check the columns", "%d fields, not 4", 3), "qrels.txt:7: 3 fields, not 4; hint: check the columns"},
		{BadInput("run.txt", 0, "", "empty"), "run.txt: empty"},
		{BadUsage("", "no"), "no"},
		{&Error{Kind: Input, File: "f", Problem: "cannot read", Err: errors.New("two\nlines")}, "f: cannot read: two lines"},
	} {
		must.Equal(t, c.err.Error(), c.want)
	}
	if f := new(Error); !errors.As(fmt.Errorf("stage: %w", Short("", "few")), &f) || f.Kind != Shortfall {
		t.Error("a wrapped fault is not found")
	}
}

func TestNearest(t *testing.T) {
	// By hand: hist -> hits exchanges two neighbours (one change), k2 -> k1 replaces a letter, of equals the first counts.
	names := []string{"k1", "hits", "histogram"}
	for text, want := range map[string]string{"hist": "hits", "k2": "k1", "histgram": "histogram", "": "k1"} {
		must.Equal(t, Nearest(text, names), want, "nearest to %q", text)
	}
	names = []string{"all", "output-format", "output"} // beginnings: of the names, and a name of the given one
	for text, want := range map[string]string{"out": "did you mean output? ", "output-dir": "did you mean output? ", "ou": "", "": ""} {
		must.Equal(t, Suggestion(text, names...), want, "suggestion for %q", text)
	}
	if got := Changes("abcd", "badc"); got != 2 { // two exchanges
		t.Errorf("abcd to badc takes %d changes", got)
	}
}

func TestAll(t *testing.T) {
	file, usage := BadInput("a.txt", 3, "mend it", "is wrong"), BadUsage("", "no such key")
	if All(nil, nil) != nil || All(nil, usage) != error(usage) {
		t.Error("none or one error is another one")
	}
	err := All(file, nil, usage)
	if want := "2 faults; 1: a.txt:3: is wrong (mend it); 2: no such key; hint: mend each"; err.Error() != want || ExitCode(err) != 3 {
		t.Errorf("%q with exit code %d, want %q", err, ExitCode(err), want)
	}
}

// TestCannotOpen: a name that no file can have is bad input; else it is the machine's failure. The name is said once.
func TestCannotOpen(t *testing.T) {
	loop := filepath.Join(t.TempDir(), "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for name, path := range map[string]string{"missing": file + "x", "below a file": filepath.Join(file, "x"), "loop": loop,
		"long": file + strings.Repeat("x", 5000)} {
		_, opened := os.Open(path)
		_, asked := os.Stat(path)
		_, listed := os.ReadDir(path)
		for _, err := range []error{opened, asked, listed} {
			err = CannotOpen(path, err)
			if text := err.Error(); ExitCode(err) != 3 || strings.Count(text, path) != 1 || !strings.Contains(text, "; hint: check the path") {
				t.Errorf("%s: exit %d, %q", name, ExitCode(err), text)
			}
		}
	}
	for err, want := range map[error]string{
		&fs.PathError{Op: "open", Path: file, Err: fs.ErrPermission}: file + ": cannot open: permission denied; hint: give the right to read it",
		&fs.PathError{Op: "read", Path: file, Err: syscall.EIO}:      file + ": cannot open: " + syscall.EIO.Error(),
	} {
		if fault := CannotOpen(file, err); fault.Error() != want || ExitCode(fault) != 1 {
			t.Errorf("%q, want %q", fault, want)
		}
	}
}

// TestAt: lines are those of texts, rows those of tables with types.
func TestAt(t *testing.T) {
	for want, line := range map[string]int{"a.jsonl:3": 3, "a.jsonl": 0, "-:3": 3, "a.Parquet, row 3 counted from 1": 3, "a.arrow": 0} {
		file, _, _ := strings.Cut(strings.TrimSuffix(want, ":3"), ",")
		must.Equal(t, At(file, line), want)
	}
}
