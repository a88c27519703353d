package train

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// here is an argument that names this very test binary, a program that is there on every system.
func here(t *testing.T) string {
	t.Helper()
	path := must.Get(os.Executable())(t)
	return "'" + path + "'"
}

// A command without a placeholder is given what the recipes take.
func TestArgumentsOfTheRecipes(t *testing.T) {
	c := must.Get(parse(here(t) + " --model M"))(t)
	got := c.fill(values{"shards": {"S"}, "candidates": {"a", "b"}, "queries": {"c", "d"}, "collection": {"T"}, "output": {"e", "f"},
		"seed": {"7"}, "threads": {"1"}})
	want := strings.Fields("--model M S --candidates a b --queries c d --collection T --output e f --seed 7 --threads 1")
	if !slices.Equal(got[1:], want) {
		t.Errorf("%q, want %q", got[1:], want)
	}
}

// The files of a command are identified by their content, in folders too. Hidden files do not count.
func TestFiles(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	write("train.py", "1")
	write("model/weights.bin", "2")
	write("model/.cache/x", "3")
	write("model/__pycache__/x", "3")
	words := []string{here(t), filepath.Join(dir, "train.py"), "--model=" + filepath.Join(dir, "model"), "nowhere", "{output}"}
	c := must.Get(parse(strings.Join(words, " ")))(t)
	names := func() (list []string) {
		files := must.Get(c.files(out))(t)
		for _, f := range files[1:] {
			list = append(list, f.Name+" "+f.SHA256[:8])
		}
		return list
	}
	before := names()
	if want := []string{"train.py 6b86b273", "model/weights.bin d4735e3a"}; !slices.Equal(before, want) {
		t.Errorf("%q, want %q", before, want)
	}
	write("model/.cache/x", "4")
	if got := names(); !slices.Equal(got, before) {
		t.Errorf("a hidden file counts: %q", got)
	}
	write("model/weights.bin", "5")
	if got := names(); slices.Equal(got, before) {
		t.Error("other weights are the same command")
	}
}

// Names and checksums are in the key of a ranking that is kept.
func TestNamedFilesKeepTheirBytes(t *testing.T) {
	got, err := json.Marshal([]namedFile{{Name: "train.py", SHA256: "ab"}})
	if want := `[{"Name":"train.py","SHA256":"ab"}]`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}
