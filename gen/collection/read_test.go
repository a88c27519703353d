package collection_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// folder writes the collection of chaintest with other files beside it or in place of them; an empty one is left out.
func folder(t *testing.T, more map[string]string) string {
	t.Helper()
	files := maps.Clone(chaintest.Files)
	maps.Copy(files, more)
	maps.DeleteFunc(files, func(_, text string) bool { return text == "" })
	return chaintest.Write(t, files)
}

// configOf returns the usual configuration of a folder with some keys set: KEY=VALUE.
func configOf(t *testing.T, dir string, settings ...string) *configs.Gen {
	t.Helper()
	l := must.Get(configs.Load("", nil))(t)
	l.Gen.Data = dir
	for _, s := range settings {
		key, value, _ := strings.Cut(s, "=")
		must.Do(t, l.Config.Set(key, strings.ReplaceAll(value, "{dir}", dir)))
	}
	return &l.Gen
}

// found returns the collection of a configuration.
func found(t *testing.T, g *configs.Gen) *collection.Collection {
	t.Helper()
	return must.Get(collection.FindCollection(g))(t)
}

// topicsText writes topics: split, queries, judgements and run rows.
func topicsText(topics []collection.Topics) (list []string) {
	for _, t := range topics {
		var parts []string
		for _, q := range t.Queries {
			parts = append(parts, q.ID)
		}
		for _, j := range t.Qrels {
			parts = append(parts, fmt.Sprintf("%s:%s=%d", j.QueryID, j.DocID, j.Grade))
		}
		for _, r := range t.Run {
			parts = append(parts, fmt.Sprintf("%s>%s", r.QueryID, r.DocID))
		}
		list = append(list, t.Split+": "+strings.Join(parts, " "))
	}
	return list
}

// given are the topics of chaintest.
var given = []string{"train: q1 q2 q1:d2=1 q1:d3=0 q1:d6=1 q2:d4=2 q2:d1=0", "dev: q3 q3:d3=1", "test: q4 q5 q4:d5=1 q5:d6=1 q5:d7=0"}

// TestReadTopics: each split has its queries, their judgements and the rows of its run. One file of judgements or of a run may serve all.
func TestReadTopics(t *testing.T) {
	const run = "q1 Q0 d1 1 2 x\nq3 Q0 d3 1 2 x\nq9 Q0 d1 1 2 x\n"
	all := chaintest.Files["qrels.train.txt"] + chaintest.Files["qrels.dev.txt"] + chaintest.Files["qrels.test.txt"]
	for name, c := range map[string]struct {
		more     map[string]string
		settings []string
		want     []string
	}{
		"as they are":       {nil, nil, given},
		"judgements of all": {map[string]string{"all.txt": all}, []string{"gen.qrels={dir}/all.txt"}, given},
		"a run of all": {map[string]string{"run.txt": run}, []string{"gen.run={dir}/run.txt"},
			[]string{given[0] + " q1>d1 q9>d1", given[1] + " q3>d3", given[2]}},
		"a run of dev": {map[string]string{"run.txt": run}, []string{"gen.run=dev={dir}/run.txt"},
			[]string{given[0], given[1] + " q3>d3", given[2]}},
		"a run that lies there": {map[string]string{"run.dev.txt": run}, nil, given},
		"topics of one's own":   {map[string]string{"own.tsv": "q2\tpear\n"}, []string{"gen.topics=train={dir}/own.tsv"}, nil},
	} {
		g := configOf(t, folder(t, c.more), c.settings...)
		col := found(t, g)
		topics, err := col.ReadTopics(t.Context(), &read.Report{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := topicsText(topics)
		if c.want == nil { // the queries that are named stand for the split
			c.want = slices.Clone(given)
			c.want[0] = "train: q2 q1:d2=1 q1:d3=0 q1:d6=1 q2:d4=2 q2:d1=0"
			must.Equal(t, got[0], c.want[0], "%s", name)
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if hasRun := len(c.settings) > 0 && strings.HasPrefix(c.settings[0], "gen.run="); col.Retrieves() == hasRun || col.HasRows() {
			t.Errorf("%s: retrieves %t, has rows %t", name, col.Retrieves(), col.HasRows())
		}
	}
}

// TestRefused: what cannot be found or read, each with its reason.
func TestRefused(t *testing.T) {
	noQueries := map[string]string{"queries.train.tsv": "", "queries.dev.tsv": "", "queries.test.tsv": "", "run.txt": "q1 Q0 d1 1 2 x\n"}
	for name, c := range map[string]struct {
		more     map[string]string
		settings []string
		want     string
	}{
		"no collection":          {nil, []string{"gen.data="}, "no collection is named"},
		"topics":                 {nil, []string{"gen.topics=train="}, "--topics"},
		"judgements":             {nil, []string{"gen.qrels=a=b,a=c"}, "--qrels"},
		"run":                    {nil, []string{"gen.run=train="}, "--run"},
		"judgements of no split": {nil, []string{"gen.qrels=eval={dir}/qrels.dev.txt"}, "the split has no queries"},
		"run of no split": {map[string]string{"r.txt": "q1 Q0 d1 1 2 x\n"}, []string{"gen.run=eval={dir}/r.txt"},
			`a run is given for "eval"`},
		"no queries": {noQueries, nil, "no queries are named or found"},
		"judgements of no query": {noQueries, []string{"gen.qrels={dir}/qrels.dev.txt"},
			"no queries that it could judge"},
		"an empty file":           {map[string]string{"queries.dev.tsv": "\n"}, nil, "queries.dev.tsv"},
		"a key that is no option": {nil, []string{"gen.encoding=none"}, "encoding"},
	} {
		dir := folder(t, c.more)
		g := configOf(t, dir, c.settings...)
		col, err := collection.FindCollection(g)
		if err == nil {
			_, err = col.ReadTopics(t.Context(), &read.Report{})
		}
		must.Fail(t, err, c.want, "%s", name)
	}
}

// TestInputs lists each file under its role, documents first, with its own checksum; one file may have several roles.
func TestInputs(t *testing.T) {
	dir := folder(t, map[string]string{"run.txt": "q1 Q0 d1 1 2 x\n"})
	c := found(t, configOf(t, dir, "gen.run=train={dir}/run.txt,dev={dir}/run.txt"))
	files := must.Get(c.Inputs())(t)
	var got []string
	for _, f := range files {
		raw := must.Get(os.ReadFile(filepath.Join(dir, f.Name)))(t)
		sum := sha256.Sum256(raw)
		if f.Bytes != int64(len(raw)) || f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: %d bytes, %s", f.Name, f.Bytes, f.SHA256)
		}
		got = append(got, f.Role+" "+f.Name)
	}
	want := []string{"collection collection.tsv",
		"topics.train queries.train.tsv", "topics.dev queries.dev.tsv", "topics.test queries.test.tsv",
		"qrels.train qrels.train.txt", "qrels.dev qrels.dev.txt", "qrels.test qrels.test.txt", "run.train run.txt", "run.dev run.txt"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	must.Do(t, os.Remove(filepath.Join(dir, "run.txt")))
	if _, err := c.Inputs(); err == nil || !strings.Contains(err.Error(), "run.txt") {
		t.Errorf("without the run: %v", err)
	}
}

// TestInspect counts by hand. d99 is judged and d98 is in the run, and neither is a document; q9 is judged and no query; q2 has the text of
// q6, and q3 that of q1. d9 has no text.
func TestInspect(t *testing.T) {
	bytesOf := 1 // the blank of d9
	for line := range strings.Lines(chaintest.Files["collection.tsv"]) {
		_, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		bytesOf += len(text)
	}
	dir := folder(t, map[string]string{
		"collection.tsv":    chaintest.Files["collection.tsv"] + "d9\t \n",
		"queries.train.tsv": "q1\tapple\nq2\tpear\nq6\t Pear\n",
		"queries.dev.tsv":   "q3\tAPPLE\n",
		"qrels.train.txt":   "q1 0 d2 1\nq1 0 d3 0\nq1 0 d99 1\nq2 0 d4 2\nq9 0 d1 0\n",
		"run.txt":           "q1 Q0 d2 1 9 x\nq1 Q0 d98 2 8 x\n"})
	g := configOf(t, dir, "gen.run=train={dir}/run.txt")
	analyser := must.Get(analysis.New(analysis.Defaults()))(t)
	s := must.Get(collection.Inspect(t.Context(), g, analyser, nil))(t)
	if s.Documents != 9 || s.Empty != 1 || len(s.Splits) != 3 {
		t.Errorf("%d documents, %d empty, %d splits", s.Documents, s.Empty, len(s.Splits))
	}
	train := s.Splits[0]
	if train.Queries != 3 || train.Judged != 2 || train.SharedTexts != 2 || train.Qrels != 5 || train.RunRows != 2 ||
		!maps.Equal(train.Grades, map[int]int{0: 2, 1: 2, 2: 1}) {
		t.Errorf("train: %+v", train)
	}
	var references []string
	for _, r := range train.References {
		references = append(references, fmt.Sprintf("%s in %s: %d of %d %v", r.Source, r.Target, r.Known, r.IDs, r.Examples))
	}
	want := []string{"judgements in documents: 4 of 5 [d99]", "judgements in queries: 4 of 5 [q9]", "queries in judgements: 2 of 3 [q6]",
		"run rows in documents: 1 of 2 [d98]", "run rows in queries: 2 of 2 []", "queries in run rows: 1 of 3 [q2 q6]",
		"run rows in judgements: 1 of 2 []"}
	if !slices.Equal(references, want) {
		t.Errorf("%q, want %q", references, want)
	}
	text := s.String()
	for _, line := range []string{"9 documents (", fmt.Sprintf("%d bytes of text, 1 without text", s.Bytes),
		"train  3 queries, 2 of them judged; 5 judgements; 2 run rows",
		"same text: 2 queries with that of another",
		"judgements in documents    80.0 % of 5; not there: d99", "overlap: 1 query of dev is in train"} {
		must.Contain(t, text, line)
	}
	if len(s.Words) != 6 || s.Words[3].Words != 6 || s.Words[3].Mean != 1 || s.Words[0].Least != 0 { // six queries of a word, and d9
		t.Errorf("%+v", s.Words)
	}
	if s.Bytes != bytesOf {
		t.Errorf("%d bytes of text, want %d", s.Bytes, bytesOf)
	}
	var b bytes.Buffer
	if err := s.Results().CSV(&b); err != nil || !strings.Contains(b.String(), "train,3,2,5,2\n") {
		t.Errorf("%s, %v", &b, err)
	}
}
