package mine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"pgregory.net/rapid"
)

// disguises change how a text is written, and not what a trainer sees of it: case, white space, compatible forms, letters without a shape
// anywhere, which the analyser takes for the ends of words.
var disguises = []string{"red fox ⅳ", "Red  FOX IV", "re\u200bd fox iv", "r\u00aded f\u2060ox iv",
	"ｒｅｄ\u3000fox i\ufeffv", "\u200fred\tfox iv\u200d",
	"red f\x00ox iv", "red fox\u00a0ⅣW", "redfox iv", "red fox", "red fox iv."}

// A candidate is marked as a twin exactly where its folded text is that of a relevant document, over all pairs of texts.
func TestSameTextIsWhatTrainersSee(test *testing.T) {
	same := 0
	rapidtest.CheckUntil(test, func() bool { return same > 0 }, func(t *rapid.T) {
		word := rapid.SampledFrom(append([]string{"blue", "\u200b", "kite"}, disguises...))
		var docs []corpus.Doc
		for i := range rapid.IntRange(2, 10).Draw(t, "documents") {
			end := rapid.SampledFrom([]string{"", " ", "\u00ad"})
			docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: word.Draw(t, "text") + end.Draw(t, "end")})
		}
		docs = append(docs, corpus.Doc{ID: "last", Text: "a term"})
		x := indextest.InMemory(test, indextest.Docs(docs...), analysis.Defaults())
		for relevant := range docs {
			q := Query{ID: "q"}
			for d := range docs {
				q.Docs = append(q.Docs, Candidate{Doc: uint32(d), Judged: d == relevant, Grade: 1})
			}
			queries := []Query{q}
			must.Do(t, MarkTwins(test.Context(), x, queries, 1, 0, 1, nil))
			for d, c := range queries[0].Docs {
				want := pairs.NoTwin
				if d != relevant && pairs.FoldCase(docs[d].Text) == pairs.FoldCase(docs[relevant].Text) {
					want, same = pairs.SameText, same+1
				}
				if c.Twin != want {
					t.Fatalf("%q beside the relevant %q is marked %d, not %d", docs[d].Text, docs[relevant].Text, c.Twin, want)
				}
			}
		}
	})
}

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
