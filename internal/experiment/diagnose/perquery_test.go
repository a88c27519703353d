package diagnose

import (
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/google/go-cmp/cmp"
)

// TestPerQuery: two models, asked together, have the counts and intervals that a diagnosis of their runs computes by its own sums, at any
// number of threads; each alone has the same. TFC2 has instances of three documents.
func TestPerQuery(t *testing.T) {
	x := sea(t)
	topics, a, b := twoRuns()
	b.Rows = b.Rows[:20] // the last query has no scores
	list, err := axioms.ParseList("tfc1, tfc2, m-and")
	if err != nil {
		t.Fatal(err)
	}
	queries, models, _, err := FromRuns(t.Context(), x, topics, nil, nil, []NamedRun{a, b}, mine.CandidateOptions{Hits: 100, MinGrade: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := &mine.Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	const seed = 42
	want, err := Run(t.Context(), m, queries, models, Options{MinGrade: 1, Seed: seed}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		m.Threads = threads
		counts, err := PerQuery(t.Context(), m, queries, []Scorer{models[0].Scores, models[1].Scores}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, model := range models {
			alone, err := Fulfilment(t.Context(), m, queries, model.Scores, nil)
			if err != nil {
				t.Fatal(err)
			}
			ofModel := make([][]Count, len(counts))
			for query := range counts {
				ofModel[query] = counts[query][i]
			}
			intervals := ShareIntervals(ofModel, seed)
			for k := range list {
				expected := want.Axioms[k].Fulfilment[i]
				if alone[k] != expected.Count || alone[k].Instances == 0 {
					t.Errorf("%s by %s: %v, want %v", list[k], model.Name, alone[k], expected.Count)
				}
				if diff := cmp.Diff(expected.ShareCI, intervals[k]); diff != "" {
					t.Errorf("%s by %s: %s", list[k], model.Name, diff)
				}
			}
		}
	}
}

// TestShareIntervals by hand: of two queries, one that fulfils all and one that fulfils nothing, a sample of two has both, or one of them
// twice with a chance of a quarter each. An axiom that all fulfil has no width, and one query gives no interval.
func TestShareIntervals(t *testing.T) {
	got := ShareIntervals([][]Count{
		{{Fulfilled: 2, Instances: 2}, {Fulfilled: 1, Instances: 1}, {Fulfilled: 1, Instances: 3}},
		{{Fulfilled: 0, Instances: 5}, {Fulfilled: 4, Instances: 4}, {}},
	}, 1)
	if diff := cmp.Diff([]*Interval{{0, 1}, {1, 1}, nil}, got); diff != "" {
		t.Error(diff)
	}
	if got := ShareIntervals(nil, 1); got != nil {
		t.Errorf("without queries: %v", got)
	}
}
