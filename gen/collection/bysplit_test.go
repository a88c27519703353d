package collection

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
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
		{",", 0, `"," names no file`},
		{"train=", 0, "no file is named for the split train"},
		{"train=a,dev=", 0, "no file is named for the split dev"},
		{"=a", 0, "no split is named for the file a"},
		{"a,b", 0, "two files without a split: a and b"},
		{"dev=a,train=b,dev=c", 0, "two files for the split dev: a and c"},
		{"hard=a,Hard=b", 0, "the splits Hard and hard: many disks do not distinguish such names"},
		{"dev=a,Validation=b", 0, "two files for the split dev: a and b"},
		{"\u00e9=a,e\u0301=b", 0, "many disks"},
	} {
		files, err := ParseBySplit("--topics", c.text)
		if len(files) != c.files && c.want == "" || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, %v", c.text, files, err)
		}
	}
}

// TestJudgedSplits: judgements by split divide one file of queries, whether they are given or lie in the folder. Queries that no split
// judges are counted. Judgements of a split without queries are refused if they are given, and listed or counted if they are found.
func TestJudgedSplits(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"data/collection.tsv": "d1\ta text\n", "data/queries.dev.tsv": "q1\tone\n",
		"data/qrels.dev.tsv": "q1 0 d1 1\n", "data/qrels.train.tsv": "q2 0 d1 1\n", "topics.tsv": "q1\tone\nq2\ttwo\n",
		"some.tsv": "q1\tone\nnew\tthree\n", "new.tsv": "new\tthree\n", "mixed/collection.tsv": "d1\ta text\n",
		"mixed/queries.tsv": "q1\tone\nq2\ttwo\n", "mixed/qrels.tsv": "q1 0 d1 1\n", "mixed/qrels.train.tsv": "q2 0 d1 1\n"} {
		path := filepath.Join(dir, name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o600)))
	}
	train, dev := filepath.Join(dir, "data/qrels.train.tsv"), filepath.Join(dir, "data/qrels.dev.tsv")
	topics := filepath.Join(dir, "topics.tsv")
	for _, c := range []struct {
		topics, qrels, want string // queries and judgements by split, or the error
		unread              string // of the layout, or of the reader's report
	}{
		{"", "", "dev 1 1", "train: judgements of a split without queries"},
		{filepath.Join(dir, "mixed/queries.tsv"), "", "all 2 1", "train: judgements of a split without queries"},
		{topics, "", "train 1 1, dev 1 1", ""},
		{filepath.Join(dir, "some.tsv"), "", "dev 1 1", "noted 1: judgements of the split train, which name no query of "},
		{filepath.Join(dir, "some.tsv"), "", "dev 1 1", "noted 1: queries that no split judges, left out: --topics train=FILE takes all"},
		{filepath.Join(dir, "new.tsv"), "", "all 1 0", "noted 1: judgements of the split dev, which name no query of "},
		{"train=" + topics, "", "train 2 1", "dev: judgements of a split without queries"},
		{topics, "train=" + train + ",test=" + dev, "train 1 1, test 1 1", ""},
		{topics, train, "all 2 1", ""},
		{"", "trian=" + dev, "the split has no queries", ""},
	} {
		loaded := must.Get(configs.Load("", pflag.NewFlagSet("", pflag.ContinueOnError)))(t)
		g := loaded.Gen
		g.Data, g.Topics, g.Qrels = filepath.Join(dir, "data"), c.topics, c.qrels
		if strings.Contains(c.topics, "mixed") {
			g.Data = filepath.Dir(c.topics)
		}
		col, err := FindCollection(&g)
		var found []string
		if err == nil {
			var topics []Topics
			var rep read.Report
			if topics, err = col.ReadTopics(context.Background(), &rep); err != nil {
				t.Fatal(err)
			}
			for _, of := range topics {
				found = append(found, fmt.Sprintf("%s %d %d", of.Split, len(of.Queries), len(of.Qrels)))
			}
			lines := fmt.Sprint(col.Layout.Unread, rep.Lines())
			must.Contain(t, lines, c.unread, "--topics %s --qrels %s", c.topics, c.qrels)
		} else {
			found = append(found, err.Error())
		}
		if got := strings.Join(found, ", "); got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("--topics %s --qrels %s: %s, want %s", c.topics, c.qrels, got, c.want)
		}
	}
}
