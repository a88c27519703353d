package partition

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestSweepJob: every file of a killed worker that cannot be removed is in the error, not the last one alone; the others are removed.
func TestSweepJob(t *testing.T) {
	dir := t.TempDir()
	names := []string{strings.Repeat("a", 16), strings.Repeat("b", 16), strings.Repeat("c", 16)}
	for i, name := range names {
		path := filepath.Join(dir, sharesDir, unfinished+name+unfinishedEnd)
		if i < 2 {
			path = filepath.Join(path, "a folder that is not empty")
		}
		must.Do(t, os.MkdirAll(path, 0o777))
	}
	err := SweepJob(dir)
	if err == nil || !strings.Contains(err.Error(), names[0]) || !strings.Contains(err.Error(), names[1]) {
		t.Errorf("%v, want both folders in it", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, sharesDir, "*")); len(left) != 2 {
		t.Errorf("left are %v", left)
	}
}
