package axioms_test

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
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
	evenly, err := axioms.Parse("tfc2")
	if err != nil {
		t.Fatal(err)
	}
	copies, err := axioms.Parse("lnc2")
	if err != nil {
		t.Fatal(err)
	}
	numTriples, numCopies, triplesThere, docsThere := 0, 0, 0, 0
	for _, text := range s.queries {
		q := axioms.Query{ID: text.ID, Terms: s.index.Query(text.Text)}
		docs := s.candidates(q)
		docsThere, triplesThere = docsThere+len(docs), triplesThere+len(docs)*(len(docs)-1)*(len(docs)-2)/6
		for _, d := range docs {
			made := 0
			for k := 2; k <= 4 && holdsAny(d, q); k++ {
				if k*d.Len() <= 240 {
					made++
				}
			}
			if got := len(copies.(axioms.Generative).Repeats(q, d, 0)); got != made {
				t.Fatalf("query %s: %d copies of a document, by the definition %d", q.ID, got, made)
			}
			numCopies += made
		}
		steps := make([]int, len(axioms.DeltaStarSteps))
		judge := evenly.(axioms.Triple).BindTriple(q, &s.collection)
		judge.Load(docs)
		judge.Count(steps)
		counted, want := 0, evenTriples(q, docs)
		for _, n := range steps {
			counted += n
		}
		if counted != want {
			t.Fatalf("query %s: %d triples, by the definition %d", q.ID, counted, want)
		}
		numTriples += want
	}
	checkStudy(t, "rennings-diagnose", s, pairsPerQuery, map[[2]string]float64{
		{"tfc2", "triples"}: float64(numTriples) / float64(triplesThere),
		{"lnc2", "copies"}:  float64(numCopies) / float64(docsThere),
	})
}

func holdsAny(d axioms.Doc, q axioms.Query) bool {
	return slices.ContainsFunc(d.Terms, func(term uint32) bool { return slices.Contains(q.Terms, term) })
}

// evenTriples counts the sequences of three documents each of which holds more of the query than the one before, the first at least one
// term, while the count of every term rises as much from the first to the second as from the second to the third: equation 3.6.
func evenTriples(q axioms.Query, docs []axioms.Doc) (n int) {
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
				if even {
					n++
				}
			}
		}
	}
	return n
}
