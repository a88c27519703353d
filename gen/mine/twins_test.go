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
			if err := MarkTwins(t.Context(), x, queries, 2, threshold, 3, nil); err != nil {
				t.Fatal(err)
			}
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

// BenchmarkMarkTwins marks 100 candidates of passage length for queries of one relevant document.
func BenchmarkMarkTwins(b *testing.B) {
	var docs []corpus.Doc
	for d, err := range indextest.NewZipf(20000, 1).Docs(1000) {
		if err != nil {
			b.Fatal(err)
		}
		docs = append(docs, d)
	}
	x := indextest.InMemory(b, indextest.Docs(docs...), analysis.Defaults())
	q := Query{}
	for d := range uint32(100) {
		q.Docs = append(q.Docs, Candidate{Doc: d, Judged: d == 7, Grade: 1})
	}
	for _, threshold := range []float64{0, 0.8} {
		b.Run(fmt.Sprint(threshold), func(b *testing.B) {
			for b.Loop() {
				if err := MarkTwins(b.Context(), x, []Query{q}, 1, threshold, 1, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNearAtTheThreshold: by hand. The other document has the four runs of the words 1 to 6. One of four words has the first two of
// them, so that their resemblance is 2/4; one of three words has one run, and 1/4.
func TestNearAtTheThreshold(t *testing.T) {
	other := appendRuns(nil, []uint32{1, 2, 3, 4, 5, 6})
	four, three := []uint32{1, 2, 3, 4}, []uint32{2, 3, 4}
	for _, c := range []struct {
		name      string
		terms     []uint32
		threshold float64
		grade     int32
		want      bool
	}{
		{"just alike", four, .5, 1, true}, {"not quite", four, .5000001, 1, false}, {"of the same grade", four, .5, 2, false},
		{"of a higher grade", four, .5, 3, false}, {"one run of four", three, .25, 1, true}, {"one run, not quite", three, .26, 1, false},
		{"the same", []uint32{1, 2, 3, 4, 5, 6}, 1, 1, true}, {"other words", []uint32{7, 8, 9, 10}, .01, 1, false}, {"none", nil, .01, 1, false},
	} {
		w := &twins{threshold: c.threshold, grades: []int32{2}, relevant: [][]uint64{other}}
		if got := w.isNear(c.terms, c.grade); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	w := &twins{threshold: .5, grades: []int32{3, 3, 2}, relevant: [][]uint64{nil, appendRuns(nil, []uint32{9, 9, 9}), other}}
	if !w.isNear(four, 1) { // the first two are no reason to stop
		t.Error("a document after others is not seen")
	}
	short := &twins{threshold: 1, grades: []int32{2}, relevant: [][]uint64{appendRuns(nil, []uint32{1, 2})}} // of two words: one run
	if !short.isNear([]uint32{1, 2}, 1) || short.isNear([]uint32{2, 1}, 1) || short.isNear([]uint32{1}, 1) {
		t.Error("documents of two words are alike where they are the same, and only there")
	}
}

// TestSameText: a candidate is marked where it has the text of a relevant document, and nowhere else.
func TestSameText(t *testing.T) {
	x := indexOf(t, corpus.Doc{ID: "a", Text: "blue whale"}, corpus.Doc{ID: "b", Text: "blue whale"},
		corpus.Doc{ID: "c", Text: "sea whale"}, corpus.Doc{ID: "d", Text: "blue sea"},
		// two texts of one pairs.FoldHash
		corpus.Doc{ID: "e", Text: "whales breathe air through a holales eat krill and little else all summer long in the sea."},
		corpus.Doc{ID: "f", Text: "jflrxzuureathe air through a holcvyu040w krill and little else all summer long in the sea."})
	if x.Texts().FoldHash(4) != x.Texts().FoldHash(5) {
		t.Fatal("two hashes")
	}
	queries := []Query{{Docs: []Candidate{{Doc: 0, Judged: true, Grade: 1}, {Doc: 1}, {Doc: 2, Twin: pairs.SameText}, {Doc: 3},
		{Doc: 4, Judged: true, Grade: 1}, {Doc: 5}}}}
	if err := MarkTwins(t.Context(), x, queries, 1, 0, 1, nil); err != nil {
		t.Fatal(err)
	}
	for i, want := range []pairs.Twin{pairs.NoTwin, pairs.SameText, pairs.NoTwin, pairs.NoTwin, pairs.NoTwin, pairs.NoTwin} {
		if got := queries[0].Docs[i].Twin; got != want {
			t.Errorf("document %d: %d, want %d", i, got, want)
		}
	}
}
