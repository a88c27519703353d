package mine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// plainResemblance is the definition: sets of runs of three terms, or of all where there are fewer.
func plainResemblance(a, b []uint32) float64 {
	set := func(terms []uint32) map[string]bool {
		out := map[string]bool{}
		if n := len(terms); 0 < n && n < 3 {
			out[fmt.Sprint(terms)] = true
		}
		for i := 0; i+3 <= len(terms); i++ {
			out[fmt.Sprint(terms[i:i+3])] = true
		}
		return out
	}
	x, y := set(a), set(b)
	both := 0
	for run := range x {
		if y[run] {
			both++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

// revised are texts of few words, many of them an earlier text with a few words changed, left out or said again.
func revised(n int) (docs []corpus.Doc) {
	r := rand.New(rand.NewPCG(3, 5))
	word := func() string { return fmt.Sprint("w", r.IntN(12)) }
	var texts [][]string
	for i := range n {
		var words []string
		if i > 0 && r.IntN(3) > 0 {
			words = slices.Clone(texts[r.IntN(i)])
			for range r.IntN(4) {
				switch at := r.IntN(len(words) + 1); {
				case at == len(words):
					words = append(words, word())
				case r.IntN(2) == 0:
					words[at] = word()
				default:
					words = slices.Delete(words, at, at+1)
				}
			}
		} else {
			for range r.IntN(25) {
				words = append(words, word())
			}
		}
		texts = append(texts, words)
		docs = append(docs, corpus.Doc{ID: fmt.Sprint(i), Text: strings.Join(words, " ")})
	}
	return docs
}

// TestMarkTwins compares the marks with the definition, at thresholds that some pairs meet exactly.
func TestMarkTwins(t *testing.T) {
	docs := revised(120)
	x := indextest.InMemory(t, indextest.Docs(docs...), analysis.Defaults())
	seen := map[pairs.Twin]int{}
	exact := 0
	for _, threshold := range []float64{0, 0.07, 0.5, 0.8, 1} {
		for relevant := range uint32(12) {
			fresh := func() []Query {
				q := Query{ID: "q"}
				for d := range uint32(len(docs)) {
					q.Docs = append(q.Docs, Candidate{Doc: d, Judged: d <= relevant, Grade: int32(d % 4)})
				}
				q.Outside = append(q.Outside, Candidate{Doc: 100 + relevant, Judged: true, Grade: 2})
				return []Query{q, {ID: "unjudged", Docs: []Candidate{{Doc: 3}, {Doc: 3, Judged: true, Grade: 1}}}, q}
			}
			queries := fresh()
			queries[2].Docs = slices.Clone(queries[2].Docs)
			must.Do(t, MarkTwins(t.Context(), x, queries, 2, threshold, 3, nil))
			for i, c := range queries[0].Docs {
				want := pairs.NoTwin
				for _, r := range append(slices.Clone(queries[0].Docs), queries[0].Outside...) {
					if c.Judged && c.Grade >= 2 && c.Grade >= r.Grade || !r.Judged || r.Grade < 2 {
						continue
					}
					likeness := plainResemblance(x.Terms(c.Doc), x.Terms(r.Doc))
					switch {
					case docs[c.Doc].Text == docs[r.Doc].Text:
						want = pairs.SameText
					case want == pairs.NoTwin && threshold > 0 && likeness >= threshold:
						want = pairs.NearDuplicate
						if likeness == threshold && threshold < 1 {
							exact++
						}
					}
				}
				if c.Twin != want || queries[2].Docs[i].Twin != want {
					t.Fatalf("threshold %v, relevant %d: document %d is %d and %d, want %d", threshold, relevant, c.Doc, c.Twin, queries[2].Docs[i].Twin,
						want)
				}
				seen[want]++
			}
			for _, c := range queries[1].Docs {
				if c.Twin != pairs.NoTwin {
					t.Fatal("a mark without a relevant document")
				}
			}
		}
	}
	if seen[pairs.SameText] == 0 || seen[pairs.NearDuplicate] == 0 || exact == 0 {
		t.Errorf("the texts show too little: %v, %d at the threshold itself", seen, exact)
	}
}
