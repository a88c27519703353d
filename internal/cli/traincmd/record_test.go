package traincmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A record's files lie in its folder: neither .. nor a link leads to others.
func TestRecordsStayInTheirFolder(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "result")
	os.Mkdir(folder, 0o777)
	os.WriteFile(filepath.Join(dir, "secret.tsv"), []byte("secret\n"), 0o666)
	if err := os.Symlink("..", filepath.Join(folder, "link")); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"../secret.tsv", "link/secret.tsv"} {
		path := filepath.Join(folder, "result.json")
		os.WriteFile(path, []byte(`{"arms":{"x":{"seeds":[{"per_query":"`+name+`"}]}}}`), 0o666)
		if _, err := openRecord(path); err == nil || !strings.Contains(err.Error(), "secret.tsv") || strings.Contains(err.Error(), "tabs") {
			t.Errorf("%s was read: %v", name, err)
		}
	}
}
