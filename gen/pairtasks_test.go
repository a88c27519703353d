package gen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// TestPairTasks: tasks of pairs beside the ranking task and a task of three classes, in exact shares; their pairs are those
// that the axiom would give to a ranking task, in the same order of drawing, under a task of their own.
func TestPairTasks(t *testing.T) {
	dir, data, report := whole(t, func(c *configs.Config) {
		g := &c.Gen
		g.Axioms, g.JudgedQueries, g.ClassTest, g.Mixture, g.Rows = "", 0, 0, "ranking=4, m-and=2, pairs:tfc1()=1, pairs:tf-lnc=1", 203
		c.Tokenize.OutputFormat, c.Tokenize.VocabSize = "jsonl,mtdnn,st-triplet", 500
	})
	tasks := map[string]int{}
	for _, r := range data[0].Rows() {
		tasks[r.Task]++
		if r.Task == "pairs:tfc1" && (r.Axiom != "tfc1" || r.Source != pairs.Axiomatic || r.Class != nil || r.PosLabel != 1 ||
			r.UID != pairs.NewUID(r.Task, "tfc1", r.QueryID, r.PosID, r.NegID, 0)) {
			t.Fatalf("a row of the task: %+v", r)
		}
	}
	// 203 by largest remainder: the quotas are 101.5, 50.75, 25.375 and 25.375.
	if want := map[string]int{"pairwise": 102, "m-and": 51, "pairs:tfc1": 25, "pairs:tf-lnc": 25}; !maps.Equal(tasks, want) ||
		len(report.Pools()) != 2 {
		t.Errorf("rows by task %v, the account says %v with %d pools", tasks, report.Mixture(), len(report.Pools()))
	}
	for _, p := range report.Pools() {
		if p.Found+p.Again != leftOut(p)+p.Drawn || p.Drawn != tasks[p.Task] {
			t.Errorf("%+v", p)
		}
	}
	shards := filepath.Join(dir, "shards")
	for _, name := range []string{"mtdnn/pairs-tfc1-group_train.json", "mtdnn/group_train.json", "mtdnn/m-and_train.json",
		"triplet-pairs-tf-lnc/train-00000-of-00001.parquet"} {
		if _, ok := files(t, shards)[name]; !ok {
			t.Errorf("no %s", name)
		}
	}
	if _, err := shard.Verify(context.Background(), shards, nil); err != nil {
		t.Error(err)
	}
	_, ranking, _ := drawn(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Gen.JudgedQueries, c.Gen.Pairs, c.Gen.Judged = "tfc1, tf-lnc", 0, "50", "0"
		c.Tokenize.OutputFormat = "jsonl"
	})
	drawn := map[string]bool{}
	for _, r := range ranking[0].Rows() {
		drawn[r.Axiom+" "+r.QueryID+" "+r.PosID+" "+r.NegID] = true
	}
	for _, r := range data[0].Rows() {
		if r.Class == nil && r.Axiom != "" && !drawn[r.Axiom+" "+r.QueryID+" "+r.PosID+" "+r.NegID] {
			t.Fatalf("%+v is not among the first of its pool", r)
		}
	}
}

// TestRankingRows: what a row of the ranking task is; groups are full in the files, too.
func TestRankingRows(t *testing.T) {
	mixed := func(unit string, edit func(*configs.Config)) (string, []dataset.SplitPairs, *account.Report) {
		return whole(t, func(c *configs.Config) {
			c.Gen.Axioms, c.Gen.JudgedQueries, c.Gen.ClassTest, c.Gen.RankingRows, c.Gen.Mixture = "", 0, 0, unit, "ranking=120,m-and=150"
			c.Tokenize.OutputFormat, c.Tokenize.VocabSize = "jsonl", 500
			if edit != nil {
				edit(c)
			}
		})
	}
	count := func(data []dataset.SplitPairs) (n int) {
		for _, r := range data[0].Rows() {
			if r.Class == nil {
				n++
			}
		}
		return n
	}
	if _, data, _ := mixed("pairs", nil); count(data) != 120 {
		t.Errorf("%d pairs", count(data))
	}
	if _, data, _ := mixed("pointwise", nil); count(data) != 60 {
		t.Errorf("%d pairs for 120 pointwise rows", count(data))
	}
	dir, data, report := mixed("groups", func(c *configs.Config) {
		c.Tokenize.GroupSize, c.Tokenize.OutputFormat = 4, "mtdnn,tevatron,st-listwise"
	})
	if count(data) != 360 {
		t.Errorf("%d pairs for 120 groups of 4", count(data))
	}
	m := must.Get(shard.ReadManifest(filepath.Join(dir, "shards")))(t)
	for _, s := range m.Shards {
		if s.Path == "mtdnn/group_train.json" && s.Rows != 120 || s.Path == "mtdnn/m-and_train.json" && s.Rows != 150 {
			t.Errorf("%s has %d rows", s.Path, s.Rows)
		}
	}
	if report.Mixture()["ranking"] != 120 {
		t.Errorf("%v", report.Mixture())
	}
	groups := 0
	for name, text := range files(t, filepath.Join(dir, "shards", "tevatron")) {
		if !strings.HasPrefix(name, "train") {
			continue
		}
		for line := range strings.Lines(string(text)) {
			var group struct {
				Negatives []struct{ DocID string } `json:"negative_passages"`
			}
			must.Do(t, json.Unmarshal([]byte(line), &group))
			distinct := map[string]bool{}
			for _, n := range group.Negatives {
				distinct[n.DocID] = true
			}
			if groups++; len(distinct) != 3 {
				t.Fatalf("a group that had to be filled: %s", line)
			}
		}
	}
	must.Equal(t, groups, 120, "groups")
}

// The same bytes at any number of threads, with everything in use that a mixture can have.
func TestMixtureSameBytesAtAnyThreadCount(t *testing.T) {
	with := func(threads int) map[string][]byte {
		dir, _, _ := whole(t, func(c *configs.Config) {
			g := &c.Gen
			g.Threads, g.JudgedQueries, g.ClassTest, g.Mixture, g.OnShortage = threads, 0, 30, "ranking=200,m-and=150,pairs:tfc1=100", "repeat"
			g.Weights, g.Order, g.NearDuplicates, g.SkipTop, g.RelativeMargin = "agreement", "curriculum", 0.3, 1, "0.02"
			c.Tokenize.OutputFormat, c.Tokenize.VocabSize = "jsonl,mtdnn,matchzoo,tevatron,tfrecord-eval", 500
		})
		return files(t, dir)
	}
	one, eight := with(1), with(8)
	if len(one) < 20 || len(one) != len(eight) {
		t.Fatalf("%d and %d files", len(one), len(eight))
	}
	for name := range one {
		if !bytes.Equal(one[name], eight[name]) {
			t.Errorf("%s differs between 1 and 8 threads", name)
		}
	}
}
