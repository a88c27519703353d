package house_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// longest is the number of characters that a line may have, a tab being one.
const longest = 140

// TestLines: every line can be read beside another. Tables of pages are as wide as they are, and so are expected files in testdata.
func TestLines(t *testing.T) {
	seen := map[string]int{}
	err := filepath.WalkDir(root, func(name string, item fs.DirEntry, err error) error {
		switch base := filepath.Base(name); {
		case err != nil:
			return err
		case item.IsDir() && name != root && (base == "testdata" || base == "cache" || base == "dist" || base == "out" || base == "demo-out" ||
			base[0] == '.' && base != ".ci"):
			return filepath.SkipDir
		case item.IsDir() || !slices.Contains([]string{".go", ".md", ".yaml", ".yml"}, filepath.Ext(base)):
			return nil
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		seen[filepath.Ext(name)]++
		number := 0
		for line := range strings.Lines(string(raw)) {
			number++
			line = strings.TrimRight(line, "\r\n")
			if n := utf8.RuneCountInString(line); n > longest && !strings.HasPrefix(line, "|") {
				t.Errorf("%s:%d: %d characters: break the line before %d", name, number, n, longest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{".go", ".md", ".yaml"} {
		if seen[kind] == 0 {
			t.Errorf("no %s file found: the test looks in the wrong place", kind)
		}
	}
}
