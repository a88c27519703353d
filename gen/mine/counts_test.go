package mine

import (
	"context"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestCountsByHand: two preferences of tfc1 on documents of 2, 4 and 4 words, of which the first one is relevant.
func TestCountsByHand(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale sea"}, corpus.Doc{ID: "b", Text: "sea salt sand sun"},
		corpus.Doc{ID: "c", Text: "salt sand sun moon"})
	list := must.Get(axioms.ParseList("tfc1(delta_star=1)"))(t)
	topics, qrels := []corpus.Query{{ID: "q", Text: "whale"}}, []corpus.Qrel{{QueryID: "q", DocID: "a", Grade: 1}}
	run := Rows{{QueryID: "q", DocID: "a", Rank: 1}, {QueryID: "q", DocID: "b", Rank: 2}, {QueryID: "q", DocID: "c", Rank: 3}}
	queries, _, err := Candidates(context.Background(), x, "train", topics, qrels, run, CandidateOptions{Hits: 3, MinGrade: 1}, nil)
	must.Do(t, err)
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	counter := NewCounter(m, 1)
	must.Do(t, m.Run(context.Background(), queries, nil, counter.Visit))
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

// A panic on one query is an error that names the query and the place, at any number of threads.
func TestPanicNamesTheQuery(t *testing.T) {
	queries := []Query{{ID: "good"}, {ID: "bad"}, {ID: "fine"}}
	for _, threads := range []int{1, 4} {
		m := &Miner{Collection: &axioms.Collection{}, Threads: threads}
		err := m.Run(context.Background(), queries, nil, func(_ int, q *Query, _ int, _ *Found) error {
			if q.ID == "bad" {
				_ = q.Docs[3]
			}
			return nil
		})
		if err == nil || !strings.HasPrefix(err.Error(), "query \"bad\": internal error at counts_test.go:") ||
			!strings.HasSuffix(err.Error(), "index out of range [3] with length 0") {
			t.Errorf("%d threads: %v", threads, err)
		}
	}
}
