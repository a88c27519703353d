package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostBytes is how much of golden vectors the module may hold in all.
const mostBytes = 3 << 20

// elsewhere names the whole of a slice that ../shared does not have among its golden vectors.
var elsewhere = map[string]string{
	"treceval/qrels.txt": "data/cranfield/qrels.txt", // the judgements that the run is measured by
}

// ownVectors are golden vectors that are no slice: the folder has what made them.
var ownVectors = []string{"tokenize/testdata/golden"}

// files are the names of a folder's files but for what explains them.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(filepath.Join(root(t), filepath.FromSlash(folder)))
	if err != nil {
		t.Fatal(err)
	}
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
				origin, ok := elsewhere[of+"/"+name]
				if !ok {
					origin = "golden/" + of + "/" + name
				}
				whole := map[string]bool{}
				for _, line := range lines(t, Beside(t, filepath.FromSlash(origin))) {
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
	text, err := unpacked(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestVectorsAreSmallAndExplained(t *testing.T) {
	folders := ownVectors
	for _, folder := range slices {
		folders = append(folders, folder)
	}
	total := int64(0)
	for _, folder := range folders {
		dir := filepath.Join(root(t), filepath.FromSlash(folder))
		readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
		if err != nil {
			t.Error(err)
		}
		for _, name := range files(t, folder) {
			info, err := os.Stat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
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
