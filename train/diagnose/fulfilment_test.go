package diagnose

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestPerQuery: two models, asked together, have the counts and intervals that a diagnosis of their runs computes by its own sums, at any
// number of threads; each alone has the same. TFC2 has instances of three documents.
func TestPerQuery(t *testing.T) {
	x := sea(t)
	topics, a, b := twoRuns()
	b.Rows = b.Rows[:20] // the last query has no scores
	list := must.Get(axioms.ParseList("tfc1, tfc2, m-and"))(t)
	queries, models, _, err := prepareRuns(t.Context(), x, topics, nil, nil, []namedRun{a, b}, mine.CandidateOptions{Hits: 100, MinGrade: 1})
	must.Do(t, err)
	m := &mine.Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	const seed = 42
	want := must.Get(Run(t.Context(), m, queries, models, Options{MinGrade: 1, Seed: seed}, nil))(t)
	for _, threads := range []int{1, 3} {
		m.Threads = threads
		counts := must.Get(PerQuery(t.Context(), m, queries, []Scorer{models[0].Scores, models[1].Scores}, nil))(t)
		for i, model := range models {
			ofModel, all := make([][]Count, len(counts)), make([]Count, len(list))
			for query := range counts {
				ofModel[query] = counts[query][i]
				for k, c := range ofModel[query] {
					all[k].Add(c)
				}
			}
			intervals := ShareIntervals(ofModel, seed)
			for k := range list {
				expected := want.Axioms[k].Fulfilment[i]
				if all[k] != expected.Count || all[k].Instances == 0 {
					t.Errorf("%s by %s: %v, want %v", list[k], model.Name, all[k], expected.Count)
				}
				must.Same(t, intervals[k], expected.ShareCI, "%s by %s", list[k], model.Name)
			}
		}
	}
}

// TestEqualScoresObeyNothing: a run that scores all documents alike fulfils no instance of any axiom. Those of a strict axiom it breaks;
// those of a weak one are ties, in no share, and the counts of instances and ties make up what another run has.
func TestEqualScoresObeyNothing(t *testing.T) {
	x := sea(t)
	topics, other, alike := twoRuns()
	for i := range alike.Rows {
		alike.Rows[i].Score = 1
	}
	list := must.Get(axioms.ParseList("tfc1, m-and, m-tdc, len-m-tdc, lnc1, ln2, tfc2"))(t)
	runs := []namedRun{other, alike}
	queries, models, _, err := prepareRuns(t.Context(), x, topics, nil, nil, runs, mine.CandidateOptions{Hits: 100, MinGrade: 1})
	must.Do(t, err)
	m := &mine.Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	r := must.Get(Run(t.Context(), m, queries, models, Options{MinGrade: 1}, nil))(t)
	weak, strict := 0, 0
	for i, axiom := range list {
		of, equal := r.Axioms[i].Fulfilment[0].Count, r.Axioms[i].Fulfilment[1].Count
		want := Count{Instances: of.NumScored()}
		if axiom.Spec().Weak {
			want = Count{TiesLeftOut: of.NumScored()}
			weak += of.NumScored()
		} else {
			strict += of.NumScored()
		}
		must.Equal(t, equal, want, "%s", axiom)
	}
	if weak == 0 || strict == 0 {
		t.Errorf("%d instances of weak axioms, %d of strict ones: nothing is tried", weak, strict)
	}
	for _, test := range r.Tests {
		if axiom, _ := axioms.Parse(test.Axiom); axiom.Spec().Weak {
			t.Errorf("%s: a test of %d instances that one of the runs does not order", test.Axiom, test.Instances)
		}
	}
}
