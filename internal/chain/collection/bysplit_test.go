package collection

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each file of a list counts, or is refused before any work: one that another hides, and splits whose files one folder cannot hold.
func TestBySplit(t *testing.T) {
	for _, c := range []struct {
		text  string
		files int
		want  string // the error; "" for none
	}{
		{"", 0, ""},
		{"a", 1, ""},
		{"train=a,dev=b", 2, ""},
		{"a,b", 0, "two files without a split: a and b"},
		{"dev=a,train=b,dev=c", 0, "two files for the split dev: a and c"},
		{"dev=a,Dev=b", 0, "the splits Dev and dev: many disks do not distinguish such names"},
		{"\u00e9=a,e\u0301=b", 0, "many disks"},
	} {
		files, err := ParseBySplit("--topics", c.text)
		if len(files) != c.files && c.want == "" || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v", c.text, files, err)
		}
	}
}

// Names of files that are there may hold commas and equals signs, alone and in a list.
func TestBySplitOfOddNames(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a,b", "train=a", "a,dev=b", "plain"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string][]string{
			path:                                   {path},
			"dev=" + path:                          {path},
			"dev=" + path + ",test=" + path:        {path, path},
			"dev=" + path + ",test=nosuch":         {path, "nosuch"},
			"train=nosuch,dev=" + path + ",x=more": {path, "more", "nosuch"},
		} {
			files, err := ParseBySplit("--topics", text)
			if got := slices.Sorted(maps.Values(files)); err != nil || !slices.Equal(got, want) {
				t.Errorf("%q: %q, %v; want %q", text, got, err, want)
			}
		}
	}
}
