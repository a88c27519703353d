package mine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestSentencesOfCandidates: axioms on sentences see those of the stored texts, title and all, and of a document that lnc2 makes those of
// its text as often; where no axiom asks there are none. The counts are by hand.
func TestSentencesOfCandidates(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "d1", Title: "Whales", Text: "They sing [1]. We listen [2]"},
		corpus.Doc{ID: "d2", Text: "Whales sing [3] ."}, corpus.Doc{ID: "d3", Text: "whales"})
	list := must.Get(axioms.ParseList("corr1, m-and | cov1"))(t)
	run := []corpus.RunRow{{QueryID: "q", DocID: "d1", Rank: 1, Score: 3}, {QueryID: "q", DocID: "d2", Rank: 2, Score: 2},
		{QueryID: "q", DocID: "d3", Rank: 3, Score: 1}}
	queries, _, err := Candidates(context.Background(), x, "train", []corpus.Query{{ID: "q", Text: "whales"}}, nil, Rows(run),
		CandidateOptions{Hits: 3}, nil)
	must.Do(t, err)
	q := &queries[0]
	q.Docs = append(q.Docs, Candidate{Doc: 0, Made: 2, Score: noScore})
	var got []string
	for _, d := range q.docs(x, needsOf(list...), nil, nil) {
		got = append(got, fmt.Sprint(d.Sentences.Count, d.Sentences.Words, d.Sentences.Cited))
	}
	// "We listen [2] Whales" is one sentence of the document that is made.
	if want := []string{"3 7 2", "1 3 1", "1 1 0", "5 14 4"}; !slices.Equal(got, want) {
		t.Errorf("sentences, words, cited: %q, want %q", got, want)
	}
	if d := q.docs(x, needsOf(list[1]), nil, nil); d[0].Sentences.Count != 0 || d[0].ID != "" {
		t.Errorf("read for an axiom that does not ask: %+v", d[0])
	}
	m := &Miner{Index: x, Axioms: list[:1], Collection: &axioms.Collection{Stats: x}, Threads: 1}
	err = m.Run(context.Background(), queries, nil, func(_ int, _ *Query, _ int, f *Found) error {
		got = got[:0]
		for _, in := range f.Pairs[0] {
			got = append(got, fmt.Sprint(in.Pos, in.Neg))
		}
		return nil
	})
	// The shares are 2/3, 1, 0 and 4/5, and no two within a tenth.
	if want := []string{"1 0", "0 2", "3 0", "1 2", "1 3", "3 2"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("corr1 %q, want %q (%v)", got, want, err)
	}
	if e := m.Explain(q, list[0], [2]string{"d2", "d3"}, [2]string{"a", "b"}); e == nil || e.Answer != "a above b" {
		t.Errorf("explained: %+v", e)
	}
}
