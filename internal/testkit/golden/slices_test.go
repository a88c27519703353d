package golden

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// mostBytes is how much of golden vectors the module may hold in all.
const mostBytes = 3 << 20

// files are the names of a folder's files but for what explains them.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	all := must.Get(os.ReadDir(filepath.Join(root(t), filepath.FromSlash(folder))))(t)
	for _, f := range all {
		if f.Name() != "README.md" {
			names = append(names, f.Name())
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s has no vectors", folder)
	}
	return names
}

func TestSlicesArePartOfTheWhole(t *testing.T) {
	for of, folder := range slices {
		for _, name := range files(t, folder) {
			t.Run(of+"/"+name, func(t *testing.T) {
				whole := map[string]bool{}
				for _, line := range lines(t, SharedPath(t, "golden", of, name)) {
					whole[line] = true
				}
				for i, line := range lines(t, filepath.Join(root(t), filepath.FromSlash(folder), name)) {
					if !whole[line] {
						t.Errorf("line %d is not in the whole file", i+1)
					}
				}
			})
		}
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(string(Contents(t, file)), "\n"), "\n")
}

// TestOwnVectorsHaveTheirScript: what asked for the answers lies beside them.
func TestOwnVectorsHaveTheirScript(t *testing.T) {
	for of, folder := range moduleFolders {
		if !exists(filepath.Join(root(t), filepath.FromSlash(folder), "answers.py")) {
			t.Errorf("%s: no answers.py in %s", of, folder)
		}
	}
}

func TestVectorsAreSmallAndExplained(t *testing.T) {
	total := int64(0)
	folders := map[string]string{}
	maps.Copy(folders, slices)
	maps.Copy(folders, moduleFolders)
	for _, folder := range folders {
		dir := filepath.Join(root(t), filepath.FromSlash(folder))
		readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil {
			t.Error(err)
		}
		for _, name := range files(t, folder) {
			info := must.Get(os.Stat(filepath.Join(dir, name)))(t)
			total += info.Size()
			if !strings.Contains(string(readme), "`"+name+"`") {
				t.Errorf("%s/README.md does not say where %s comes from", folder, name)
			}
		}
	}
	if total > mostBytes {
		t.Errorf("%d bytes of golden vectors, at most %d", total, mostBytes)
	}
}
