package mine

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestCheckLooksAtAll: an axiom whose file is there does not end the check, and a file that was not read is an error.
func TestCheckLooksAtAll(t *testing.T) {
	parsed := func(text string) axioms.Axiom {
		return must.Get(axioms.Parse(text))(t)
	}
	run := parsed("run(model.txt)")
	name := axioms.Files(run)[0].Name()
	read := &axioms.Collection{Runs: map[string]axioms.RunScores{name: nil}}
	for _, c := range []struct {
		name       string
		list       []axioms.Axiom
		collection *axioms.Collection
		want       string
	}{
		{"read", []axioms.Axiom{run}, read, ""},
		{"not read", []axioms.Axiom{run}, &axioms.Collection{}, "asks the file model.txt, which was not read; hint: name it in gen.axioms"},
		{"a lack behind it", []axioms.Axiom{run, parsed("stmc1")}, read,
			"axiom stmc1 needs word vectors; hint: give word vectors with --vectors"},
	} {
		got := ""
		if err := (&Miner{Axioms: c.list, Collection: c.collection}).Check(); err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPlaceOfCandidate: a query with more candidates than may be is refused with the place of the first one too many, where that is known.
func TestPlaceOfCandidate(t *testing.T) {
	x, queries := threeDocs(t)
	q := queries[0]
	q.Split = "train"
	for most, want := range map[int]string{len(q.Docs) - 1: "run.txt:7: ", len(q.Docs): "", 0: ""} {
		m := &Miner{Index: x, Most: most, Locate: func(split, query, doc string) (string, int) {
			if split != "train" || query != q.ID || doc != q.Docs[most].ID(x) {
				t.Errorf("the place of %s of %s in %s is asked for", doc, query, split)
			}
			return "run.txt", 7
		}}
		err := m.checkCandidates(&q)
		if (err != nil) != (want != "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("at most %d: %v", most, err)
		}
		if m.Locate = nil; want != "" && (m.checkCandidates(&q) == nil || strings.Contains(m.checkCandidates(&q).Error(), "run.txt")) {
			t.Errorf("without a place: %v", m.checkCandidates(&q))
		}
	}
}

// threeDocs are a query of one word and its candidates: a has it twice, b once and c not at all.
func threeDocs(t *testing.T) (index.Reader, []Query) {
	t.Helper()
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale whale"}, corpus.Doc{ID: "b", Text: "whale sea"}, corpus.Doc{ID: "c", Text: "sea sun"})
	run := Rows{{QueryID: "q", DocID: "b", Rank: 1, Score: 2}, {QueryID: "q", DocID: "a", Rank: 2, Score: 1},
		{QueryID: "r", DocID: "b", Rank: 1, Score: 2}, {QueryID: "r", DocID: "c", Rank: 2, Score: 1}, {QueryID: "q", DocID: "c", Rank: 3}}
	queries, _, err := Candidates(t.Context(), x, "train", []corpus.Query{{ID: "q", Text: "whale"}, {ID: "r", Text: "sea"}}, nil, run,
		CandidateOptions{Hits: 3}, nil)
	must.Do(t, err)
	return x, queries
}

// TestWins: by hand. Of b, a and c, a wins both its preferences, b one of two, c none; of the sea, b and c have it as often.
func TestWins(t *testing.T) {
	x, queries := threeDocs(t)
	list, err := axioms.ParseList("tfc1")
	must.Do(t, err)
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	wins := m.Wins()
	for i, want := range [][]int32{{0, 2, -2}, {0, 0}, {0, 2, -2}} { // the first query is asked again
		if got := wins(&queries[i%2])[0]; !slices.Equal(got, want) {
			t.Errorf("query %d: %d, want %d", i%2, got, want)
		}
	}
	found := map[string][2]int{}
	err = m.Run(t.Context(), queries, nil, func(_ int, q *Query, _ int, f *Found) error {
		found[q.ID] = f.Undecided[0]
		return nil
	})
	if err != nil || found["q"] != [2]int{} || found["r"] != [2]int{1, 0} {
		t.Errorf("%v undecided, %v; want b and c of r", found, err)
	}
}

// TestUndecidedWithoutPrecondition: documents whose lengths differ by more than delta are counted apart.
func TestUndecidedWithoutPrecondition(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "whale"}, corpus.Doc{ID: "b", Text: "whale sea"}, corpus.Doc{ID: "c", Text: "sea whale"})
	list, err := axioms.ParseList("tfc1(delta=0)")
	must.Do(t, err)
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	q := []Query{{ID: "q", Terms: index.AnalyseQuery(x, "whale"), Docs: []Candidate{{Doc: 0}, {Doc: 1}, {Doc: 2}}}}
	err = m.Run(t.Context(), q, nil, func(_ int, _ *Query, _ int, f *Found) error {
		if f.Undecided[0] != [2]int{1, 2} {
			t.Errorf("%d undecided, want b and c, and two whose lengths differ", f.Undecided[0])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
