package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestJudgedFirst: by hand. Of one regular pair the negative is the judged one, whatever the keys of the three unjudged ones.
func TestJudgedFirst(t *testing.T) {
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw, o.JudgedFirst = order, true
		for id := range 8 {
			q := judgedQuery(1, -1, -1, -1, 0)
			q.Hash = Hash(string(rune('a' + id)))
			p := New(o, nil, nil, 1, (&world{queries: []*Query{q}}).names).Part()
			p.Add(q, nil)
			if r := p.Result(); len(r.Regular) != 1 || r.Regular[0].Neg != 4 {
				t.Errorf("%s: %+v", order, r.Regular)
			}
		}
	}
}

// TestFewestInOrder: documents that a limit leaves are in the order of all, judged ones among them.
func TestFewestInOrder(t *testing.T) {
	q := judgedQuery(-1, -1, -1, -1, 0, 0)
	key := func(d int32) uint64 { return uint64(10 - d) }
	for first, want := range map[bool][]int32{true: {3, 4, 5}, false: {3, 4, 5}} {
		o := Options{JudgedFirst: first}
		if got := o.fewest([]int32{0, 1, 2, 3, 4, 5}, 3, key, q); !slices.Equal(got, want) {
			t.Errorf("%v: %d, want %d", first, got, want)
		}
	}
	o := Options{JudgedFirst: true}
	for most, want := range map[int][]int32{0: {0, 1, 4, 5}, 1: {4}, 2: {4, 5}, 3: {0, 4, 5}, 4: {0, 1, 4, 5}} {
		if got := o.fewest([]int32{0, 1, 4, 5}, most, func(d int32) uint64 { return uint64(d) }, q); !slices.Equal(got, want) {
			t.Errorf("%d: %d, want %d", most, got, want)
		}
	}
}

// TestListIsReused: what a list held before is not among a query's regular pairs.
func TestListIsReused(t *testing.T) {
	o := Defaults()
	q := judgedQuery(1, 0)
	list := []pairs.Instance{{Pos: 7, Neg: 8}, {Pos: 8, Neg: 9}}
	if got := o.sides(q).regularPairs(1, list); !slices.Equal(got, []pairs.Instance{{Pos: 0, Neg: 1}}) {
		t.Errorf("%v", got)
	}
}

// TestNeedsIDs: ids decide how many pairs there are where scores count, or where a limit chooses among documents of several grades.
func TestNeedsIDs(t *testing.T) {
	for _, c := range []struct {
		name   string
		grades []int
		edit   func(o *Options)
		want   bool
	}{
		{"no limit", []int{2, 1, 0}, func(*Options) {}, false}, {"a margin", []int{1, 0}, func(o *Options) { o.AbsoluteMargin = new(1.0) }, true},
		{"positives of two grades", []int{2, 1, 0}, func(o *Options) { o.PositivesPerQuery = 1 }, true},
		{"negatives of two grades", []int{2, 1, 0}, func(o *Options) { o.NegativesPerQuery = 1 }, true},
		{"negatives of each positive", []int{2, 1, 0}, func(o *Options) { o.NegativesPerPositive = 1 }, false},
		{"one grade", []int{1, 1, 0}, func(o *Options) { o.PositivesPerQuery, o.NegativesPerQuery = 1, 1 }, false},
	} {
		o := Defaults()
		if c.edit(&o); o.NeedsIDs(judgedQuery(c.grades...)) != c.want {
			t.Errorf("%s: want %v", c.name, c.want)
		}
	}
}

// TestStatedAlone: by hand. With a judged negative, the three that nobody judged are left out and counted.
func TestStatedAlone(t *testing.T) {
	o := Defaults()
	o.StatedAlone = true
	for _, c := range []struct {
		grades               []int
		negatives, notJudged int
	}{{[]int{1, 0, -1, -1, -1}, 1, 3}, {[]int{1, -1, -1, -1}, 3, 0}} {
		if lists := o.sides(judgedQuery(c.grades...)); len(lists.negatives) != c.negatives || lists.suspects.NotJudged != c.notJudged {
			t.Errorf("grades %d: %d negatives, %d not judged", c.grades, len(lists.negatives), lists.suspects.NotJudged)
		}
	}
}

// TestLabelCandidates: by hand. A preferred document has the label 1 unless it is relevant, or the preference is for one made of it.
func TestLabelCandidates(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Judged: true, Grade: 1}, {}, {}, {}}}
	pools := [][]pairs.Instance{{{Pos: 0, Neg: 3}, {Pos: 1, Neg: 3}}, {{Pos: 2, Neg: 3, Made: 2}, {Pos: 1, Neg: 0}}}
	if got := labelCandidates(q, pools, 1, nil); !slices.Equal(got, []int8{LabelRelevant, LabelPreferred, LabelRest, LabelRest}) {
		t.Errorf("%d, want 2, 1, 0, 0", got)
	}
}

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
