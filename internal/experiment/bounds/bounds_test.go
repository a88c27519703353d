package bounds

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/google/go-cmp/cmp"
)

// found returns the bounds of one run over four documents, d1 and d3 of them relevant.
func found(t *testing.T, list string, threads int) (*RunResult, []string) {
	t.Helper()
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "d1", Text: "whale"}, corpus.Doc{ID: "d2", Text: "whale whale"},
		corpus.Doc{ID: "d3", Text: "whale whale whale ship"}, corpus.Doc{ID: "d4", Text: "sea"}),
		analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	var rows []corpus.RunRow
	for i, id := range []string{"d4", "d1", "d2", "d3"} {
		rows = append(rows, corpus.RunRow{QueryID: "q", DocID: id, Rank: i + 1, Score: float64(-i)})
	}
	qrels := []corpus.Qrel{{QueryID: "q", DocID: "d1", Grade: 1}, {QueryID: "q", DocID: "d3", Grade: 1}, {QueryID: "q", DocID: "d2", Grade: 0}}
	queries, _, err := mine.Candidates(context.Background(), x, "", []corpus.Query{{ID: "q", Text: "whale"}}, qrels,
		mine.Rows(rows), mine.CandidateOptions{Hits: 100, MinGrade: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := axioms.ParseList(list)
	if err != nil {
		t.Fatal(err)
	}
	subjects, notes, err := subjectsOf(parsed)
	if err != nil {
		t.Fatal(err)
	}
	m := &mine.Miner{Index: x, Collection: &axioms.Collection{Stats: x}, Threads: threads}
	r, err := boundsOf(context.Background(), m, &run{Name: "run", Queries: queries, Qrels: qrels}, subjects,
		options{MinGrade: 1, Seed: 42}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, notes
}

// TestByHand: the numbers of each comment follow from the definitions.
func TestByHand(t *testing.T) {
	r, notes := found(t, "tfc1, m-and, oracle, tfc2, lnc2, effect-study", 1)
	if len(notes) != 2 || !strings.HasPrefix(notes[0], "tfc2 does not compare two documents") {
		t.Errorf("notes %q", notes)
	}
	// The run is d4 d1 d2 d3: the relevant documents are at ranks 2 and 4.
	if r.Queries != 1 || r.Candidates != 4 || r.Measures[0] != (Value{"MAP", (1.0/2 + 2.0/4) / 2}) {
		t.Errorf("%+v", r)
	}
	type row struct {
		preferences, obeyed int
		ap                  float64
	}
	compared := 0
	want := map[string][3]row{
		// d3 > d2 > d1 > d4, a total order. Those that agree with the judges are d3 > d2, d3 > d4 and d1 > d4: d2 comes last, as the
		// run has it behind d4; d3 is lifted above both, and stays behind d1 as in the run.
		"tfc1": {{6, 6, (1.0 + 2.0/3) / 2}, {6, 6, (1.0 + 2.0/3) / 2}, {3, 3, 1}},
		// d1, d2 and d3 over d4, else the run's order. For the oracle, d2 is last: it is the last in the run of the possible ones.
		"m-and":  {{3, 3, (1.0 + 2.0/3) / 2}, {3, 3, (1.0 + 2.0/3) / 2}, {2, 2, 1}},
		"oracle": {{4, 4, 1}, {4, 4, 1}, {4, 4, 1}},
		// d1 > d4 is m-and's, whose lengths are within a tenth, d2 > d1 and d3 > d4 are tf-lnc's: d2 d1 d3 d4, which kwiksort misses
		// only where d2 is the first pivot. Those of relevant documents are over d4: d1 d3 d4 d2.
		"effect-study": {{3, 3, (1.0/2 + 2.0/3) / 2}, {3, 3, (1.0/2 + 2.0/3) / 2}, {2, 2, 1}},
	}
	for _, a := range r.Axioms {
		if want[a.Axiom] == [3]row{} {
			continue // a member of the set alone
		}
		compared++
		for k, ranking := range a.Rankings {
			w := want[a.Axiom][k]
			ap := ranking.Measures[0].MeanB
			if ranking.Preferences != w.preferences || ranking.Obeyed != w.obeyed || math.Abs(ap-w.ap) > 1e-12 {
				t.Errorf("%s by %s: %d preferences, %d obeyed, AP %v, want %+v", a.Axiom, ranking.Kind, ranking.Preferences, ranking.Obeyed, ap, w)
			}
		}
	}
	if compared != len(want) {
		t.Errorf("%d subjects, want %d", compared, len(want))
	}
	if single, _ := found(t, "tfc1", 1); len(single.Axioms) != 1 {
		t.Errorf("of tfc1 alone there are %d rows", len(single.Axioms))
	}
	again, _ := found(t, "tfc1, m-and, oracle, tfc2, lnc2, effect-study", 3)
	if diff := cmp.Diff(r, again); diff != "" {
		t.Errorf("three threads: %s", diff)
	}
}
