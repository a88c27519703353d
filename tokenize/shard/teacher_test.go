package shard

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestTeacherNeverContradicts teaches the scores of a model that agrees with one pair of a query, calls one a tie, turns one
// around and does not know one: no label is below 0 and no negative scores above its positive, dropped or clipped.
func TestTeacherNeverContradicts(t *testing.T) {
	c := newCollection(t, 2, 10)
	rows := c.pairs(4, 1)
	for i := range rows {
		rows[i].Task, rows[i].QueryID, rows[i].PosID, rows[i].NegID = "pairwise", "q0", "d0", []string{"d5", "d6", "d7", "d8"}[i]
	}
	in := inputOf(c, Split{Name: "train", Pairs: pairs.TableOf(rows)})
	scores := map[string]float64{"d0": 3, "d5": 1, "d6": 3, "d7": 5}
	in.Teacher = &Teacher{Score: func(query, doc string) (float64, bool) { s, ok := scores[doc]; return s, ok && query == "q0" }}
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"st-margin-mse", "st-margin-ntuple", "tevatron-distil"}, 4
	for _, want := range []struct {
		fate      string
		margins   []float32
		tuple     []float32
		negatives []float64
	}{
		{ConflictDrop, []float32{2, 0}, []float32{3, 1, 3, 1}, []float64{1, 3, 1}}, // a group of three repeats the first of two
		{ConflictClip, []float32{2, 0, 0}, []float32{3, 1, 3, 3}, []float64{1, 3, 3}},
	} {
		o.TeacherConflict = want.fate
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
		if !slices.Equal(margins, want.margins) || !slices.Equal(tuples[0].Scores, want.tuple) || !slices.Equal(negatives, want.negatives) || *g.Positives[0].Score != 3 {
			t.Errorf("%s: %v, %v, %v", want.fate, margins, tuples, negatives)
		}
		if told := (Conflicts{"st-margin-mse", "pairwise", "train", 3, 1, want.fate}); m.Conflicts[0] != told || m.Warnings["pairs without two scores left out of st-margin-mse"] != 1 {
			t.Errorf("%+v, %v", m.Conflicts, m.Warnings)
		}
	}
}
