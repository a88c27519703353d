package read

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestFoldersWithoutDoubt: a card decides on files and splits; a file that is missing is named; a table with a log is refused, also by the
// folder of its data; documents of TREC may lie in a folder corpus.
func TestFoldersWithoutDoubt(t *testing.T) {
	card := func(files ...string) string {
		return "---\nconfigs:\n- data_files:\n" + strings.Join(files, "") + "---\n"
	}
	of := func(split, path string) string { return "  - split: " + split + "\n    path: '" + path + "'\n" }
	for name, c := range map[string]struct {
		files []string // names; each has rows of its own, but for a card
		card  string
		open  string // the folder in it
		want  string // its splits, and what is not read; or an error
	}{
		"a card":            {[]string{"data/a.csv", "data/b.csv"}, card(of("train", "data/a.csv"), of("test", "data/b.csv")), "", "train test"},
		"against names":     {[]string{"train-a.csv", "train-b.csv"}, card(of("train", "train-a.csv"), of("validation", "*-b.csv")), "", "train dev"},
		"its data":          {[]string{"data/a.csv", "data/b.csv"}, card(of("train", "data/a.csv"), of("test", "data/b.csv")), "data", "train test"},
		"not of the card":   {[]string{"a.csv", "b.csv"}, card(of("train", "a.csv")), "", "train b.csv: " + unnamed},
		"in two splits":     {[]string{"a.csv", "b.csv"}, card(of("train", "*.csv"), of("test", "b.csv")), "", "it gives b.csv several splits: test, train"},
		"a stale card":      {[]string{"a.csv", "b.csv"}, card(of("train", "c.csv")), "", "all"},
		"a large card":      {[]string{"a.csv"}, card(of("train", "a.csv")) + strings.Repeat("words\n", 1<<20), "", "it has more than 4 MiB"},
		"a missing file":    {[]string{"train-00000-of-00003.csv", "train-00002-of-00003.csv"}, "", "", "train train-00001-of-00003.csv: " + absent},
		"Delta":             {[]string{"a.csv", "_delta_log/0.json"}, "", "", "a table of Delta"},
		"Hudi":              {[]string{"a.csv", ".hoodie/hoodie.properties"}, "", "", "a table of Hudi"},
		"Iceberg":           {[]string{"data/a.csv", "metadata/1.metadata.json"}, "", "", "a table of Iceberg"},
		"data of Iceberg":   {[]string{"data/a.csv", "metadata/1.metadata.json"}, "", "data", "a table of Iceberg"},
		"documents of TREC": {[]string{"corpus/docs.trec"}, "", "", "trec"},
	} {
		dir := t.TempDir()
		for i, file := range append(c.files, "README.md") {
			path := filepath.Join(dir, file)
			text := fmt.Sprintf("query,passage,label\nq%d,p%[1]d,1\nq%[1]d,r%[1]d,0\n", i)
			switch {
			case strings.HasSuffix(file, ".trec"):
				text = "<DOC>\n<DOCNO>1</DOCNO>\nwords\n</DOC>\n"
			case strings.HasSuffix(file, ".json"):
				text = `{"format-version": 2}`
			case file == "README.md" && c.card == "":
				continue
			case file == "README.md":
				text = c.card
			}
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
			must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		}
		l, err := Search{Format: Auto}.In(filepath.Join(dir, c.open))
		got := strings.Join(append(l.Splits(), l.Unread.Lines()...), " ")
		if l.Format == TREC {
			got = "trec"
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if l.Format == TREC {
			continue
		}
		_, _, errRows := TrainingFiles(filepath.Join(dir, c.open), Options{})
		if isRefused := err != nil && name != "in two splits" && name != "a large card"; isRefused != (errRows != nil) {
			t.Errorf("%s: the files of rows: %v, and the layout: %v", name, errRows, err)
		}
	}
}

// TestPaths: commas divide a list of files, but not the name of one that is there; the missing one of several is named by itself.
func TestPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.tsv", "b,c.tsv", "d1.tsv", "d2.tsv"} {
		must.Do(t, os.WriteFile(name, nil, 0o666))
	}
	for path, want := range map[string]string{"a.tsv": "a.tsv", "b,c.tsv": "b,c.tsv", "a.tsv, b,c.tsv": "a.tsv|b,c.tsv", "a.tsv,,d*.tsv": "a.tsv|d1.tsv|d2.tsv",
		"none.tsv,a.tsv": "none.tsv|a.tsv", "none.tsv,never.tsv": "none.tsv,never.tsv", "": ""} {
		must.Equal(t, strings.Join(paths(path), "|"), want, "%q", path)
	}
}
