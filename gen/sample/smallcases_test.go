package sample

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPreferredHash: that of a candidate is at hand; a made document has the hash of its own id.
func TestPreferredHash(t *testing.T) {
	q := &Query{ID: "q", Docs: []Candidate{{ID: "d", Hash: 7}}}
	if got := preferredHash(q, pairs.Instance{}); got != 7 {
		t.Errorf("%d, want the hash of the candidate, 7", got)
	}
	if got, want := preferredHash(q, pairs.Instance{Made: 2}), Hash("d~2"); got != want {
		t.Errorf("%d, want that of d~2, %d", got, want)
	}
}

// TestCountUnlimited: by hand. Positives of grades 2 and 1, and negatives: one of grade 1, one judged not relevant, one unjudged.
func TestCountUnlimited(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Grade: 2, Judged: true, Rank: 1, RunScore: 5},
		{Grade: 1, Judged: true, Rank: 2, RunScore: 4},
		{Judged: true, Rank: 3, RunScore: 3}, {Rank: 4, RunScore: 2}}}
	o := &Options{MinGrade: 1}
	plain := sides{positives: []int32{0, 1}, negatives: []int32{2, 3}}
	if got, want := o.countUnlimited(q, plain), (sideCounts{pairs: 4, judged: 2}); got != want {
		t.Errorf("%+v, want two positives above two negatives: %+v", got, want)
	}
	graded := sides{positives: []int32{0, 1}, negatives: []int32{1, 2, 3}, graded: true}
	if got, want := o.countUnlimited(q, graded), (sideCounts{pairs: 5, judged: 3}); got != want {
		t.Errorf("%+v, want the same and the grade 2 above the grade 1: %+v", got, want)
	}
	margin := 2.5
	o.AbsoluteMargin = &margin // 5 and 3 are nearer than that, and so are 4 and 3, and 4 and 2
	if got, want := o.countUnlimited(q, plain), (sideCounts{pairs: 1, tooNear: 3}); got != want {
		t.Errorf("%+v with a margin of 2.5, want %+v", got, want)
	}
}

// TestCountCandidates: by hand. Of the judged candidates two are relevant, of grades 2 and 1, and one is not; a relevant document of grade
// 3 is outside. Nobody judged the last one.
func TestCountCandidates(t *testing.T) {
	q := &Query{Labelled: true, Docs: []Candidate{{Judged: true, Grade: 2}, {Judged: true, Grade: 1}, {Judged: true}, {Grade: 1},
		{Judged: true, Grade: 3, Outside: true}}}
	for _, c := range []struct {
		positives, grades string
		want              int
	}{
		{FromCandidates, Binary, 2},      // two above one
		{FromCandidates, Ordered, 2 + 1}, // and 2 above 1
		{"all", Binary, 3},               // the one outside too
		{"all", Ordered, 3 + 3},          // and it above both
	} {
		o := Defaults()
		o.Positives, o.Grades, o.MinGrade = c.positives, c.grades, 1
		if got := o.countCandidates(q); got != c.want {
			t.Errorf("positives %s, grades %s: %d, want %d", c.positives, c.grades, got, c.want)
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

// TestJudgedTexts: queries of one text count as one. Of two texts, one of which two queries have, both together are all three queries.
func TestJudgedTexts(t *testing.T) {
	ids, texts := []string{"a", "b", "c"}, []string{"x", "y", "x"}
	if got := slices.Sorted(slices.Values(JudgedTexts(ids, texts, 2, 42))); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("two texts: queries %d, want all", got)
	}
	want := map[int][]int{0: {0, 2}, 1: {1}}[JudgedSubset([]string{"a", "b"}, 1, 42)[0]]
	if got := JudgedTexts(ids, texts, 1, 42); !slices.Equal(got, want) {
		t.Errorf("one text: queries %d, want %d", got, want)
	}
}

// TestWarnings: by hand. A pool says how many of its pairs a run orders wrongly, if that is not all of them.
func TestWarnings(t *testing.T) {
	for violated, want := range map[int]string{
		3: "", 1: "tfc1: of 3 pairs that sample: hard drew, the run orders only 1 wrongly; the others are drawn as under balanced",
		0: "tfc1: of 3 pairs that sample: hard drew, the run orders none wrongly; the others are drawn as under balanced"} {
		got := (&Result{Ledger: []PoolLedger{{Name: "tfc1", Taken: 3, Violated: &violated}}}).Warnings(Hard)
		if strings.Join(got, "\n") != want {
			t.Errorf("%d of 3: %q, want %q", violated, got, want)
		}
	}
}

// TestShareOfAllPools: a part that is restored from its share, of two pools, gives the same sample, under each order of drawing. A pair of
// a query that is not there is an error.
func TestShareOfAllPools(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for i, id := range []string{"a", "b", "c", "d"} {
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: i + 1, Rank: i + 1, Judged: i == 0, Grade: 1})
	}
	w := &world{queries: []*Query{q}}
	for _, order := range drawOrderNames() {
		o := Defaults()
		o.Draw = order
		s := New(o, twoPools, []int{9, 9}, 9, w.names)
		drawnPart := func() *Part {
			p := s.Part()
			p.Add(q, [][]pairs.Instance{{{Pos: 1, Neg: 2}, {Pos: 3, Neg: 2}}, {{Pos: 1, Neg: 3}, {Pos: 2, Neg: 1}, {Pos: 2, Neg: 3}}})
			return p
		}
		share := drawnPart().Share()
		p, err := s.Restore(share, 1)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(drawnPart().Result(), p.Result(), cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%s: %s", order, diff)
		}
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of no query is taken", order)
		}
		share.Regular = nil
		if _, err := s.Restore(share, 0); err == nil {
			t.Errorf("%s: a pair of a pool and of no query is taken", order)
		}
	}
}

// TestMinedUnderLabels: by hand. Two axioms prefer three times in all, which is what is mined, and one document has the label 1.
func TestMinedUnderLabels(t *testing.T) {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for _, id := range []string{"a", "b", "c"} {
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: 1, Judged: id == "a", Grade: 1})
	}
	o := Defaults()
	o.Strategy = MultiGraded
	w := &world{queries: []*Query{q}}
	p := New(o, twoPools[:1], []int{9}, 9, w.names).Part()
	p.Add(q, [][]pairs.Instance{{{Pos: 1, Neg: 2}, {Pos: 0, Neg: 2}}, {{Pos: 1, Neg: 2}}})
	l := p.Result().Ledger[0]
	if l.Mined != 3 || l.Formed != 1 || l.Size != 1 || l.Mined+l.Formed != l.Dropped.Sum()+l.Labelling+l.Size {
		t.Errorf("%+v: want three mined, and b above c formed", l)
	}
}

// TestReasonsOfSuspects: reasons that left nothing out are not named.
func TestReasonsOfSuspects(t *testing.T) {
	s := Suspects{NearDuplicate: 3, NotJudged: 12}
	if got := s.Reasons(); len(got) != 2 || got["near_duplicate"] != 3 || got["not_judged"] != 12 {
		t.Errorf("%v", got)
	}
	if got := s.Text(); got != "near duplicate 3, not judged 12" || (Suspects{}).Text() != "" || s.Sum() != 15 {
		t.Errorf("%q, %d in all", got, s.Sum())
	}
}
