package mine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
)

// TestCensusOfCandidates: how many candidates each query has, and what did not fit, by hand.
func TestCensusOfCandidates(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "blue whale"}, corpus.Doc{ID: "b", Text: "blue sea"}, corpus.Doc{ID: "c", Text: "sea"})
	topics := []corpus.Query{{ID: "none", Text: "whale"}, {ID: "none either", Text: "sea"}, {ID: "one", Text: "whale"},
		{ID: "two", Text: "blue"}, {ID: "three", Text: "sea"}}
	run := Rows{{QueryID: "one", DocID: "a", Rank: 1}, {QueryID: "two", DocID: "a", Rank: 1}, {QueryID: "two", DocID: "b", Rank: 2},
		{QueryID: "three", DocID: "b", Rank: 1}, {QueryID: "three", DocID: "c", Rank: 2}, {QueryID: "three", DocID: "a", Rank: 3}}
	queries, census, err := Candidates(context.Background(), x, "train", topics, nil, run, CandidateOptions{Hits: 2, MinGrade: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range queries {
		got = append(got, fmt.Sprint(queries[i].ID, len(queries[i].Docs)))
	}
	const want = "[none0 none either0 one1 two2 three2]"
	if fmt.Sprint(got) != want || census.NoCandidate != 2 || census.Short != 1 || census.Candidates != 5 {
		t.Errorf("%v and %+v, want %s, 2 without and 1 with fewer than 2 candidates", got, census, want)
	}
	var said, warned []string
	list := func(into *[]string) func(int, string) {
		return func(n int, text string) { *into = append(*into, fmt.Sprint(n, " ", text)) }
	}
	Census{NoCandidate: 3, Made: 1}.Report(list(&said), list(&warned))
	if fmt.Sprint(said, warned) != "[1 candidates made of others] [3 queries without any candidate]" {
		t.Errorf("said %v, warned %v", said, warned)
	}
}

// TestMinerLacksWhatAxiomsNeed: an axiom that needs what is not given is refused with the flag that gives it, others are not.
func TestMinerLacksWhatAxiomsNeed(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "blue whale"})
	for _, c := range []struct{ axiom, hint string }{{"tfc1", ""}, {"prox1", ""}, {"stmc1", "--vectors"}, {"reg", "--similarity"},
		{"lnc2(variant=camara)", "name a vocabulary"}} {
		list, err := axioms.ParseList(c.axiom)
		if err != nil {
			t.Fatal(err)
		}
		err = (&Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}}).Check()
		if c.hint == "" && err != nil || c.hint != "" && (err == nil || !strings.Contains(err.Error(), c.hint)) {
			t.Errorf("%s: %v, want a hint of %q", c.axiom, err, c.hint)
		}
	}
}
