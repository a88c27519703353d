package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestWriteFile: a file that came under the name while another was written stays, unless it may be replaced, and nothing else is left.
func TestWriteFile(t *testing.T) {
	for _, mayReplace := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "run")
		err := WriteFile(path, mayReplace, func(w io.Writer) error {
			if err := os.WriteFile(path, []byte("first"), 0o666); err != nil {
				return err
			}
			_, err := io.WriteString(w, "second")
			return err
		})
		text, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if refused := err != nil && strings.Contains(err.Error(), "exists"); refused == mayReplace || (string(text) == "second") != mayReplace {
			t.Errorf("may replace: %v: %q, %v", mayReplace, text, err)
		}
		if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
			t.Errorf("%v beside it, %v", files, err)
		}
	}
	path := filepath.Join(t.TempDir(), "run")
	must.Do(t, WriteFile(path, false, func(w io.Writer) error { _, err := io.WriteString(w, "alone"); return err }))
	if text, err := os.ReadFile(path); err != nil || string(text) != "alone" {
		t.Errorf("%q, %v", text, err)
	}
}
