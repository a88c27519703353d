package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteNew: where the last of three files cannot be written, none is left.
func TestWriteNew(t *testing.T) {
	full := errors.New("no space left on device")
	for _, last := range []error{nil, full} {
		dir := t.TempDir()
		file := func(name string, err error) File {
			return File{filepath.Join(dir, name), func(w io.Writer) error {
				_, failed := io.WriteString(w, name)
				return errors.Join(failed, err)
			}}
		}
		err := WriteNew(file("a", nil), file("b", nil), file("c", last))
		if !errors.Is(err, last) {
			t.Error(err)
		}
		entries, failed := os.ReadDir(dir)
		if failed != nil {
			t.Fatal(failed)
		}
		if want := map[error]int{nil: 3, full: 0}[last]; len(entries) != want {
			t.Errorf("%v: %d files are left, not %d", last, len(entries), want)
		}
	}
}
