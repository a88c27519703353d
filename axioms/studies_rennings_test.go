package axioms_test

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// TestStudyOfRennings: the shares of the axioms of Rennings' diagnosis are near those that her tables 3.8 and 4.7 give for 50 candidates
// a query, 416 test queries and 4,154 in all, or a row says why they cannot be. By day answers are compared with definitions alone.
func TestStudyOfRennings(t *testing.T) {
	s := newSlice(t, analysis.Options{Tokenizer: "alnum", Stemmer: "snowball:english", Stopwords: "none"}, weighting.BM25{K1: .4, B: .1}, 50,
		nightly.Stride(t, "passages", 12))
	pairsPerQuery := 400
	if s.stride > 1 {
		pairsPerQuery, s.queries = 20, s.queries[:30]
	}
	triples, copies := s.countOthers(t, "tfc2", "lnc2", math.MaxInt, func(d axioms.Doc, _ uint32) (made int) {
		for k := 2; k <= 4; k++ {
			if k*d.Len() <= 240 {
				made++
			}
		}
		return made
	}, nil)
	checkStudy(t, "rennings-diagnose", s, pairsPerQuery, map[[2]string]float64{
		{"tfc2", "triples"}: triples,
		{"lnc2", "copies"}:  copies,
	})
}

// countOthers returns the share of a triple axiom's instances in the triples of candidates whose lengths differ by at most the given
// number of words, by its plain definition, and the copies of a document that a generative axiom makes: as many as given for one that
// holds a query term. It reports every query on which the axioms answer differently. A length in pieces may be nil.
func (s *slice) countOthers(t *testing.T, triple, generative string, most int, copiesOf func(axioms.Doc, uint32) int,
	pieces func(uint32) int) (triples, copies float64) {
	evenly := must.Get(axioms.Parse(triple))(t)
	maker := must.Get(axioms.Parse(generative))(t)
	numTriples, numCopies, triplesThere, docsThere := 0, 0, 0, 0
	for _, text := range s.queries {
		q := axioms.Query{ID: text.ID, Terms: index.AnalyseQuery(s.index, text.Text)}
		docs := s.candidates(q)
		docsThere, triplesThere = docsThere+len(docs), triplesThere+len(docs)*(len(docs)-1)*(len(docs)-2)/6
		for i, hit := range s.searcher.Search(q.Terms, s.hits) {
			made, length := 0, 0
			if holdsAny(docs[i], q) {
				made = copiesOf(docs[i], hit.Doc)
			}
			if pieces != nil {
				length = pieces(hit.Doc)
			}
			if got := len(maker.(axioms.Generative).Repeats(q, docs[i], length)); got != made {
				t.Fatalf("%s, query %s: %d copies of a document, by the definition %d", generative, q.ID, got, made)
			}
			numCopies += made
		}
		judge := evenly.(axioms.Triple).BindTriple(q, &s.collection)
		judge.Load(docs)
		counted, want := 0, evenTriples(q, docs, most)
		judge.Each(func(_, _, _ int) bool { counted++; return true })
		if counted != want {
			t.Fatalf("%s, query %s: %d triples, by the definition %d", triple, q.ID, counted, want)
		}
		numTriples += want
	}
	return float64(numTriples) / float64(triplesThere), float64(numCopies) / float64(docsThere)
}

func holdsAny(d axioms.Doc, q axioms.Query) bool {
	return slices.ContainsFunc(d.Terms, func(term uint32) bool { return slices.Contains(q.Terms, term) })
}

// evenTriples counts the sequences of three documents each of which holds more of the query than the one before, the first at least one
// term, while the count of every term rises as much from the first to the second as from the second to the third: equation 3.6. The
// lengths of the three differ by at most the given number of words.
func evenTriples(q axioms.Query, docs []axioms.Doc, most int) (n int) {
	terms := slices.Compact(slices.Sorted(slices.Values(q.Terms)))
	counts, sums := make([][]int, len(docs)), make([]int, len(docs))
	for i, d := range docs {
		counts[i] = make([]int, len(terms))
		for _, term := range d.Terms {
			if place, ok := slices.BinarySearch(terms, term); ok {
				counts[i][place]++
				sums[i]++
			}
		}
	}
	for i := range docs {
		for j := range docs {
			if sums[i] == 0 || sums[j] <= sums[i] {
				continue
			}
			for k := range docs {
				even := sums[k] > sums[j]
				for w := 0; even && w < len(terms); w++ {
					even = counts[j][w]-counts[i][w] == counts[k][w]-counts[j][w]
				}
				x, y, z := docs[i].Len(), docs[j].Len(), docs[k].Len()
				if even && max(x, y, z)-min(x, y, z) <= most {
					n++
				}
			}
		}
	}
	return n
}
