package dataset

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// readText gives the termReader of a document whose terms are runes, for a query of runes; every term has the IDF 1.
func readText(query, document string) *termReader {
	ids := func(text string) (out []uint32) {
		for _, r := range text {
			out = append(out, uint32(r))
		}
		return out
	}
	q := &queryTerms{order: ids(query)}
	for _, t := range q.order {
		if !slices.Contains(q.terms, t) {
			q.terms, q.idf = append(q.terms, t), append(q.idf, 1)
		}
	}
	r := &termReader{}
	r.read(q, ids(document))
	return r
}

// TestReading holds what is counted to documents counted by hand: x is no query term.
func TestReading(t *testing.T) {
	for _, c := range []struct {
		query, document string
		counts          []float64 // as countNames
		proximity       []float64 // as proximityNames
	}{
		{"abc", "xxaxbab", []float64{3, 7, 2, 2. / 3, 2, 4, 4. / 7}, []float64{2. / 7, 2, 1, 3}}, // the span is ba; ab alone is a phrase
		{"aba", "ba", []float64{2, 2, 2, 1, 2, 2, 1}, []float64{0, 2, 1, 1}},
		{"ab", "axxxxxxxxb", []float64{2, 10, 2, 1, 2, 2, .2}, []float64{0, 10, 0, 0}}, // 9 apart
		{"ab", "xx", []float64{2, 2, 0, 0, 0, 0, 0}, []float64{1, 0, 0, 0}},
		{"ab", "", []float64{2, 0, 0, 0, 0, 0, 0}, []float64{1, 0, 0, 0}},
		{"aa", "aa", []float64{1, 2, 1, 1, 1, 2, 1}, []float64{0, 1, 1, 0}},
	} {
		r := readText(c.query, c.document)
		if got := r.counts(nil); !slices.Equal(got, c.counts) {
			t.Errorf("%s in %s: counts %v, want %v", c.query, c.document, got, c.counts)
		}
		if got := r.proximity(nil); !slices.Equal(got, c.proximity) {
			t.Errorf("%s in %s: proximity %v, want %v", c.query, c.document, got, c.proximity)
		}
	}
	if len(countNames) != 7 || len(proximityNames) != 4 {
		t.Error("the table above has other features")
	}
}

// TestSpan tries all stretches.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := rapid.StringOfN(rapid.SampledFrom([]rune("abcx")), 0, 12, -1).Draw(t, "document")
		r := readText("abc", document)
		kinds := func(text string) int {
			seen := map[rune]bool{}
			for _, c := range text {
				if c != 'x' {
					seen[c] = true
				}
			}
			return len(seen)
		}
		shortest := math.MaxInt
		for i := range document {
			for j := i + 1; j <= len(document); j++ {
				if kinds(document[i:j]) == kinds(document) {
					shortest = min(shortest, j-i)
				}
			}
		}
		if kinds(document) == 0 {
			shortest = 0
		}
		if got := r.span(); got != shortest {
			t.Fatalf("%q: %d, want %d", document, got, shortest)
		}
	})
}
