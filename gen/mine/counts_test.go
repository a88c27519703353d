package mine

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestCountsByHand: two preferences of tfc1 on documents of 2, 4 and 4 words, of which the first one is relevant.
func TestCountsByHand(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale sea"}, corpus.Doc{ID: "b", Text: "sea salt sand sun"},
		corpus.Doc{ID: "c", Text: "salt sand sun moon"})
	list, err := axioms.ParseList("tfc1(delta_star=1)")
	if err != nil {
		t.Fatal(err)
	}
	topics, qrels := []corpus.Query{{ID: "q", Text: "whale"}}, []corpus.Qrel{{QueryID: "q", DocID: "a", Grade: 1}}
	run := Rows{{QueryID: "q", DocID: "a", Rank: 1}, {QueryID: "q", DocID: "b", Rank: 2}, {QueryID: "q", DocID: "c", Rank: 3}}
	queries, _, err := Candidates(context.Background(), x, "train", topics, qrels, run, CandidateOptions{Hits: 3, MinGrade: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	counter := NewCounter(m, 1)
	if err := m.Run(context.Background(), queries, nil, counter.Visit); err != nil {
		t.Fatal(err)
	}
	counts := Counts{}
	counter.Add("train", counts)
	cell := counts[list[0].String()]["train"]
	if cell.Instances != 2 || *cell.RelOverNonrel != 2 || *cell.NonrelOverNonrel != 0 || *cell.RelOverRel != 0 || *cell.NonrelOverRel != 0 {
		t.Errorf("%+v: a is relevant and preferred to b and to c", cell)
	}
	if cell.ByDeltaStar["0.4"] != 0 || cell.ByDeltaStar["0.5"] != 2 || cell.ByDeltaStar["1"] != 2 {
		t.Errorf("%v: half as long is within .5 and not within .4", cell.ByDeltaStar)
	}
	if *cell.LengthSkew != -0.5 || *cell.Agreement != 1 {
		t.Errorf("skew %v, agreement %v, want (2 - 4) / 4 and 1", *cell.LengthSkew, *cell.Agreement)
	}
	counter.Merge(counter.Tallies())
	counter.Add("train", counts)
	if got := counts[list[0].String()]["train"].Instances; got != 4 {
		t.Errorf("%d instances after the same tallies were added once more, want 4", got)
	}
}

// TestTallies: by hand. Every number of a tally is a sum of its own. Instances are pairs and triples; those within a step of delta* are
// within all larger ones too. A pool of no pair has no share of longer documents.
func TestTallies(t *testing.T) {
	one := Tally{Relevance: [2][2]int{{1, 2}, {3, 4}}, Steps: make([]int, len(axioms.DeltaStarSteps)+1), Triples: 7, Left: [2]int{8, 9},
		Skew: -5 * skewUnit, Longer: 6, Undecided: [2]int{12, 13}}
	one.Steps[0], one.Steps[1] = 5, 6
	sum := newTallies(1)[0]
	sum.add(&one)
	if diff := cmp.Diff(one, sum); diff != "" {
		t.Error(diff)
	}
	sum.add(&one)
	twice := Tally{Relevance: [2][2]int{{2, 4}, {6, 8}}, Steps: make([]int, len(axioms.DeltaStarSteps)+1), Triples: 14, Left: [2]int{16, 18},
		Skew: -10 * skewUnit, Longer: 12, Undecided: [2]int{24, 26}}
	twice.Steps[0], twice.Steps[1] = 10, 12
	if diff := cmp.Diff(twice, sum); diff != "" {
		t.Error(diff)
	}
	triples := one.cell(true)
	steps := triples.ByDeltaStar
	if triples.Instances != 1+2+3+4+7 || triples.NotViolated != 8 || triples.NotScored != 9 || triples.RelOverRel != nil {
		t.Errorf("%+v", triples)
	}
	if steps["0"] != 5 || steps["1"] != 11 || len(steps) != len(axioms.DeltaStarSteps) {
		t.Errorf("%v: want 5 within the first step and 11 within all others", steps)
	}
	pairs := one.cell(false)
	if got := [4]int{*pairs.NonrelOverNonrel, *pairs.NonrelOverRel, *pairs.RelOverNonrel, *pairs.RelOverRel}; got != [4]int{1, 2, 3, 4} {
		t.Errorf("%d pairs by the relevance of both, want 1, 2, 3 and 4", got)
	}
	if p := one.cell(false); *p.LengthSkew != -.5 || *p.Longer != .6 || *p.Agreement != .6 { // of 10 pairs; 3 of 3 + 2 agree
		t.Errorf("%+v", p)
	}
	if p := newTallies(1)[0].cell(false); *p.LengthSkew != 0 || p.Longer != nil || p.Agreement != nil {
		t.Errorf("%+v of no pair", p)
	}
}
