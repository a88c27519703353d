package hubcard

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// folder writes files, by name, into a folder of the test.
func folder(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o777))
		must.Do(t, os.WriteFile(full, []byte(text), 0o666))
	}
	return dir
}

// below returns the paths of files below a folder, separated by spaces.
func below(dir string, files []string) string {
	var names []string
	for _, file := range files {
		names = append(names, NameBelow(dir, file))
	}
	return strings.Join(names, " ")
}

// show writes configurations as NAME{SPLIT: FILES}, with files below the folder.
func show(dir string, list []Config) string {
	var parts []string
	for _, c := range list {
		var splits []string
		for _, split := range slices.Sorted(maps.Keys(c.Splits)) {
			splits = append(splits, split+": "+below(dir, c.Splits[split]))
		}
		parts = append(parts, c.Name+"{"+strings.Join(splits, ", ")+"}")
	}
	return strings.Join(parts, " ")
}

// TestTopTables: each form of a table, plain or packed, is a part by itself, but JSON, which describes the tables beside it.
func TestTopTables(t *testing.T) {
	for _, ending := range TableEndings {
		for _, packing := range []string{"", ".gz", ".ZST", ".bz2"} {
			file, want := "İ_Corpus-train-1"+ending+packing, ""
			if ending != ".json" {
				want = "İ_Corpus{train: " + file + "}"
			}
			dir := folder(t, map[string]string{file: "x"})
			if list, err := Read(dir); err != nil || show(dir, list) != want {
				t.Errorf("%s: %s, %v, want %s", file, show(dir, list), err, want)
			}
		}
	}
}

// TestRead: the card says which files a configuration has, with the patterns of the Hub's documentation; else each folder is one.
func TestRead(t *testing.T) {
	names := []string{"corpus/train-1.csv", "corpus/train-2.csv", "corpus/deep/test.csv", "queries/q.csv", ".git/x.csv", "queries/.hidden",
		"top.csv"}
	const byName = "corpus{test: corpus/deep/test.csv, train: corpus/train-1.csv corpus/train-2.csv} " +
		"queries{: queries/q.csv} top{: top.csv}"
	for _, c := range []struct{ card, want string }{
		{"", byName},
		{"# no front matter", byName},
		{"---\nlicense: mit\n---\n", byName},
		{"---\nconfigs:\n- config_name: a\n  data_files: corpus/*.csv\n---\n", "a{: corpus/train-1.csv corpus/train-2.csv}"},
		{"\ufeff---\r\nconfigs:\r\n- config_name: a\r\n  data_files: top.csv\r\n---\r\n", "a{: top.csv}"},
		{"---\nconfigs:\n- config_name: a\n  data_files: [\"**/q.csv\", \"corpus/train-?.csv\"]\n---\n",
			"a{: corpus/train-1.csv corpus/train-2.csv queries/q.csv}"},
		{"---\nconfigs:\n- config_name: a\n  data_files:\n  - split: x\n    path: [\"corpus/**\", corpus/train-1.csv]\n---\n",
			"a{x: corpus/deep/test.csv corpus/train-1.csv corpus/train-2.csv}"}, // each file once
		{"---\nconfigs:\n- config_name: a\n  data_files:\n    x: top.csv\n    y: [queries]\n---\n", "a{x: top.csv, y: queries/q.csv}"},
		{"---\nconfigs:\n- config_name: a\n  data_dir: corpus\n  data_files: deep\n- config_name: b\n  data_files: none.csv\n---\n",
			"a{: corpus/deep/test.csv}"},
		{"---\nconfigs:\n- config_name: a\n  data_files: corpus/train.1.csv\n---\n", // a point is a point
			byName},
	} {
		files := map[string]string{}
		for _, name := range names {
			files[name] = "x"
		}
		if c.card != "" {
			files[cardName] = c.card
		}
		dir := folder(t, files)
		list, err := Read(dir)
		if got := show(dir, list); err != nil || got != c.want {
			t.Errorf("%s\n%s, want\n%s (%v)", c.card, got, c.want, err)
		}
	}
	dir := folder(t, map[string]string{cardName: "---\nconfigs: [\n---\n", "a/x.csv": ""})
	_, err := Read(dir)
	want := "its configs cannot be read: "
	if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, cardName)+": "+want) ||
		!strings.HasSuffix(err.Error(), "; hint: mend the lines between --- and ---, or name the files with --collection, --topics, --qrels") {
		t.Errorf("%v, want that %s", err, want)
	}
}

// TestFoldersOfSplits: a folder in that of a part names the split of its files, and notes of save_to_disk are no files of the part.
func TestFoldersOfSplits(t *testing.T) {
	dir := folder(t, map[string]string{"qrels/train/0000.parquet": "x", "qrels/test/deep/0000.parquet": "x", "corpus/corpus/0000.parquet": "x",
		"saved/dataset_dict.json": "x", "saved/dev/state.json": "x", "saved/dev/dataset_info.json": "x", "saved/dev/data-0.arrow": "x",
		"other/state.json": "x", "queries/train-0.csv": "x", "queries/old/test-0.csv": "x"})
	list, err := Read(dir)
	want := "corpus{: corpus/corpus/0000.parquet} other{: other/state.json} " +
		"qrels{test: qrels/test/deep/0000.parquet, train: qrels/train/0000.parquet} " +
		"queries{test: queries/old/test-0.csv, train: queries/train-0.csv} saved{dev: saved/dev/data-0.arrow}"
	if got := show(dir, list); err != nil || got != want {
		t.Errorf("%s, want\n%s (%v)", got, want, err)
	}
}

// TestPart: the name of a configuration names its part of a collection; judgements precede queries and documents.
func TestPart(t *testing.T) {
	for name, want := range map[string]Part{"corpus": Documents, "Passages": Documents, "queries": Queries, "query-corpus": Queries,
		"qrels": Qrels, "queries-qrels": Qrels, "judgements": Qrels, "top_ranked": Ranked, "default": Other, "examples": Queries} {
		if got, _ := (Config{Name: name}).Part(); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// TestSaved: folders as save_to_disk of datasets 4.0 writes them.
func TestSaved(t *testing.T) {
	const state = `{"_data_files": [{"filename": "data-1.arrow"}, {"filename": "data-0.arrow"}], "_split": "train"}`
	dir := folder(t, map[string]string{"dict/dataset_dict.json": `{"splits": ["train", "Test-2"]}`, "dict/train/state.json": state,
		"dict/train/data-0.arrow": "", "dict/train/data-1.arrow": "", "dict/Test-2/state.json": state, "dict/Test-2/data-0.arrow": "",
		"dict/Test-2/data-1.arrow": "", "one/state.json": state,
		"one/data-0.arrow": "", "one/data-1.arrow": ""})
	const inDict = "dict/train/data-1.arrow dict/train/data-0.arrow dict/Test-2/data-1.arrow dict/Test-2/data-0.arrow"
	if files, ok, err := SavedTables(filepath.Join(dir, "dict")); below(dir, files) != inDict || !ok || err != nil {
		t.Errorf("%s, %v, %v", below(dir, files), ok, err)
	}
	if files, ok, err := SavedTables(filepath.Join(dir, "one")); below(dir, files) != "one/data-1.arrow one/data-0.arrow" || !ok || err != nil {
		t.Errorf("%s, %v, %v: want the order of state.json", below(dir, files), ok, err)
	}
	if _, ok, err := SavedTables(dir); ok || err != nil {
		t.Errorf("a folder without state.json has files: %v", err)
	}
	for file, want := range map[string]string{"dict/train/data-0.arrow": "train", "dict/Test-2/data-0.arrow": "test",
		"one/data-0.arrow": "train",
		"other.arrow":      ""} {
		must.Equal(t, SavedSplit(filepath.Join(dir, file)), want, "%s", file)
	}
}

// TestSavedRefused: rows chosen by indices, names that lead elsewhere and files that lack are errors; other JSON is no such folder.
func TestSavedRefused(t *testing.T) {
	for state, want := range map[string]string{
		`{"_data_files": [{"filename": "a.arrow"}], "_indices_data_files": [{"filename": "i.arrow"}]}`: "state.json: its rows are chosen " +
			"by a file of indices (_indices_data_files), which is not read; hint: call flatten_indices() before save_to_disk()",
		`{"_data_files": [{"filename": "../a.arrow"}]}`: `state.json: "../a.arrow" is no name of a file or split; hint: write the folder again`,
		`{"_data_files": [{"filename": ".a"}]}`:         `state.json: ".a" is no name of a file or split; hint: write the folder again`,
		`{"x": 1}`:                                      "",
		`no JSON`:                                       "",
	} {
		dir := folder(t, map[string]string{"state.json": state})
		_, ok, err := SavedTables(dir)
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), dir+string(filepath.Separator))
		}
		if got != want || ok {
			t.Errorf("%s: %s, %v, want %s", state, got, ok, want)
		}
	}
	empty := folder(t, map[string]string{"state.json": `{"_data_files": []}`})
	if files, ok, err := SavedTables(empty); len(files) > 0 || !ok || err != nil {
		t.Errorf("a split without rows: %v, %v, %v", files, ok, err)
	}
	dir := folder(t, map[string]string{"state.json": `{"_data_files": [{"filename": "a.arrow"}]}`})
	if _, _, err := SavedTables(dir); err == nil || !strings.Contains(err.Error(), "a.arrow") {
		t.Errorf("%v, want that a.arrow lacks", err)
	}
	dir = folder(t, map[string]string{"dataset_dict.json": `{"splits": ["../up"]}`})
	want := filepath.Join(dir, SavedDict) + `: "../up" is no name of a file or split; hint: write the folder again`
	if _, _, err := SavedTables(dir); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestUnnamed: a card leaves out the files beside those that it names; of a folder none of whose files it names it says nothing.
func TestUnnamed(t *testing.T) {
	dir := t.TempDir()
	var files []string
	for _, name := range []string{"README.md", "data/a.jsonl", "data/b.jsonl", "other/c.jsonl", "other/d.jsonl"} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		text := "{}\n"
		if name == "README.md" {
			text = "---\nconfigs:\n- config_name: x\n  data_files:\n  - split: train\n    path: data/a*\n---\n"
		} else {
			files = append(files, path)
		}
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
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
