package hubcard

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestUnnamed: a card leaves out the files beside those that it names; of a folder none of whose files it names it says nothing.
func TestUnnamed(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"README.md", "data/a.jsonl", "data/b.jsonl", "other/c.jsonl", "other/d.jsonl"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		text := "{}\n"
		if name == "README.md" {
			text = "---\nconfigs:\n- config_name: x\n  data_files:\n  - split: train\n    path: data/a*\n---\n"
		} else {
			files = append(files, path)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct{ asked, want []string }{
		"all":        {files, files[1:]},
		"its folder": {files[:2], files[1:2]},
		"another":    {files[2:], nil},
	} {
		got, err := Unnamed(c.asked)
		if list := slices.Sorted(maps.Keys(got)); err != nil || !slices.Equal(list, c.want) {
			t.Errorf("%s: %q left out, want %q: %v", name, list, c.want, err)
		}
	}
}
