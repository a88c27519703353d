package read

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestNamesInCapitals: a folder is read the same when all names in it are in capitals, as some shops and disks have them. The mock-ups are
// those of testdata/hub that have no card, since a card spells the names of its files.
func TestNamesInCapitals(t *testing.T) {
	folders := must.Get(os.ReadDir(filepath.Join("testdata", "hub")))(t)
	n := 0
	for _, folder := range folders {
		dir := filepath.Join("testdata", "hub", folder.Name())
		want, bad := Discover(dir, Auto)
		if !folder.IsDir() || bad != nil || hasCard(dir) {
			continue
		}
		n++
		got, err := Discover(inCapitals(t, dir), Auto)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		must.Same(t, partsOf(t, got), partsOf(t, want), "%s", dir)
	}
	if n < 10 {
		t.Errorf("%d folders", n)
	}
}

func hasCard(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "README.md"))
	return err == nil
}

// inCapitals copies a folder and writes all names in capitals.
func inCapitals(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	must.Do(t, filepath.WalkDir(dir, func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		putAt(t, filepath.Join(to, strings.ToUpper(name)), string(raw))
		return err
	}))
	return to
}

// read is what a collection holds.
type read struct {
	Format    Format
	Documents []corpus.Doc
	Queries   map[string][]corpus.Query
	Qrels     map[string][]corpus.Qrel
}

// partsOf reads all parts of a collection.
func partsOf(t *testing.T, l Layout) read {
	t.Helper()
	docs, err := collect(l.Documents, l.Format, Options{}, nil)
	r := read{l.Format, docs, map[string][]corpus.Query{}, map[string][]corpus.Qrel{}}
	for _, split := range l.Splits() {
		if err == nil {
			r.Queries[split], r.Qrels[split], err = l.Split(context.Background(), split, Options{}, new(Report))
		}
	}
	must.Do(t, err)
	return r
}
