package division_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/experiment/division"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/divisiontest"
)

// divided divides the queries of chaintest and retrieves their candidates.
func divided(t *testing.T, edit func(*configs.Config)) (*division.Division, error) {
	t.Helper()
	return divisiontest.Divide(t, chaintest.Config(t, edit))
}

// idsOf returns the ids of queries in one string.
func idsOf(queries []mine.Query) string {
	var ids []string
	for i := range queries {
		ids = append(ids, queries[i].ID)
	}
	return strings.Join(ids, " ")
}

// TestGivenSplits: there is one fold, of the splits as they are given, with the first stage tuned on dev. The scores of BM25 put d3 first
// for q3: plum is twice in it.
func TestGivenSplits(t *testing.T) {
	d, err := divided(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Folds) != 1 || len(d.Candidates) != 1 {
		t.Fatalf("%d folds, %d lists of candidates", len(d.Folds), len(d.Candidates))
	}
	f := d.Folds[0]
	if f.Number != 0 || idsOf(f.Train) != "q1 q2" || idsOf(f.Dev) != "q3" || idsOf(f.Test) != "q4 q5" || idsOf(f.JudgedDev) != "q3" {
		t.Errorf("fold %d: train %s, dev %s, test %s", f.Number, idsOf(f.Train), idsOf(f.Dev), idsOf(f.Test))
	}
	first, err := division.NewFirstStage(d.Chain)
	if err != nil {
		t.Fatal(err)
	}
	scores, best := first.Scores(&f.Dev[0], 0), 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	if id := f.Dev[0].Docs[best].ID(d.Chain.Index); id != "d3" {
		t.Errorf("%s is first of %v", id, scores)
	}
	values := d.FirstStageSettings()
	if d.FirstStageName() != "BM25" || values["tuned_on"] != "dev, 1 query" || values["k1"] == "" ||
		!strings.HasSuffix(d.FirstStageParameters(), "(tuned on dev)") {
		t.Errorf("%s, %v, %s", d.FirstStageName(), values, d.FirstStageParameters())
	}
}

// TestFolds: each query is tested in one fold, and the dev queries of a fold are those that the next one tests.
func TestFolds(t *testing.T) {
	d, err := divided(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": chaintest.Files["collection.tsv"],
			"queries.tsv": "q1\tapple\nq2\tpear\nq3\tplum\nq4\tfig\nq5\tcherry\nq6\tapple pear\n",
			"qrels.txt":   "q1 0 d2 1\nq2 0 d4 2\nq3 0 d3 1\nq4 0 d5 1\nq5 0 d6 1\nq6 0 d1 1\n"})
		c.Gen.Splits = "folds 3"
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Folds) != 3 {
		t.Fatalf("%d folds", len(d.Folds))
	}
	tested := map[string]int{}
	for i, f := range d.Folds {
		if f.Number != i+1 || len(f.Train)+len(f.Dev)+len(f.Test) != 6 {
			t.Errorf("fold %d: train %s, dev %s, test %s", f.Number, idsOf(f.Train), idsOf(f.Dev), idsOf(f.Test))
		}
		for _, id := range strings.Fields(idsOf(f.Test)) {
			tested[id]++
		}
		for _, id := range strings.Fields(idsOf(f.Train) + " " + idsOf(f.Dev)) {
			if strings.Contains(idsOf(f.Test), id) {
				t.Errorf("fold %d tests %s, which it learns from", f.Number, id)
			}
		}
	}
	for id, n := range tested {
		if n != 1 || len(tested) != 6 {
			t.Errorf("%s is tested in %d folds, of %v", id, n, tested)
		}
	}
	if qrels := d.Qrels(d.JudgedIDs(d.Folds[0].Test)); len(qrels) != len(d.Folds[0].Test) {
		t.Errorf("judgements %v of %s", qrels, idsOf(d.Folds[0].Test))
	}
}

// TestGivenRun: candidates of a given run have its scores, and nothing is tuned.
func TestGivenRun(t *testing.T) {
	d, err := divided(t, func(c *configs.Config) {
		c.Gen.Run = filepath.Join(c.Gen.Data, "run.txt")
		text := "q1 Q0 d2 1 3 r\nq1 Q0 d3 2 2 r\nq2 Q0 d4 1 5 r\nq2 Q0 d1 2 1 r\nq3 Q0 d3 1 4 r\nq3 Q0 d2 2 1 r\n" +
			"q4 Q0 d5 1 7 r\nq4 Q0 d4 2 6 r\nq5 Q0 d6 1 2 r\nq5 Q0 d7 2 1 r\n"
		if err := os.WriteFile(c.Gen.Run, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	first, err := division.NewFirstStage(d.Chain)
	if err != nil {
		t.Fatal(err)
	}
	q := &d.Folds[0].Test[0]
	scores := map[string]float64{}
	for i, s := range first.Scores(q, 0) {
		scores[q.Docs[i].ID(d.Chain.Index)] = s
	}
	if len(scores) != 2 || scores["d5"] != 7 || scores["d4"] != 6 {
		t.Errorf("scores of %s: %v", q.ID, scores)
	}
	if d.FirstStageName() != "given run" || d.FirstStageSettings() != nil || d.FirstStageParameters() != "" || d.Folds[0].Tuning != nil {
		t.Errorf("%s, %v, %q", d.FirstStageName(), d.FirstStageSettings(), d.FirstStageParameters())
	}
	if text := division.FirstStageText(d.Chain); text != "a given run" {
		t.Error(text)
	}
	if got := first.ScoreCopy(q, nil, 7); got != 7 {
		t.Errorf("a copy scores %v, its source 7", got)
	}
}

// TestNothingToTest: a split that could not be measured is refused before any work.
func TestNothingToTest(t *testing.T) {
	_, err := divided(t, func(c *configs.Config) {
		if err := os.WriteFile(filepath.Join(c.Gen.Data, "qrels.dev.txt"), []byte("q9 0 d3 1\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "dev") {
		t.Errorf("judgements of a query that is not there: %v", err)
	}
}
