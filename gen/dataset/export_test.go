package dataset_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/parquet-go/parquet-go"
)

// made runs the chain up to shards in the formats of a list.
func made(t *testing.T, formats string, edit func(*configs.Config)) (*prepare.Preparation, *shard.Manifest) {
	t.Helper()
	p := chaintest.All(t, func(c *configs.Config) {
		c.Tokenize.OutputFormat = formats
		if edit != nil {
			edit(c)
		}
	})
	data := must.Get(dataset.Sample(t.Context(), p, nil))(t)
	m := must.Get(dataset.Shards(t.Context(), p, data))(t)
	return p, m
}

// rowsOf returns the files of rows below a folder by name, without what says how they were made.
func rowsOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || !strings.Contains(path, "-of-") {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(folder, path))
		files[path] = string(raw)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files in %s", err, len(files), folder)
	}
	return files
}

// The rows of the training split by hand, as in gen/dataset: six judged pairs, and two of tfc1, with the texts of the collection.
func TestShards(t *testing.T) {
	p, m := made(t, "jsonl", nil)
	var got []string
	for name, text := range rowsOf(t, p.Run.Out.Path(dataset.ShardsDir)) {
		if !strings.Contains(name, "train-") {
			continue
		}
		for line := range strings.Lines(text) {
			var row struct {
				Query    string `json:"query"`
				Positive string `json:"positive"`
				Negative string `json:"negative"`
			}
			must.Do(t, json.Unmarshal([]byte(line), &row))
			got = append(got, row.Query+": "+row.Positive+" > "+row.Negative)
		}
	}
	slices.Sort(got)
	want := []string{
		"apple: apple apple apple pear > apple plum plum fig",
		"apple: apple apple apple pear > cherry apple fig",
		"apple: apple pear plum > apple apple apple pear",
		"apple: apple pear plum > apple plum plum fig",
		"apple: apple pear plum > cherry apple fig",
		"pear: pear pear fig > apple apple apple pear",
		"pear: pear pear fig > apple pear plum", // d2; the one with d8, which has the same text, is left out
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if m.Mixture["pairwise"] != 7 && m.Mixture["pairwise"] != 7+7 { // of train, or with those of dev and test
		t.Errorf("the manifest counts %v", m.Mixture)
	}
}

// Shards of the pairs that gen left are those that gen wrote, byte for byte.
func TestRecutIsTheSame(t *testing.T) {
	const formats = "jsonl,triples,st-triplet,mtdnn"
	p, _ := made(t, formats, nil)
	again := chaintest.Claim(t)
	m := must.Get(dataset.Recut(t.Context(), p.Run.Config, p.Run.Out.Path("."), "", again, nil, "test"))(t)
	want, got := rowsOf(t, p.Run.Out.Path(dataset.ShardsDir)), rowsOf(t, again.Path("."))
	for name, text := range want {
		must.Equal(t, got[name], text, "%s differs from what gen wrote", name)
	}
	if len(got) != len(want) || m.Seed != uint64(p.Run.Config.Gen.Seed) {
		t.Errorf("%d files, gen wrote %d; seed %d", len(got), len(want), m.Seed)
	}
	plan, err := dataset.PlanRecut(p.Run.Config, p.Run.Out.Path("."))
	if err != nil || !strings.HasPrefix(plan, "train: 8 pairs\ndev: 4 pairs\ntest: 4 pairs\nformats: jsonl, ") {
		t.Errorf("%v, the plan is %q", err, plan)
	}
}

// A teacher's scores come with the rows: those of the run, and rows without stay without.
func TestTeacher(t *testing.T) {
	run := "q1 Q0 d2 1 9 x\nq1 Q0 d3 2 4 x\nq1 Q0 d7 3 3 x\nq1 Q0 d1 4 2 x\nq2 Q0 d4 1 9 x\nq2 Q0 d1 2 5 x\nq2 Q0 d2 3 4 x\nq2 Q0 d8 4 3 x\n"
	path := filepath.Join(chaintest.Write(t, map[string]string{"teacher.txt": run}), "teacher.txt")
	p, _ := made(t, "st-margin-mse", func(c *configs.Config) {
		c.Gen.Axioms, c.Tokenize.Scores, c.Tokenize.RowsOf = "", path, "train"
	})
	var margins []float64
	for name, text := range rowsOf(t, p.Run.Out.Path(dataset.ShardsDir)) {
		if strings.HasPrefix(name, "margin-mse/") {
			rows := must.Get(parquet.Read[struct {
				Label float64 `parquet:"label"`
			}](strings.NewReader(text), int64(len(text))))(t)
			for _, r := range rows {
				margins = append(margins, r.Label)
			}
		}
	}
	slices.Sort(margins)
	if want := []float64{4, 5, 5, 6, 7}; !slices.Equal(margins, want) { // 9-5, 9-4, 9-4, 9-3, 9-2; d8 has the text of d2
		t.Errorf("margins %v, want %v", margins, want)
	}
}

// What a model outside has to score: every candidate with its text, and the documents that lnc2 repeats, each once.
func TestDiagnostic(t *testing.T) {
	p := chaintest.All(t, func(c *configs.Config) { c.Gen.Axioms, c.Gen.Hits = "lnc2(max_words=8)", 1 })
	must.Do(t, dataset.Diagnostic(t.Context(), p))
	documents := map[string]string{}
	raw := must.Get(fs.ReadFile(p.Run.Out.FS(), "diagnostic/collection.tsv"))(t)
	for line := range bytes.Lines(raw) {
		id, text, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), "\t")
		documents[id] = text
	}
	for id, want := range map[string]string{
		"d1":   "apple apple apple pear",
		"d1~2": "apple apple apple pear apple apple apple pear",
		"d5~2": "plum fig fig plum fig fig",
	} {
		must.Equal(t, documents[id], want, "%s", id)
	}
	run, err := fs.ReadFile(p.Run.Out.FS(), "diagnostic/run.train.txt")
	if err != nil || !strings.HasPrefix(string(run), "q1 Q0 d1 1 ") || !strings.Contains(string(run), "\nq1 Q0 d1~2 ") {
		t.Errorf("%v, the run is\n%s", err, run)
	}
	queries, err := fs.ReadFile(p.Run.Out.FS(), "diagnostic/queries.train.tsv")
	if err != nil || string(queries) != "q1\tapple\nq2\tpear\n" {
		t.Errorf("%v, %q", err, queries)
	}
}

// taughtRows are rows with a teacher's scores; each score grows by add, so that the order of the documents stays.
func taughtRows(add float64) string {
	var b strings.Builder
	for q, name := range []string{"red fox", "blue hen", "green sea"} {
		fmt.Fprintf(&b, `{"query": "%s", "pos": ["the %s sings"], "neg": ["a %s %d", "no sea"], `, name, name, name, q)
		fmt.Fprintf(&b, `"pos_scores": [%g], "neg_scores": [%g, 0.5]}`+"\n", 3+2*add, 1+add)
	}
	return b.String()
}

// sumOfRows returns a checksum of the files below a folder, except manifests, which have checksums of the inputs.
func sumOfRows(t *testing.T, folder string) [sha256.Size]byte {
	t.Helper()
	var all []byte
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || !strings.Contains(path, "/") || strings.Contains(path, "manifest") || strings.HasSuffix(path, ".md") {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(folder, path))
		all = append(all, raw...)
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%v, %d bytes of rows", err, len(all))
	}
	return sha256.Sum256(all)
}

// TestScoresAreTaughtOrNamed: in every output format the scores of rows change what is written, or one line says that nothing teaches
// them and names formats that do.
func TestScoresAreTaughtOrNamed(t *testing.T) {
	formats := append(shard.FormatNames(), "template rankt5")
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			name, template, _ := strings.Cut(format, " ")
			var sums [2][sha256.Size]byte
			var said []string
			for i := range sums {
				p, _ := made(t, name, func(c *configs.Config) {
					c.Gen.Data = filepath.Join(chaintest.Write(t, map[string]string{"rows.jsonl": taughtRows(float64(i))}), "rows.jsonl")
					c.Gen.Axioms, c.Gen.Splits = "", "hash 40/30/30"
					c.Tokenize.Template, c.Tokenize.GroupSize = "dpo", 2
					if template != "" {
						c.Tokenize.Template = template
					}
				})
				sums[i] = sumOfRows(t, p.Run.Out.Path(dataset.ShardsDir))
				said = slices.DeleteFunc(p.Inputs.Collection.Layout.Unread.Lines(), func(line string) bool { return !strings.Contains(line, "scores") })
			}
			isTaught, isNamed := sums[0] != sums[1], len(said) == 1 && strings.Contains(said[0], "st-margin-mse")
			if isTaught == isNamed {
				t.Errorf("the scores change the rows: %t; the lines of them: %q", isTaught, said)
			}
		})
	}
}
