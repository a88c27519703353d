package mine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func indexOf(t *testing.T, docs ...corpus.Doc) index.Reader {
	return indextest.InMemory(t, indextest.Docs(docs...), analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
}

// TestMadeCandidates: the counts follow from the definitions by hand.
func TestMadeCandidates(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "d1", Text: "blue whale"}, corpus.Doc{ID: "d2", Text: "sea"}, corpus.Doc{ID: "d3", Text: "whale whale"})
	list := must.Get(axioms.ParseList("lnc2(max_words=6), tfc1, ln2"))(t)
	topics, qrels := []corpus.Query{{ID: "q", Text: "whale"}}, []corpus.Qrel{{QueryID: "q", DocID: "d1", Grade: 2}}
	run := []corpus.RunRow{{QueryID: "q", DocID: "d2", Rank: 1, Score: 3}, {QueryID: "q", DocID: "d1", Rank: 2, Score: 2},
		{QueryID: "q", DocID: "d3", Rank: 3, Score: 1}}
	o := CandidateOptions{Hits: 3, MinGrade: 1, Made: &Making{Axioms: Generatives(list)}}
	queries, census, err := Candidates(context.Background(), x, "train", topics, qrels, Rows(run), o, nil)
	must.Do(t, err)
	q := &queries[0]
	var got []string
	for i := range q.Docs {
		c := &q.Docs[i]
		got = append(got, fmt.Sprint(c.ID(x), c.Len(x), len(c.Terms(x)), c.Rank, c.Grade, c.Judged))
	}
	// d2 has no query term; two words fit two and three times into six. A made document has its source's judgement.
	want := []string{"d21 1 1 0 false", "d12 2 2 2 true", "d32 2 3 0 false", "d1~24 4 0 2 true", "d1~36 6 0 2 true", "d3~24 4 0 0 false",
		"d3~36 6 0 0 false"}
	must.Same(t, got, want)
	if census.Made != 4 || census.Relevant != 3 || census.Candidates != 7 || q.CollectionDocs() != 3 || q.Relevant != 1 {
		t.Errorf("%+v, %d of its own, %d relevant", census, q.CollectionDocs(), q.Relevant)
	}
	m := &Miner{Index: x, Axioms: list, Collection: &axioms.Collection{Stats: x}, Threads: 1}
	found := map[string][]string{}
	must.Do(t, m.Run(context.Background(), queries, nil, func(_ int, q *Query, _ int, f *Found) error {
		for a, axiom := range list {
			for _, in := range f.Pairs[a] {
				must.Equal(t, in.Made, 0, "%s on %+v: the made document is a candidate", axiom, in)
				found[axiom.String()] = append(found[axiom.String()], q.Docs[in.Pos].ID(x)+">"+q.Docs[in.Neg].ID(x))
			}
		}
		return nil
	}))
	if want := []string{"d1~2>d1", "d1~3>d1", "d3~2>d3", "d3~3>d3"}; !slices.Equal(found["lnc2(max_words=6)"], want) {
		t.Errorf("lnc2: %v, want %v", found["lnc2(max_words=6)"], want)
	}
	// Counts of whale: 0, 1, 2, 2, 3, 4, 6 for d2, d1, d3, d1~2, d1~3, d3~2, d3~3; of 21 pairs one is even.
	if n := len(found["tfc1"]); n != 20 {
		t.Errorf("tfc1: %d pairs of 7 candidates: %v", n, found["tfc1"])
	}
	// ln2 is about the same document several times over; d2 k times would be in no candidate.
	if want := []string{"d1~2>d1", "d1~3>d1", "d3~2>d3", "d3~3>d3"}; !slices.Equal(slices.Sorted(slices.Values(found["ln2"])), want) {
		t.Errorf("ln2: %v, want %v", found["ln2"], want)
	}
	// Another lnc2 makes what is no candidate too.
	if m.Axioms, err = axioms.ParseList("lnc2(max_words=8)"); err != nil {
		t.Fatal(err)
	}
	made := 0
	m.Run(context.Background(), queries, nil, func(_ int, _ *Query, _ int, f *Found) error {
		for _, in := range f.Pairs[0] {
			if in.Made > 0 {
				made++
			}
		}
		return nil
	})
	if made != 2 {
		t.Errorf("%d pairs of documents that are no candidates, want d1~4 and d3~4", made)
	}
}

func TestRepeatsOfSeveralAxioms(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "d", Text: "whale"})
	list := must.Get(axioms.ParseList("lnc2, lnc2(variant=camara), lnc2(variant=camara, max_pieces=9)"))(t)
	m := &Making{Axioms: Generatives(list), Pieces: func(uint32) int { return 3 }}
	q := &Query{Terms: index.AnalyseQuery(x, "whale"), Docs: []Candidate{{Doc: 0}, {Doc: 0, Made: 2}}}
	// Two to four times; 512 / 3 and 9 / 3 times.
	if got := m.Repeats(x, q, &q.Docs[0]); !slices.Equal(got, []int{2, 3, 4, 170}) {
		t.Errorf("%v", got)
	}
	if got := m.Repeats(x, q, &q.Docs[1]); got != nil {
		t.Errorf("%v is made of a made document", got)
	}
}

func TestSelf(t *testing.T) {
	x := indextest.InMemory(t, indextest.Docs(corpus.Doc{ID: "1", Title: "On bees", Text: "bees  dance"}, corpus.Doc{ID: "2", Text: "tides"}),
		analysis.Defaults())
	for _, c := range []struct {
		rule Self
		q    Query
		doc  uint32
		want bool
	}{
		{KeepSelf, Query{ID: "1", Text: "bees dance"}, 0, false},
		{SameID, Query{ID: "1", Text: "tides"}, 0, true},
		{SameID, Query{ID: "1", Text: "bees dance"}, 1, false},
		{SameIDText, Query{ID: "1", Text: "bees dance"}, 0, true},         // the text alone, up to spaces
		{SameIDText, Query{ID: "1", Text: "On bees bees dance"}, 0, true}, // title and text
		{SameIDText, Query{ID: "2", Text: "when are tides"}, 1, false},    // numbered alike by chance
	} {
		must.Equal(t, c.rule.matches(x, &c.q, c.doc), c.want, "%+v", c)
	}
}
