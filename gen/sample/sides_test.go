package sample

import (
	"slices"
	"testing"
)

// TestCountUnlimited: by hand. Positives of grades 2 and 1, and negatives: one of grade 1, one judged not relevant, one unjudged.
func TestCountUnlimited(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Grade: 2, Judged: true, Rank: 1, RunScore: 5},
		{Grade: 1, Judged: true, Rank: 2, RunScore: 4},
		{Judged: true, Rank: 3, RunScore: 3}, {Rank: 4, RunScore: 2}}}
	o := &Options{MinGrade: 1}
	plain := sides{o: o, q: q, positives: []int32{0, 1}, negatives: []int32{2, 3}}
	if got, want := plain.countUnlimited(), (sideCounts{pairs: 4, judged: 2}); got != want {
		t.Errorf("%+v, want two positives above two negatives: %+v", got, want)
	}
	graded := sides{o: o, q: q, positives: []int32{0, 1}, negatives: []int32{1, 2, 3}, graded: true}
	if got, want := graded.countUnlimited(), (sideCounts{pairs: 5, judged: 3}); got != want {
		t.Errorf("%+v, want the same and the grade 2 above the grade 1: %+v", got, want)
	}
	margin := 2.5
	o.AbsoluteMargin = &margin // 5 and 3 are nearer than that, and so are 4 and 3, and 4 and 2
	if got, want := plain.countUnlimited(), (sideCounts{pairs: 1, tooNear: 3}); got != want {
		t.Errorf("%+v with a margin of 2.5, want %+v", got, want)
	}
}

// TestOutsidePositives: a relevant document that is no candidate is a positive, unless these are to be candidates, and never a negative.
func TestOutsidePositives(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Grade: 1, Judged: true, Rank: 1}, {Judged: true, Rank: 2},
		{Grade: 1, Judged: true, Outside: true}, {Judged: true, Outside: true}}}
	for from, want := range map[string][]int32{"": {0, 2}, FromCandidates: {0}} {
		lists := (&Options{MinGrade: 1, Positives: from}).sides(q)
		if !slices.Equal(lists.positives, want) || !slices.Equal(lists.negatives, []int32{1}) {
			t.Errorf("positives from %q: %d above %d, want %d above 1", from, lists.positives, lists.negatives, want)
		}
	}
}
