package shard

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestTeacherNeverContradicts teaches the scores of a model that agrees with one pair of a query, calls one a tie, turns one
// around and does not know one: no label is below 0 and no negative scores above its positive, dropped or clipped.
func TestTeacherNeverContradicts(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 10)
	rows := c.Pairs(4, 1)
	for i := range rows {
		rows[i].Task, rows[i].QueryID, rows[i].PosID, rows[i].NegID = "pairwise", "q0", "d0", []string{"d5", "d6", "d7", "d8"}[i]
	}
	in := inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(rows)})
	scores := map[string]float64{"d0": 3, "d5": 1, "d6": 3, "d7": 5}
	in.Teacher = &plan.Teacher{Score: func(query, doc string) (float64, bool) { s, ok := scores[doc]; return s, ok && query == "q0" }}
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"st-margin-mse", "st-margin-ntuple", "tevatron-distil"}, 4
	dir, m := mustWrite(t, in, o)
	var margins []float32
	for _, r := range readAll[stMargin](t, dir, "margin-mse", "train") {
		margins = append(margins, *r.Label)
	}
	tuples := readAll[struct {
		Scores []float32 `parquet:"scores,optional,list"`
	}](t, dir, "margin-mse-n-tuple", "train")
	var g tevatronGroup
	if err := json.Unmarshal([]byte(linesOf(t, dir, "tevatron-distil", "train")[0]), &g); err != nil {
		t.Fatal(err)
	}
	var negatives []float64
	for _, n := range g.Negatives {
		negatives = append(negatives, *n.Score)
	}
	if !slices.Equal(margins, []float32{2, 0}) || !slices.Equal(tuples[0].Scores, []float32{3, 1, 3, 1}) ||
		!slices.Equal(negatives, []float64{1, 3, 1}) || // a group of three repeats the first of two
		*g.Positives[0].Score != 3 {
		t.Errorf("%v, %v, %v", margins, tuples, negatives)
	}
	if told := (plan.Conflicts{Format: "st-margin-mse", Task: "pairwise", Split: "train", Pairs: 3, Conflicts: 1}); m.Conflicts[0] != told || m.Warnings["pairs without two scores left out of st-margin-mse"] != 1 {
		t.Errorf("%+v, %v", m.Conflicts, m.Warnings)
	}
}
