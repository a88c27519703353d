package hubcard

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestWordsOfPython: the Python package knows the same words for splits.
func TestWordsOfPython(t *testing.T) {
	source := must.Get(os.ReadFile("../../../../train/pytorch/src/axiomine/_tables.py"))(t)
	_, table, _ := strings.Cut(string(source), "SPLIT_WORDS = {")
	table, _, _ = strings.Cut(table, "}")
	python := map[string]string{}
	for _, pair := range regexp.MustCompile(`"(\w+)": "(\w+)"`).FindAllStringSubmatch(table, -1) {
		python[pair[1]] = pair[2]
	}
	program := maps.Clone(configs.SplitWords)
	for _, split := range configs.SplitNames {
		word, _, _ := strings.Cut(split, ".") // the words of dev.small are looked at one by one
		program[word] = word
	}
	if len(python) == 0 || !maps.Equal(python, program) {
		t.Errorf("words of Python: %v, of the program: %v", python, program)
	}
}

// TestMissing: of files that say their number among so many, those that are not there are named.
func TestMissing(t *testing.T) {
	for files, want := range map[string]string{
		"a-00000-of-00003.parquet a-00002-of-00003.parquet": "a-00001-of-00003.parquet",
		"a-00000-of-00002.parquet a-00001-of-00002.parquet": "",
		"a-1-of-2.csv a-2-of-2.csv":                         "",
		"a-2-of-2.csv":                                      "a-1-of-2.csv",
		"d/a-0-of-2.csv e/a-1-of-2.csv b-0-of-1.csv":        "d/a-1-of-2.csv e/a-0-of-2.csv",
		"a-0-of-2.csv.gz":                                   "a-1-of-2.csv.gz",
		"two-of-three.csv a-000-of-2.csv":                   "",
		"a-00000-of-99999.csv":                              "20",
	} {
		got := Missing(strings.Fields(files))
		if text := strings.Join(got, " "); text != want && fmt.Sprint(len(got)) != want {
			t.Errorf("%s: %s, want %s", files, text, want)
		}
	}
}
