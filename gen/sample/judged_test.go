package sample

import (
	"slices"
	"testing"
)

// TestJudgedFirst: by hand. Of one judged pair the negative is the judged one, whatever the keys of the three unjudged ones.
func TestJudgedFirst(t *testing.T) {
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw, o.JudgedFirst = order, true
		for id := range 8 {
			q := judgedQuery(1, -1, -1, -1, 0)
			q.Hash = Hash(string(rune('a' + id)))
			p := New(o, nil, nil, 1, (&world{queries: []*Query{q}}).names).Part()
			p.Add(q, nil)
			if r := p.Result(); len(r.Judged) != 1 || r.Judged[0].Neg != 4 {
				t.Errorf("%s: %+v", order, r.Judged)
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
		{"assumed ones among those of a query", []int{1, 0, -1}, func(o *Options) { o.AssumedPerPositive, o.NegativesPerQuery = 1, 1 }, true},
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
