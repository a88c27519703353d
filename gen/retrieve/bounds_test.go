package retrieve

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"pgregory.net/rapid"
)

// Each posting's gain lies in its steps; windows and cells hold what they say of all of them.
func TestWhatTermsKeep(t *testing.T) {
	z := indextest.NewZipf(300, 5)
	x := indextest.InMemory(t, z.Docs(2*windowSize+5), spaced)
	part := nightly.Stride(t, "models", 3)
	for i, m := range models {
		if i%part != 0 {
			continue
		}
		r, l := New(x, m), new(learner)
		for id := range uint32(x.Lexicon().NumTerms()) {
			e := r.term(id, l)
			if e == nil || !(e.most <= math.MaxFloat64) {
				continue
			}
			room := 1e-12 * (e.most - e.minGain + math.Abs(e.prior) + 1)
			for i, p := range e.postings.Append(nil) {
				gain, n := e.weight.Weight(int(p.TF), x.Len(p.Doc)), float64(e.steps[i])
				if r.loss != nil {
					gain -= e.weight.Weight(0, x.Len(p.Doc))
				}
				if n < 1 || gain > n*e.step+room || gain > 0 && gain < (n-1)*e.step-room || gain < e.minGain-room {
					t.Fatalf("%T%v: term %d: %v is not in %v steps of %v", m, m, id, gain, n, e.step)
				}
				if e.cells != nil && (e.cells[p.Doc>>e.cellBits] < e.steps[i] || e.windows[p.Doc>>windowBits].most < uint32(e.steps[i])) {
					t.Fatalf("%T%v: term %d: a bound is below %v steps", m, m, id, n)
				}
			}
		}
	}
}

// A word in every document, a word in the documents at the windows' edges, ties all over, counts and lengths of every size, and queries
// that repeat their terms.
func TestSearcherAtTheEdges(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	var docs []corpus.Doc
	for d := range 2*windowSize + 3 {
		text := "all" + strings.Repeat(" often", d%3) + strings.Repeat(" pad", d%5*2)
		switch {
		case d%windowSize <= 1 || d%windowSize == windowSize-1:
			text += " edge often"
		case d%9973 == 17:
			text += strings.Repeat(" huge", 1+d) + strings.Repeat(" edge", d%40)
		case d%501 == 0:
			text += " some" + strings.Repeat(" some", d%4)
		}
		docs = append(docs, corpus.Doc{ID: fmt.Sprint(d), Text: text})
	}
	x := indextest.InMemory(t, indextest.Docs(docs...), spaced)
	part := nightly.Stride(t, "models", 2)
	for i, m := range models {
		if i%part != 0 {
			continue
		}
		s := New(x, m).Searcher()
		for _, query := range []string{"all", "edge huge", "all often edge some", "some some huge all all", "pad huge"} {
			terms := index.AnalyseQuery(x, query)
			want := Search(x, m, terms, 1000)
			for _, k := range []int{1, 9, 10, 11, 101, 1000} {
				if got := s.Search(terms, k); !slices.Equal(got, want[:min(k, len(want))]) {
					t.Errorf("%T%v: query %q: the first %d differ", m, m, query, k)
				}
			}
		}
	}
}

// The limit is below the k-th largest number, by a part at most where that is in the range.
func TestTallyIsTheWorstOfTheTop(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		low := rapid.Float64Range(-10, 10).Draw(rt, "low")
		high := low + rapid.SampledFrom([]float64{0, 1e-300, 1e-3, 5}).Draw(rt, "range")
		numbers := rapid.SliceOfN(rapid.Float64Range(low-1, high+1), 1, 200).Draw(rt, "numbers")
		k := rapid.IntRange(1, 50).Draw(rt, "k")
		limit, y, best := math.Inf(-1), new(tally), top{k: k}
		y.begin(k, low, high)
		for _, x := range numbers {
			if l, risen := y.add(x); risen {
				limit = l
			}
			best.offer(Hit{Score: x})
			worst := best.heap[0].Score
			switch {
			case !best.isFull() && !math.IsInf(limit, -1):
				rt.Fatalf("limit %v of fewer than %d", limit, k)
			case best.isFull() && limit > worst+1e-13:
				rt.Fatalf("limit %v is above %v", limit, worst)
			case best.isFull() && worst > low && worst < high && max(limit, low) < worst-2*(high-low)/tallyParts:
				rt.Fatalf("limit %v is far below %v", limit, worst)
			}
		}
	})
}
