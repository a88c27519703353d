package ltr

import (
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
)

// countNames are what is counted of a candidate. Lengths are in terms, IDF is ln(N/df).
var countNames = [...]string{
	"query_terms",     // different ones
	"document_length", // terms
	"matched_terms",   // query terms that the document has
	"matched_share",   // of the query's terms
	"matched_idf",     // the sum of their IDFs
	"occurrences",     // of query terms
	"density",         // occurrences by document length
}

// proximityNames are what is counted of the places of query terms.
var proximityNames = [...]string{
	"first_place",    // of a query term, by document length; 1 where there is none
	"span",           // terms of the shortest stretch with all query terms that the document has
	"phrases",        // places where a query term stands right behind the one before it in the query
	"pairs_within_8", // neighbouring occurrences of two different query terms at most 8 terms apart
}

// nearby is how far apart two occurrences are at most that count as close.
const nearby = 8

// queryTerms are the different terms of a query with their IDFs.
type queryTerms struct {
	order []uint32  // as in the query
	terms []uint32  // different ones, as they first come; behind them those that only models ask for
	idf   []float64 // of the different terms of the query
	marks uint64    // has the mark of each
}

// mark returns one of the 64 bits: a term whose bit queryTerms.marks lacks, as most of a document's do, is none of the query's.
func mark(t uint32) uint64 { return 1 << (t * 0x9E3779B1 >> (32 - 6)) } // by 2^32 over the golden ratio (Knuth 3, 6.4)

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
		q.add(t, idf)
	}
	return q
}

// add takes in a term that is not there.
func (q *queryTerms) add(t uint32, idf float64) {
	q.terms, q.idf, q.marks = append(q.terms, t), append(q.idf, idf), q.marks|mark(t)
}

// place returns a term's number. A term that only a model asks for, by expansion, gets a new one: it is no term of the query.
func (q *queryTerms) place(t uint32) int {
	i := slices.Index(q.terms, t)
	if i < 0 {
		i = len(q.terms)
		q.terms, q.marks = append(q.terms, t), q.marks|mark(t)
	}
	return i
}

// numTerms returns how many different terms the query has.
func (q *queryTerms) numTerms() int { return len(q.idf) }

// occurrence is a place of a query term in a document.
type occurrence struct{ place, term int } // the second by number in queryTerms.terms

// reading is where a document has the query's terms.
type reading struct {
	*queryTerms
	length int
	found  []occurrence
	times  []int // by number of a term: how often it is there
	kinds  int   // how many of the query's are there
	inside []int // for span
}

// read makes the reading that of a document.
func (r *reading) read(q *queryTerms, document []uint32) {
	r.queryTerms, r.length, r.found, r.kinds = q, len(document), r.found[:0], 0
	r.times = append(r.times[:0], make([]int, len(q.terms))...)
	for place, t := range document {
		if q.marks&mark(t) == 0 {
			continue
		}
		number := slices.Index(q.terms, t)
		if number < 0 {
			continue
		}
		r.times[number]++
		if number >= q.numTerms() {
			continue
		}
		r.found = append(r.found, occurrence{place, number})
		if r.times[number] == 1 {
			r.kinds++
		}
	}
}

// counts appends the values of countNames.
func (r *reading) counts(out []float64) []float64 {
	idf := 0.0
	for i, n := range r.times[:r.numTerms()] {
		if n > 0 {
			idf += r.idf[i]
		}
	}
	share := func(n, total int) float64 { return float64(n) / float64(max(1, total)) }
	return append(out, float64(r.numTerms()), float64(r.length), float64(r.kinds), share(r.kinds, r.numTerms()), idf, float64(len(r.found)),
		share(len(r.found), r.length))
}

// proximity appends the values of proximityNames.
func (r *reading) proximity(out []float64) []float64 {
	first, phrases, close := 1.0, 0, 0
	if len(r.found) > 0 {
		first = float64(r.found[0].place) / float64(r.length)
	}
	for i := 1; i < len(r.found); i++ {
		a, b := r.found[i-1], r.found[i]
		if b.place == a.place+1 && r.follows(a.term, b.term) {
			phrases++
		}
		if a.term != b.term && b.place-a.place <= nearby {
			close++
		}
	}
	return append(out, first, float64(r.span()), float64(phrases), float64(close))
}

// follows reports whether the second term stands right behind the first in the query.
func (r *reading) follows(first, second int) bool {
	for i := 1; i < len(r.order); i++ {
		if r.order[i-1] == r.terms[first] && r.order[i] == r.terms[second] {
			return true
		}
	}
	return false
}

// span returns the length of the shortest stretch of the document with every query term that it has; 0 where it has none.
func (r *reading) span() int {
	r.inside = append(r.inside[:0], make([]int, r.numTerms())...)
	inside, kinds, start, shortest := r.inside, 0, 0, 0
	for _, last := range r.found {
		if inside[last.term]++; inside[last.term] == 1 {
			kinds++
		}
		for kinds == r.kinds {
			first := r.found[start]
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
