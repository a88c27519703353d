package gen_test

import (
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestCanRead: a file with or without bytes can be read; a folder and what is not there cannot.
func TestCanRead(t *testing.T) {
	dir := chaintest.Write(t, map[string]string{"text": "x", "empty": ""})
	for name, want := range map[string]bool{"text": true, "empty": true, "": false, "none": false} {
		if err := gen.CanRead(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}
