package dataset

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// countNames has the names of the features that count terms. Lengths are in terms, and IDF is ln(N/df).
var countNames = [...]string{
	"query_terms",     // number of different query terms
	"document_length", // number of terms of the document
	"matched_terms",   // number of different query terms in the document
	"matched_share",   // matched_terms divided by query_terms
	"matched_idf",     // the sum of the IDFs of the matched terms
	"occurrences",     // number of query terms in the document, with repetitions
	"density",         // occurrences divided by document_length
}

// proximityNames has the names of the features that describe the places of query terms in a document.
var proximityNames = [...]string{
	"first_place",    // the first place of a query term, divided by document_length; 1 if there is none
	"span",           // the length of the shortest passage with all query terms that the document has
	"phrases",        // number of places where a query term directly follows the term before it in the query
	"pairs_within_8", // number of neighbouring occurrences of two different query terms at most 8 terms apart
}

// nearby is the maximum distance, in terms, of two occurrences that count as close.
const nearby = 8

// queryTerms holds the different terms of a query with their IDFs.
type queryTerms struct {
	order []uint32  // the query's terms in order, with repetitions
	terms []uint32  // the different terms in the order of their first occurrence, then terms that only models use
	idf   []float64 // the IDFs of the query's different terms
}

func termsOf(x index.Reader, query []uint32) *queryTerms {
	q := &queryTerms{order: query}
	for _, t := range query {
		if slices.Contains(q.terms, t) {
			continue
		}
		idf := 0.0
		if df := x.DocFreq(t); df > 0 {
			idf = math.Log(float64(x.NumDocs()) / float64(df))
		}
		q.terms, q.idf = append(q.terms, t), append(q.idf, idf)
	}
	return q
}

// place returns a term's index in terms. It adds a term that is not in the query: a model may expand the query.
func (q *queryTerms) place(t uint32) int {
	i := slices.Index(q.terms, t)
	if i < 0 {
		i = len(q.terms)
		q.terms = append(q.terms, t)
	}
	return i
}

// numTerms returns the number of different terms in the query.
func (q *queryTerms) numTerms() int { return len(q.idf) }

// occurrence is a place of a query term in a document.
type occurrence struct{ place, term int } // term is an index in queryTerms.terms

// termReader computes the features of a document from the places of the query's terms in it.
type termReader struct {
	*queryTerms
	length int          // the number of terms of the document
	places []occurrence // occurrences of query terms in the order of the document
	times  []int        // number of occurrences of each of the terms in the document
	kinds  int          // number of different query terms in the document
	inside []int        // reused memory of span
}

// read finds the places of a query's terms in a document, given as its terms.
func (r *termReader) read(q *queryTerms, document []uint32) {
	r.queryTerms, r.length, r.places, r.kinds = q, len(document), r.places[:0], 0
	r.times = append(r.times[:0], make([]int, len(q.terms))...)
	for place, t := range document {
		number := slices.Index(q.terms, t)
		if number < 0 {
			continue
		}
		r.times[number]++
		if number >= q.numTerms() {
			continue
		}
		r.places = append(r.places, occurrence{place, number})
		if r.times[number] == 1 {
			r.kinds++
		}
	}
}

// counts appends the values of the features countNames to out.
func (r *termReader) counts(out []float64) []float64 {
	idf := 0.0
	for i, n := range r.times[:r.numTerms()] {
		if n > 0 {
			idf += r.idf[i]
		}
	}
	share := func(n, total int) float64 { return float64(n) / float64(max(1, total)) }
	return append(out, float64(r.numTerms()), float64(r.length), float64(r.kinds), share(r.kinds, r.numTerms()), idf, float64(len(r.places)),
		share(len(r.places), r.length))
}

// proximity appends the values of the features proximityNames to out.
func (r *termReader) proximity(out []float64) []float64 {
	first, phrases, close := 1.0, 0, 0
	if len(r.places) > 0 {
		first = float64(r.places[0].place) / float64(r.length)
	}
	for i := 1; i < len(r.places); i++ {
		a, b := r.places[i-1], r.places[i]
		if b.place == a.place+1 && r.follows(a.term, b.term) {
			phrases++
		}
		if a.term != b.term && b.place-a.place <= nearby {
			close++
		}
	}
	return append(out, first, float64(r.span()), float64(phrases), float64(close))
}

// follows reports whether the second term directly follows the first one in the query.
func (r *termReader) follows(first, second int) bool {
	for i := 1; i < len(r.order); i++ {
		if r.order[i-1] == r.terms[first] && r.order[i] == r.terms[second] {
			return true
		}
	}
	return false
}

// span returns the length of the shortest passage that has all query terms of the document; 0 for a document without query terms.
func (r *termReader) span() int {
	r.inside = append(r.inside[:0], make([]int, r.numTerms())...)
	inside, kinds, start, shortest := r.inside, 0, 0, 0
	for _, last := range r.places {
		if inside[last.term]++; inside[last.term] == 1 {
			kinds++
		}
		for kinds == r.kinds {
			first := r.places[start]
			if length := last.place - first.place + 1; shortest == 0 || length < shortest {
				shortest = length
			}
			if inside[first.term]--; inside[first.term] == 0 {
				kinds--
			}
			start++
		}
	}
	return shortest
}
