// Package retrieve ranks the documents of an index for a query under a term-weighting model of package axioms, exactly:
// scores are float64 sums over the query's tokens in their order, so they come out the same to the last bit on every path.
package retrieve

import (
	"slices"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/index"
)

// Model weighs terms: weighting.BM25, QL, QLJM, PL2, TFIDF or TF, or one of these in Saturated or RM3 of this package, which
// change the query.
type Model = weighting.Model

// Hit is a document and its score.
type Hit struct {
	Doc   uint32
	Score float64
}

// scoreRepeated returns the score of a document k times in a row: k times the length, and k times every count.
func (s system) scoreRepeated(x index.Reader, query []TermFactor, doc uint32, k int) float64 {
	terms := x.Terms(doc)
	return s.scoreCounts(x, query, k*x.Len(doc), func(t uint32) int { return k * count(terms, t) })
}

// scoreCounts returns the score of a document of a length with a count of each term.
func (s system) scoreCounts(x index.Reader, query []TermFactor, length int, count func(t uint32) int) float64 {
	score := 0.0
	for _, q := range query {
		if w, ok := s.weighting.Term(x, q.Term); ok {
			score += float64(q.Factor * w.Weight(count(q.Term), length))
		}
	}
	return score
}

// ScoreRepeated returns the score, for a weighted query that a Searcher gave, of a document made of k copies of doc. The collection's
// statistics stay as they are.
func (r *Retriever) ScoreRepeated(query []TermFactor, doc uint32, k int) float64 {
	return r.system.scoreRepeated(r.x, query, doc, k)
}

// Terms returns the score, for a weighted query that a Searcher gave, of a document of these terms, whether the collection holds it or
// not. The collection's statistics stay as they are.
func (r *Retriever) Terms(query []TermFactor, terms []uint32) float64 {
	return r.system.scoreCounts(r.x, query, len(terms), func(t uint32) int { return count(terms, t) })
}

func count(terms []uint32, t uint32) (n int) {
	for _, other := range terms {
		if other == t {
			n++
		}
	}
	return n
}

// top keeps the k best hits seen: a heap with the worst of them first.
type top struct {
	k    int
	heap []Hit
}

// ranksAbove reports whether a ranks above b.
func ranksAbove(a, b Hit) bool { return a.Score > b.Score || a.Score == b.Score && a.Doc < b.Doc }

func (t *top) full() bool { return len(t.heap) >= t.k }

func (t *top) offer(h Hit) {
	switch {
	case !t.full():
		t.heap = append(t.heap, h)
		i := len(t.heap) - 1
		for i > 0 && ranksAbove(t.heap[(i-1)/2], h) {
			t.heap[i] = t.heap[(i-1)/2]
			i = (i - 1) / 2
		}
		t.heap[i] = h
	case t.k > 0 && ranksAbove(h, t.heap[0]):
		t.sink(h)
	}
}

// sink puts h in the place of the root.
func (t *top) sink(h Hit) {
	i, n := 0, len(t.heap)
	for {
		child := 2*i + 1
		if child >= n {
			break
		}
		if child+1 < n && ranksAbove(t.heap[child], t.heap[child+1]) {
			child++
		}
		if !ranksAbove(h, t.heap[child]) {
			break
		}
		t.heap[i] = t.heap[child]
		i = child
	}
	t.heap[i] = h
}

// ranking returns the hits in a slice of their own, best first.
func (t *top) ranking() []Hit {
	hits := slices.Clone(t.heap)
	slices.SortFunc(hits, func(a, b Hit) int {
		if ranksAbove(a, b) {
			return -1
		}
		return 1
	})
	return hits
}
