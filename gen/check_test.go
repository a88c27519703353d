package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
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

// TestCheckStored: every byte of a run's folder and of an index is read, and a changed one is found.
func TestCheckStored(t *testing.T) {
	c := chaintest.Config(t, func(c *configs.Config) { c.Tokenize.OutputFormat = "triples" })
	folder := filepath.Join(chaintest.Folder(t), "out")
	set, err := gen.Make(t.Context(), c, folder)
	if err != nil || set.Sets[0].Pairs.Len() != 8 || len(set.Manifest.Shards) == 0 {
		t.Fatalf("%+v, %v: want the eight rows of training, and their shards", set, err)
	}
	index := filepath.Join(folder, "index")
	for _, dir := range []string{folder, index} {
		if v, err := gen.CheckStored(t.Context(), dir); err != nil || v.Files == 0 || v.Bytes == 0 || len(v.Damaged) > 0 {
			t.Errorf("%s: %+v, %v", dir, v, err)
		}
	}
	var largest string
	size := int64(0)
	files := must.Get(os.ReadDir(index))(t)
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Size() > size && !strings.HasSuffix(f.Name(), ".json") {
			largest, size = filepath.Join(index, f.Name()), info.Size()
		}
	}
	raw := must.Get(os.ReadFile(largest))(t)
	raw[0] ^= 1
	must.Do(t, os.WriteFile(largest, raw, 0o666))
	for _, dir := range []string{folder, index} {
		if v, err := gen.CheckStored(t.Context(), dir); err == nil && len(v.Damaged) == 0 {
			t.Errorf("%s: a changed byte of %s is not found", dir, largest)
		}
	}
}
