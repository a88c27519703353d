package mine

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestVisit: by hand. Of documents of 2, 4, 4, 1, 0 and 0 words the first one alone is relevant: the grade of the second is no judgement.
// Places of steps of delta*: equal lengths 0, halves 14 (.5), 1 and 4 words 17 (.8, since .7 is less than three quarters).
func TestVisit(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale sea"}, corpus.Doc{ID: "b", Text: "sea salt sand sun"},
		corpus.Doc{ID: "c", Text: "salt sand sun moon"}, corpus.Doc{ID: "d", Text: "sun"}, corpus.Doc{ID: "e", Text: "..."})
	q := &Query{Docs: []Candidate{{Doc: 0, Judged: true, Grade: 1}, {Doc: 1, Grade: 1}, {Doc: 2, Judged: true}, {Doc: 3}, {Doc: 4},
		{Doc: 4}}}
	list := must.Get(axioms.ParseList("tfc1"))(t)
	for _, c := range []struct {
		name    string
		pairs   []pairs.Instance
		triples [][3]int32
		counted []int
		left    [2]int
		none    [2]int // undecided
		steps   map[int]int
		want    Tally
	}{
		{name: "relevant above two", pairs: []pairs.Instance{{Pos: 0, Neg: 1}, {Pos: 0, Neg: 2}}, steps: map[int]int{14: 2},
			want: Tally{Relevance: [2][2]int{1: {2, 0}}, Skew: -skewUnit, Seen: [2]int{0, 1}}}, // nobody judged document 1
		{name: "longer above relevant", pairs: []pairs.Instance{{Pos: 1, Neg: 0}}, steps: map[int]int{14: 1},
			want: Tally{Relevance: [2][2]int{{0, 1}}, Skew: skewUnit / 2, Longer: 1}},
		{name: "as long", pairs: []pairs.Instance{{Pos: 1, Neg: 2}}, steps: map[int]int{0: 1}, want: Tally{Relevance: [2][2]int{{1}}}},
		{name: "made twice, then as long", pairs: []pairs.Instance{{Pos: 0, Neg: 1, Made: 2}}, steps: map[int]int{0: 1},
			want: Tally{Relevance: [2][2]int{1: {1}}}},
		{name: "without a word", pairs: []pairs.Instance{{Pos: 4, Neg: 5}}, steps: map[int]int{0: 1}, want: Tally{Relevance: [2][2]int{{1}}}},
		{name: "triples", triples: [][3]int32{{1, 2, 1}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}}, steps: map[int]int{0: 1, 17: 3},
			want: Tally{Triples: 4}},
		{name: "counted triples", counted: []int{3: 5, 4: 2}, steps: map[int]int{3: 5, 4: 2}, want: Tally{Triples: 7}},
		{name: "left out", left: [2]int{3, 4}, none: [2]int{5, 6}, want: Tally{LeftOut: [2]int{3, 4}, Undecided: [2]int{5, 6}}},
	} {
		counter := NewCounter(&Miner{Index: x, Axioms: list, Threads: 2}, 1)
		found := &Found{Pairs: [][]pairs.Instance{c.pairs}, Triples: [][][3]int32{c.triples}, Counted: [][]int{c.counted},
			NotViolated: c.left[:1], NotScored: c.left[1:], Undecided: [][2]int{c.none}}
		must.Do(t, counter.Visit(1, q, 0, found))
		c.want.Steps = newTallies(1)[0].Steps
		for step, n := range c.steps {
			c.want.Steps[step] = n
		}
		must.Same(t, counter.Tallies(), []Tally{c.want}, "%s", c.name)
		counts := Counts{}
		counter.Add("train", counts)
		cell := counts["tfc1"]["train"]
		if *cell.Undecided != c.none[0] || *cell.Void != c.none[1] {
			t.Errorf("%s: %d undecided, %d without the precondition, want %d", c.name, *cell.Undecided, *cell.Void, c.none)
		}
	}
}

// TestOneWorkerForgets: a worker finds of each query what it found of the first one, also of triples, which it lists or counts. By hand:
// tfc1 orders all six pairs of the four documents, and tfc2 has the one triple with 1, 2 and 3 words of the query. The third axiom is not
// among those asked.
func TestOneWorkerForgets(t *testing.T) {
	for _, isListed := range []bool{true, false} {
		m, queries := bees(t, "tfc2, tfc1, lnc2")
		m.Threads, m.Triples, m.AxiomNumbers = 1, isListed, []int{0, 1}
		err := m.Run(t.Context(), []Query{queries[0], queries[0], queries[0]}, nil, func(_ int, _ *Query, place int, f *Found) error {
			listed, counted := len(f.Triples[0]), 0
			for _, n := range f.Counted[0] {
				counted += n
			}
			want := [4]int{6, 1, 0, 0}
			if !isListed {
				want = [4]int{6, 0, 1, 0}
			}
			if got := [4]int{len(f.Pairs[1]), listed, counted, len(f.Pairs[2])}; got != want {
				t.Errorf("query %d: %d pairs, triples listed, triples counted and pairs of lnc2, want %d", place, got, want)
			}
			return nil
		})
		must.Do(t, err)
	}
}

// TestMadeOfPieces: by hand. Documents of 3 and 200 word pieces are repeated 170 and 2 times, up to 512 pieces. What is asked of a worker
// that knows no lengths is an error.
func TestMadeOfPieces(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale"}, corpus.Doc{ID: "b", Text: "whale sea"})
	list, err := axioms.ParseList("lnc2(variant=camara)")
	must.Do(t, err)
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x},
		Pieces: func(doc uint32) int { return [...]int{3, 200}[doc] }}
	queries := []Query{{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []Candidate{{Doc: 1}, {Doc: 0}}}}
	err = m.Run(t.Context(), queries, nil, func(_ int, _ *Query, _ int, f *Found) error {
		must.Same(t, f.Pairs[0], []pairs.Instance{{Pos: 0, Neg: 0, Made: 2}, {Pos: 1, Neg: 1, Made: 170}})
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	m.Pieces = nil
	if err := m.Check(); err == nil {
		t.Error("lengths in word pieces are not there, and nobody says so")
	}
}
